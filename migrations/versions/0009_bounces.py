"""Let the delivery of a mail be bounced: refused for its recipient, at once or by a mail that came back.

Why: whoever looks at an inquiry must see that an address takes no mail, apart from a mail server that is away.
Safe while the previous release serves, as long as its workers are stopped: it writes no such state, and until mail is
sent by this release there is none to read.
"""

from alembic import op

revision, down_revision = "0009_bounces", "0008_exports"

NAME = "ck_deliveries_ck_deliveries_state_is_known"  # the convention put its own prefix before the one that was given
BEFORE = "state IN ('queued', 'sent', 'failed', 'not-configured')"
AFTER = "state IN ('queued', 'sent', 'failed', 'bounced', 'not-configured')"


def upgrade() -> None:
    """Widen the rule."""
    _rule(AFTER)


def downgrade() -> None:
    """Call what bounced failed, and narrow the rule again."""
    op.execute("UPDATE deliveries SET state = 'failed' WHERE state = 'bounced'")
    _rule(BEFORE)


def _rule(condition: str) -> None:
    with op.batch_alter_table("deliveries") as table:
        table.drop_constraint(op.f(NAME), type_="check")
        table.create_check_constraint(op.f(NAME), condition)
