"""Keep which rules stopped an inquiry, and where.

Why: the desk wants to know which rule stops most inquiries, and whether that is when they are submitted or when they
are approved. Only the rule is kept and nothing that anybody wrote; the row goes with its inquiry.
Safe while the previous release serves: it knows nothing of the table, and what it refuses meanwhile is not counted.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0015_stops", "0014_registry_kept"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "stops",
        sa.Column("inquiry_id", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("gate", sa.String(8), nullable=False),
        sa.Column("rule", sa.String(8), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("times", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("inquiry_id", "version", "gate", "rule", name="pk_stops"),
        sa.ForeignKeyConstraint(
            ["inquiry_id"], ["inquiries.id"], name="fk_stops_inquiry_id_inquiries", ondelete="CASCADE"
        ),
        sa.CheckConstraint("gate IN ('submit', 'commit')", name="ck_stops_gate_is_known"),
        sa.CheckConstraint("version >= 1 AND times >= 1", name="ck_stops_counts_from_one"),
    )
    op.create_index("ix_stops_at", "stops", ["at"])


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("stops")
