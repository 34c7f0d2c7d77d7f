"""Keep which pages were saved after the desk asked for a change of them.

Why: whoever mends a returned inquiry sees on each page whether anybody looked at it since, and is told at the next
submission which ones nobody changed.
Safe while the previous release serves: it knows nothing of the table, and a page that it saves meanwhile stays asked
for until it is saved again.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0017_answered_asks", "0016_digests"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "answered_asks",
        sa.Column("inquiry_id", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("section", sa.String(40), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("inquiry_id", "version", "section", name="pk_answered_asks"),
        sa.ForeignKeyConstraint(["inquiry_id"], ["inquiries.id"], name="fk_answered_asks_inquiry_id_inquiries"),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("answered_asks")
