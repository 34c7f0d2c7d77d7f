"""Keep up to where each program has taken scopes in.

Why: the cursor from which a program goes on moves only when it says that everything arrived.
Safe while the previous release serves: it does not know this table.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0008_exports", "0007_beside"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "acknowledgements",
        sa.Column("person_id", sa.Integer, nullable=False),
        sa.Column("cursor", sa.Integer, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("person_id", name="pk_acknowledgements"),
        sa.ForeignKeyConstraint(["person_id"], ["users.id"], name="fk_acknowledgements_person_id_users"),
        sa.CheckConstraint("cursor >= 0", name="ck_acknowledgements_cursor_counts_up"),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("acknowledgements")
