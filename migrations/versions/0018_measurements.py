"""Keep what was read from files: sets of files, and the attempts in them as rows.

Why: the rules decide on rows, and people look at figures; both are made once from the files and not on each look.
Safe while the previous release serves: it knows neither table.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0018_measurements", "0017_answered_asks"


def upgrade() -> None:
    """Make the tables."""
    _read_sets()
    _trials()


def downgrade() -> None:
    """Drop the tables; the files stay, and can be read again."""
    op.drop_table("trials")
    op.drop_table("read_sets")


def _instant() -> sa.DateTime:
    return sa.DateTime(timezone=True)


def _read_sets() -> None:
    op.create_table(
        "read_sets",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("key", sa.String(71), nullable=False),
        sa.Column("public_id", sa.String(32), nullable=False),
        sa.Column("state", sa.String(10), nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("bytes_done", sa.BigInteger, nullable=False),
        sa.Column("bytes_all", sa.BigInteger, nullable=False),
        sa.Column("refusal", sa.Text, nullable=False),
        sa.Column("files", sa.Text, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("remarks", sa.Text, nullable=False),
        sa.Column("facts", sa.Text, nullable=True),
        sa.Column("figures", sa.Text, nullable=True),
        sa.Column("reader_version", sa.Integer, nullable=False),
        sa.Column("asked_at", _instant(), nullable=False),
        sa.Column("used_at", _instant(), nullable=False),
        sa.Column("seen_at", _instant(), nullable=True),
        sa.Column("read_at", _instant(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_read_sets"),
        sa.UniqueConstraint("key", name="uq_read_sets_key"),
        sa.UniqueConstraint("public_id", name="uq_read_sets_public_id"),
        sa.CheckConstraint(
            "state IN ('queued', 'reading', 'read', 'refused', 'failed')", name="ck_read_sets_state_is_known"
        ),
        sa.CheckConstraint(
            "(state = 'read') = (facts IS NOT NULL AND figures IS NOT NULL)",
            name="ck_read_sets_what_is_read_has_facts",
        ),
        sa.CheckConstraint("bytes_done >= 0 AND bytes_done <= bytes_all", name="ck_read_sets_progress_has_an_end"),
    )
    op.create_index("ix_read_sets_used", "read_sets", ["used_at"])


def _trials() -> None:
    op.create_table(
        "trials",
        sa.Column("read_set_id", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("run", sa.Integer, nullable=False),
        sa.Column("task_id", sa.Text, nullable=False),
        sa.Column("repeat", sa.BigInteger, nullable=False),
        sa.Column("cluster", sa.Text, nullable=False),
        sa.Column("verdict", sa.String(8), nullable=False),
        sa.Column("reward", sa.Double, nullable=True),
        sa.Column("latency_s", sa.Double, nullable=True),
        sa.Column("latency_kind", sa.String(20), nullable=True),
        sa.Column("truncated", sa.Boolean, nullable=True),
        sa.Column("error_type", sa.Text, nullable=True),
        sa.Column("infra", sa.Boolean, nullable=True),
        sa.Column("tokens_in", sa.BigInteger, nullable=True),
        sa.Column("tokens_in_cached", sa.BigInteger, nullable=True),
        sa.Column("tokens_out", sa.BigInteger, nullable=True),
        sa.Column("usage_known", sa.Boolean, nullable=False),
        sa.Column("cost_usd", sa.Double, nullable=True),
        sa.Column("has_output", sa.Boolean, nullable=True),
        sa.Column("model_name", sa.Text, nullable=True),
        sa.Column("model_revision", sa.Text, nullable=True),
        sa.Column("source", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("read_set_id", "position", name="pk_trials"),
        sa.ForeignKeyConstraint(
            ["read_set_id"], ["read_sets.id"], name="fk_trials_read_set_id_read_sets", ondelete="CASCADE"
        ),
        sa.CheckConstraint("verdict IN ('accepted', 'rejected', 'none')", name="ck_trials_verdict_is_known"),
    )
    op.create_index("ix_trials_task", "trials", ["read_set_id", "task_id", "position"])
