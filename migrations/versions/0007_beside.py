"""Keep what stands beside an inquiry: its withdrawal, where it was copied from, who answers for it, which rules it saw.

Why: an inquiry comes back, is withdrawn and taken up again, is copied and changes hands; none of that may touch what
was submitted. What was submitted before now gets its line in the story.
Safe while the previous release serves: it knows none of these tables.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0007_beside", "0006_reviews"

STATES = "'draft', 'submitted', 'in-review', 'returned', 'approved', 'declined', 'withdrawn', 'revoked'"
TABLES = ("read_laws", "rule_sets", "owners", "copies", "withdrawals")
TELL_OF_SUBMISSIONS = """
    INSERT INTO inquiry_events (inquiry_id, version, kind, place, text, visibility, actor_id, at)
    SELECT inquiry_id, number, 'submit', '', '', 'customer', submitted_by_id, submitted_at
    FROM inquiry_versions
    WHERE NOT EXISTS (SELECT 1 FROM inquiry_events
                      WHERE inquiry_events.inquiry_id = inquiry_versions.inquiry_id
                        AND inquiry_events.version = inquiry_versions.number AND inquiry_events.kind = 'submit')
    ORDER BY id"""


def upgrade() -> None:
    """Make the tables; tell of what was submitted already."""
    _beside(
        "withdrawals",
        sa.Column("state_before", sa.String(16), nullable=False),
        sa.Column("person_id", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        _person("withdrawals"),
        sa.CheckConstraint(f"state_before IN ({STATES})", name="ck_withdrawals_state_is_known"),
    )
    _beside(
        "copies",
        sa.Column("source_id", sa.Integer, nullable=False),
        sa.Column("source_version", sa.Integer, nullable=False),
        sa.Column("unreviewed", sa.Text, nullable=False),
        sa.Column("registry_revision", sa.String(71), nullable=False),
        sa.ForeignKeyConstraint(["source_id"], ["inquiries.id"], name="fk_copies_source_id_inquiries"),
    )
    _beside(
        "owners",
        sa.Column("person_id", sa.Integer, nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        _person("owners"),
    )
    op.create_table(
        "rule_sets",
        sa.Column("digest", sa.String(71), nullable=False),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_rule_sets"),
    )
    _beside(
        "read_laws",
        sa.Column("digest", sa.String(71), nullable=False),
        sa.ForeignKeyConstraint(["digest"], ["rule_sets.digest"], name="fk_read_laws_digest_rule_sets"),
        ondelete="CASCADE",
    )
    op.execute(TELL_OF_SUBMISSIONS)


def downgrade() -> None:
    """Drop the tables, referring ones first; the lines of the story may stay."""
    for table in TABLES:
        op.drop_table(table)


def _person(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["person_id"], ["users.id"], name=f"fk_{table}_person_id_users")


def _beside(table: str, *parts: sa.Column[object] | sa.Constraint, ondelete: str | None = None) -> None:
    """Make a table with one row for an inquiry, at most."""
    key = sa.ForeignKeyConstraint(
        ["inquiry_id"], ["inquiries.id"], name=f"fk_{table}_inquiry_id_inquiries", ondelete=ondelete
    )
    op.create_table(
        table,
        sa.Column("inquiry_id", sa.Integer, nullable=False, autoincrement=False),
        *parts,
        sa.PrimaryKeyConstraint("inquiry_id", name=f"pk_{table}"),
        key,
    )
