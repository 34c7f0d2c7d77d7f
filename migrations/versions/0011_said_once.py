"""Keep with a line of the story what an approval granted, and the mark of the form that said it.

Why: a customer must see on their own pages what was granted beside what they asked for; and a comment or message whose
form is sent twice must be said once. What was granted is guarded like the words themselves.
Safe while the previous release serves: both columns are empty where it says nothing of them, and empty marks are alike.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0011_said_once", "0010_submitted_title"

TABLE, TRIGGER, INDEX = "inquiry_events", "inquiry_events_stay_as_said", "ix_inquiry_events_once"
SAID = "what was said is never changed"
GUARDED = ("text", "kind", "at", "inquiry_id", "version", "actor_id")
GRANTED = """
    UPDATE inquiry_events SET granted = (
        SELECT decisions.granted FROM decisions
        WHERE decisions.inquiry_id = inquiry_events.inquiry_id AND decisions.action = 'approve')
    WHERE kind = 'approve' AND EXISTS (
        SELECT 1 FROM decisions
        WHERE decisions.inquiry_id = inquiry_events.inquiry_id AND decisions.action = 'approve')"""


def upgrade() -> None:
    """Add the columns, read what they would have held, and then guard them."""
    op.add_column(TABLE, sa.Column("granted", sa.Text, nullable=True))
    op.add_column(TABLE, sa.Column("once", sa.String(64), nullable=True))
    op.create_index(INDEX, TABLE, ["inquiry_id", "once"], unique=True)
    op.execute(GRANTED)
    _guard((*GUARDED, "granted"))


def downgrade() -> None:
    """Guard what there was before, and drop the columns."""
    _guard(GUARDED)
    op.drop_index(INDEX, TABLE)
    op.drop_column(TABLE, "once")
    op.drop_column(TABLE, "granted")


def _guard(columns: tuple[str, ...]) -> None:
    back = "(OLD.visibility = 'customer' AND NEW.visibility <> 'customer')"
    if op.get_bind().dialect.name == "sqlite":
        changed = " OR ".join([*(f"NEW.{name} IS NOT OLD.{name}" for name in columns), back])
        op.execute(f"DROP TRIGGER {TRIGGER}")
        then = f"BEGIN SELECT RAISE(ABORT, '{SAID}'); END"
        op.execute(f"CREATE TRIGGER {TRIGGER} BEFORE UPDATE ON {TABLE} WHEN {changed} {then}")
    else:
        changed = " OR ".join([*(f"NEW.{name} IS DISTINCT FROM OLD.{name}" for name in columns), back])
        op.execute(f"DROP TRIGGER {TRIGGER} ON {TABLE}")
        then = f"EXECUTE FUNCTION refuse_change('{SAID}')"
        op.execute(f"CREATE TRIGGER {TRIGGER} BEFORE UPDATE ON {TABLE} FOR EACH ROW WHEN ({changed}) {then}")
