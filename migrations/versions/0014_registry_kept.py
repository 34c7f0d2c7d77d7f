"""Keep the registry as it was at each revision that a submitted version refers to.

Why: what was submitted was judged by the registry of that moment. To ask later rules about the same facts, its records
of then are needed, and those in the tables move on. The text is canonical JSON whose digest is the revision.
Safe while the previous release serves: it knows nothing of the table, and what it submits meanwhile is judged again by
the registry of the day, which is said.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0014_registry_kept", "0013_waivers"

SAID = "a kept registry is never changed"


def upgrade() -> None:
    """Make the table and its guards."""
    op.create_table(
        "registry_kept",
        sa.Column("revision", sa.String(80), nullable=False),
        sa.Column("records", sa.Text, nullable=False),
        sa.Column("kept_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("revision", name="pk_registry_kept"),
    )
    if op.get_bind().dialect.name == "sqlite":
        for name, what in (("never_changes", "UPDATE"), ("never_goes", "DELETE")):
            op.execute(
                f"CREATE TRIGGER registry_kept_{name} BEFORE {what} ON registry_kept"
                f" BEGIN SELECT RAISE(ABORT, '{SAID}'); END"
            )
        return
    refusal = f"EXECUTE FUNCTION refuse_change('{SAID}')"
    op.execute(
        f"CREATE TRIGGER registry_kept_never_changes BEFORE UPDATE OR DELETE ON registry_kept FOR EACH ROW {refusal}"
    )
    op.execute(f"CREATE TRIGGER registry_kept_never_goes BEFORE TRUNCATE ON registry_kept FOR EACH STATEMENT {refusal}")


def downgrade() -> None:
    """Drop the table; its triggers go with it."""
    op.drop_table("registry_kept")
