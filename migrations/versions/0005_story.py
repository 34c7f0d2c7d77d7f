"""Keep the story of each inquiry: what was done, said and asked, and who may read it.

Why: the customer's page and the desk's page tell the same story, each reader only the lines meant for them. A line's
words never change; only who may read it can widen.
Safe while the previous release serves: it knows nothing of this table.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0005_story", "0004_notices"

SAID = "what was said is never changed"

SQLITE_TRIGGERS = {
    "inquiry_events_stay_as_said": f"""
        BEFORE UPDATE ON inquiry_events
        WHEN NEW.text IS NOT OLD.text OR NEW.kind IS NOT OLD.kind OR NEW.at IS NOT OLD.at
             OR NEW.inquiry_id IS NOT OLD.inquiry_id OR NEW.version IS NOT OLD.version
             OR NEW.actor_id IS NOT OLD.actor_id OR (OLD.visibility = 'customer' AND NEW.visibility <> 'customer')
        BEGIN SELECT RAISE(ABORT, '{SAID}'); END""",
}
POSTGRES_TRIGGERS = {
    "inquiry_events_stay_as_said": f"""
        BEFORE UPDATE ON inquiry_events FOR EACH ROW
        WHEN (NEW.text IS DISTINCT FROM OLD.text OR NEW.kind IS DISTINCT FROM OLD.kind
              OR NEW.at IS DISTINCT FROM OLD.at OR NEW.inquiry_id IS DISTINCT FROM OLD.inquiry_id
              OR NEW.version IS DISTINCT FROM OLD.version OR NEW.actor_id IS DISTINCT FROM OLD.actor_id
              OR (OLD.visibility = 'customer' AND NEW.visibility <> 'customer'))
        EXECUTE FUNCTION refuse_change('{SAID}')""",
}


def upgrade() -> None:
    """Make the table, then the trigger that guards its words."""
    op.create_table(
        "inquiry_events",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("inquiry_id", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("place", sa.String(40), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("visibility", sa.String(16), nullable=False),
        sa.Column("actor_id", sa.Integer, nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("shared_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_inquiry_events"),
        sa.ForeignKeyConstraint(["inquiry_id"], ["inquiries.id"], name="fk_inquiry_events_inquiry_id_inquiries"),
        sa.ForeignKeyConstraint(["actor_id"], ["users.id"], name="fk_inquiry_events_actor_id_users"),
        sa.CheckConstraint("visibility IN ('customer', 'internal')", name="ck_inquiry_events_somebody_may_read_it"),
    )
    op.create_index("ix_inquiry_events_inquiry", "inquiry_events", ["inquiry_id", "id"])
    op.create_index("ix_inquiry_events_actor", "inquiry_events", ["actor_id", "inquiry_id"])
    triggers = SQLITE_TRIGGERS if op.get_bind().dialect.name == "sqlite" else POSTGRES_TRIGGERS
    for name, body in triggers.items():
        op.execute(f"CREATE TRIGGER {name} {body}")


def downgrade() -> None:
    """Drop the table; its trigger goes with it."""
    op.drop_table("inquiry_events")
