"""Keep the evidence: checkpoints, sources, claims, kinds of inquiry, and the revisions of the whole.

Why: inquiries cite claims and name checkpoints, and what is known of them must be looked up, dated and pinned.
Safe while the previous release serves: it knows none of these tables.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002_registry", "0001_people"
branch_labels, depends_on = None, None


def upgrade() -> None:
    """Make the tables, referred ones first."""
    make_sources()
    make_checkpoints()
    make_claims()
    op.create_table(
        "kinds",
        sa.Column("id", sa.String(80), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("family", sa.String(60), nullable=False),
        sa.Column("sizes", sa.JSON(), nullable=False),
        sa.Column("checkpoint_to_train", sa.String(140), nullable=False),
        sa.Column("usual_checkpoint", sa.String(140), nullable=False),
        sa.Column("larger_than_suggested", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_kinds"),
    )
    op.create_table(
        "registry_revisions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("revision", sa.String(80), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_registry_revisions"),
    )


def make_sources() -> None:
    """Make the table of public sources."""
    op.create_table(
        "sources",
        sa.Column("id", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(30), nullable=False),
        sa.Column("publisher", sa.String(200), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("identifier", sa.Text(), nullable=False),
        sa.Column("published_on", sa.Date()),
        sa.Column("other_dates", sa.JSON(), nullable=False),
        sa.Column("reviewed_on", sa.Date()),
        sa.Column("review_by", sa.Date()),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("snapshot", sa.String(80), nullable=False),
        sa.Column("confirmation", sa.String(20), nullable=False),
        sa.Column("on_page", sa.Boolean(), nullable=False),
        sa.Column("notes", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sources"),
        sa.CheckConstraint(
            "review_by IS NULL OR reviewed_on IS NULL OR review_by > reviewed_on", name=op.f("ck_sources_review")
        ),
    )
    op.create_index("ix_sources_kind", "sources", ["kind"])


def make_checkpoints() -> None:
    """Make the table of checkpoints, and that of the revisions seen of them."""
    op.create_table(
        "checkpoints",
        sa.Column("id", sa.String(140), nullable=False),
        sa.Column("repository", sa.String(140), nullable=False),
        sa.Column("publisher", sa.String(200), nullable=False),
        sa.Column("family", sa.String(60), nullable=False),
        sa.Column("version", sa.String(40), nullable=False),
        sa.Column("size", sa.String(60), nullable=False),
        sa.Column("architecture", sa.String(60), nullable=False),
        sa.Column("stage", sa.String(20), nullable=False),
        sa.Column("format", sa.String(20), nullable=False),
        sa.Column("format_as_written", sa.String(120), nullable=False),
        sa.Column("relation", sa.String(20), nullable=False),
        sa.Column("relative", sa.String(140), nullable=False),
        sa.Column("lineage", sa.Text(), nullable=False),
        sa.Column("licence", sa.String(300), nullable=False),
        sa.Column("licence_state", sa.String(20), nullable=False),
        sa.Column("licence_source", sa.String(80)),
        sa.Column("licence_note", sa.Text(), nullable=False),
        sa.Column("parameters", sa.BigInteger()),
        sa.Column("parameter_counts", sa.JSON(), nullable=False),
        sa.Column("context_length", sa.Integer()),
        sa.Column("context_as_written", sa.String(120), nullable=False),
        sa.Column("announced_on", sa.Date()),
        sa.Column("weights_on", sa.Date()),
        sa.Column("checked_on", sa.Date()),
        sa.Column("other_dates", sa.JSON(), nullable=False),
        sa.Column("seen_in", sa.Text(), nullable=False),
        sa.Column("on_page", sa.Boolean(), nullable=False),
        sa.Column("notes", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_checkpoints"),
        sa.CheckConstraint("repository = id OR repository = ''", name=op.f("ck_checkpoints_repository")),
        sa.ForeignKeyConstraint(["licence_source"], ["sources.id"], name="fk_checkpoints_licence_source_sources"),
    )
    op.create_index("ix_checkpoints_family", "checkpoints", ["family"])
    op.create_index("ix_checkpoints_licence_source", "checkpoints", ["licence_source"])
    op.create_table(
        "checkpoint_revisions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("checkpoint_id", sa.String(140), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("revision", sa.String(40), nullable=False),
        sa.Column("seen_in", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_checkpoint_revisions"),
        sa.ForeignKeyConstraint(
            ["checkpoint_id"], ["checkpoints.id"], name="fk_checkpoint_revisions_checkpoint_id_checkpoints"
        ),
        sa.UniqueConstraint("checkpoint_id", "revision", name="uq_checkpoint_revisions_checkpoint_id_revision"),
        sa.CheckConstraint("length(revision) = 40", name=op.f("ck_checkpoint_revisions_full")),
    )
    op.create_index("ix_checkpoint_revisions_checkpoint_id", "checkpoint_revisions", ["checkpoint_id"])


def make_claims() -> None:
    """Make the table of claims, and that of the checkpoints they are about."""
    op.create_table(
        "claims",
        sa.Column("id", sa.String(80), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("source", sa.String(80), nullable=False),
        sa.Column("on_page", sa.Boolean(), nullable=False),
        sa.Column("statement", sa.Text(), nullable=False),
        sa.Column("establishes", sa.Text(), nullable=False),
        sa.Column("does_not_establish", sa.Text(), nullable=False),
        sa.Column("method", sa.String(30), nullable=False),
        sa.Column("method_as_written", sa.Text(), nullable=False),
        sa.Column("framework", sa.Text(), nullable=False),
        sa.Column("stance", sa.String(10), nullable=False),
        sa.Column("stance_use", sa.String(30), nullable=False),
        sa.Column("rung", sa.String(20), nullable=False),
        sa.Column("confirmation", sa.String(20), nullable=False),
        sa.Column("superseded_by", sa.String(80)),
        sa.PrimaryKeyConstraint("id", name="pk_claims"),
        sa.ForeignKeyConstraint(["source"], ["sources.id"], name="fk_claims_source_sources"),
        sa.ForeignKeyConstraint(["superseded_by"], ["claims.id"], name="fk_claims_superseded_by_claims"),
        sa.CheckConstraint("(stance = 'against') = (stance_use <> '')", name=op.f("ck_claims_stance")),
    )
    op.create_index("ix_claims_source", "claims", ["source"])
    op.create_table(
        "claim_targets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("claim_id", sa.String(80), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("checkpoint", sa.String(140), nullable=False),
        sa.Column("revision", sa.String(40)),
        sa.PrimaryKeyConstraint("id", name="pk_claim_targets"),
        sa.ForeignKeyConstraint(["claim_id"], ["claims.id"], name="fk_claim_targets_claim_id_claims"),
        sa.ForeignKeyConstraint(["checkpoint"], ["checkpoints.id"], name="fk_claim_targets_checkpoint_checkpoints"),
        sa.UniqueConstraint("claim_id", "checkpoint", name="uq_claim_targets_claim_id_checkpoint"),
        sa.CheckConstraint("revision IS NULL OR length(revision) = 40", name=op.f("ck_claim_targets_full")),
    )
    op.create_index("ix_claim_targets_checkpoint", "claim_targets", ["checkpoint"])
    op.create_index("ix_claim_targets_claim_id", "claim_targets", ["claim_id"])


def downgrade() -> None:
    """Take the tables away, referring ones first."""
    for table in (
        "registry_revisions",
        "kinds",
        "claim_targets",
        "claims",
        "checkpoint_revisions",
        "checkpoints",
        "sources",
    ):
        op.drop_table(table)
