"""Let people have their mail gathered, one mail a day, and keep which messages went with which of these mails.

Why: who takes part in many inquiries is told of them in one mail instead of fifty, and the state of each telling stays
true meanwhile. Everybody has their mail at once, as before, until they say otherwise. And a message says what the
inquiry is called, where somebody gave it a title.
Safe while the previous release serves, as long as its workers are stopped: it gathers nothing, and reads the state of
a telling that was gathered as one that it does not know.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0016_digests", "0015_stops"

NAME = "ck_deliveries_ck_deliveries_state_is_known"  # the convention put its own prefix before the one that was given
BEFORE = "state IN ('queued', 'sent', 'failed', 'bounced', 'not-configured')"
AFTER = "state IN ('gathered', 'queued', 'sent', 'failed', 'bounced', 'not-configured')"
INDEX, KEY = "ix_deliveries_daily_mail_id", "fk_deliveries_daily_mail_id_daily_mails"


def upgrade() -> None:
    """Add titles, how mail comes, the mails that gather, and the way from a telling to its mail."""
    op.add_column("messages", sa.Column("title", sa.String(200), nullable=False, server_default=sa.text("''")))
    op.add_column("users", sa.Column("mail_comes", sa.String(10), nullable=False, server_default=sa.text("'at-once'")))
    op.create_table(
        "daily_mails",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("recipient_id", sa.Integer, nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_daily_mails"),
        sa.ForeignKeyConstraint(["recipient_id"], ["users.id"], name="fk_daily_mails_recipient_id_users"),
    )
    with op.batch_alter_table("deliveries") as table:
        table.add_column(sa.Column("daily_mail_id", sa.Integer, nullable=True))
        table.create_foreign_key(KEY, "daily_mails", ["daily_mail_id"], ["id"])
        table.drop_constraint(op.f(NAME), type_="check")
        table.create_check_constraint(op.f(NAME), AFTER)
    op.create_index(INDEX, "deliveries", ["daily_mail_id"])


def downgrade() -> None:
    """Call what is gathered failed, so that it can be sent again, and take everything away."""
    op.execute("UPDATE deliveries SET state = 'failed' WHERE state = 'gathered'")
    op.drop_index(INDEX, "deliveries")
    with op.batch_alter_table("deliveries") as table:
        table.drop_constraint(op.f(NAME), type_="check")
        table.create_check_constraint(op.f(NAME), BEFORE)
        table.drop_constraint(KEY, type_="foreignkey")
        table.drop_column("daily_mail_id")
    op.drop_table("daily_mails")
    op.drop_column("users", "mail_comes")
    op.drop_column("messages", "title")
