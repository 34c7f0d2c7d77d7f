"""Keep jobs that are done after their transaction, what people are told, and how far each telling got.

Why: mail must go out exactly where something happened, and never hold up or undo what happened.
Safe while the previous release serves: it knows none of these tables, and asks for no jobs.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0004_notices", "0003_inquiries"


def upgrade() -> None:
    """Make the tables."""
    _jobs()
    _messages()
    _deliveries()


def downgrade() -> None:
    """Take the tables away, referring ones first."""
    for table in ("deliveries", "messages", "jobs"):
        op.drop_table(table)


def _instant() -> sa.DateTime:
    return sa.DateTime(timezone=True)


def _jobs() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(40), nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("unique_key", sa.String(200), nullable=True),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("made_at", _instant(), nullable=False),
        sa.Column("run_after", _instant(), nullable=False),
        sa.Column("leased_until", _instant(), nullable=True),
        sa.Column("ended_at", _instant(), nullable=True),
        sa.Column("last_error", sa.String(300), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
        sa.UniqueConstraint("unique_key", name="uq_jobs_unique_key"),
        sa.CheckConstraint("state IN ('queued', 'running', 'done', 'failed')", name="ck_jobs_state_is_known"),
        sa.CheckConstraint("(state = 'running') = (leased_until IS NOT NULL)", name="ck_jobs_who_runs_has_a_lease"),
    )
    op.create_index("ix_jobs_due", "jobs", ["state", "run_after"])


def _messages() -> None:
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("event", sa.String(120), nullable=False),
        sa.Column("template", sa.String(60), nullable=False),
        sa.Column("reference", sa.String(20), nullable=False),
        sa.Column("path", sa.String(300), nullable=False),
        sa.Column("subject", sa.String(200), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("quoted", sa.Text, nullable=False),
        sa.Column("made_at", _instant(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_messages"),
        sa.UniqueConstraint("event", "template", name="uq_messages_event_template"),
    )
    op.create_index("ix_messages_reference", "messages", ["reference"])


def _deliveries() -> None:
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("message_id", sa.Integer, nullable=False),
        sa.Column("recipient_id", sa.Integer, nullable=False),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("channel", sa.String(10), nullable=False),
        sa.Column("state", sa.String(20), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("last_error", sa.String(300), nullable=False),
        sa.Column("changed_at", _instant(), nullable=False),
        sa.Column("sent_at", _instant(), nullable=True),
        sa.Column("read_at", _instant(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_deliveries"),
        sa.ForeignKeyConstraint(["message_id"], ["messages.id"], name="fk_deliveries_message_id_messages"),
        sa.ForeignKeyConstraint(["recipient_id"], ["users.id"], name="fk_deliveries_recipient_id_users"),
        sa.UniqueConstraint(
            "message_id", "recipient_id", "channel", name="uq_deliveries_message_id_recipient_id_channel"
        ),
        sa.CheckConstraint("channel IN ('inbox', 'mail')", name="ck_deliveries_channel_is_known"),
        sa.CheckConstraint(
            "state IN ('queued', 'sent', 'failed', 'not-configured')", name="ck_deliveries_state_is_known"
        ),
        sa.CheckConstraint("(state = 'sent') = (sent_at IS NOT NULL)", name="ck_deliveries_sent_has_a_time"),
    )
    op.create_index("ix_deliveries_inbox", "deliveries", ["recipient_id", "channel", "id"])
    op.create_index("ix_deliveries_unread", "deliveries", ["recipient_id", "channel", "read_at"])
