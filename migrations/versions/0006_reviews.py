"""Keep reviews, decisions, who looked, and who said that they should not judge.

Why: a decision is what ops and customers rely on, so the database itself refuses to change one, to approve or decline
an inquiry twice, and to let one engineer alone revoke. A later migration that rebuilds `decisions` on SQLite must make
its triggers again.
Safe while the previous release serves: it knows none of these tables.
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0006_reviews", "0005_story"

DECIDED = "a decision is never changed"

SQLITE_TRIGGERS = {
    "decisions_never_change": f"""
        BEFORE UPDATE ON decisions BEGIN SELECT RAISE(ABORT, '{DECIDED}'); END""",
    "decisions_never_go": f"""
        BEFORE DELETE ON decisions BEGIN SELECT RAISE(ABORT, '{DECIDED}'); END""",
    "decisions_are_never_replaced": """
        BEFORE INSERT ON decisions
        WHEN EXISTS (SELECT 1 FROM decisions WHERE id = NEW.id OR seq = NEW.seq)
        BEGIN SELECT RAISE(ABORT, 'a decision is never changed'); END""",
}
POSTGRES_TRIGGERS = {
    "decisions_never_change": f"""
        BEFORE UPDATE OR DELETE ON decisions FOR EACH ROW EXECUTE FUNCTION refuse_change('{DECIDED}')""",
    "decisions_never_go": f"""
        BEFORE TRUNCATE ON decisions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change('{DECIDED}')""",
}
TABLES = ("looks", "interests", "revocation_requests", "decision_counter", "decisions", "reviews")


def upgrade() -> None:
    """Make the tables, give out number nought, then guard the decisions."""
    _reviews()
    _decisions()
    _counter()
    _requests()
    _interests()
    _looks()
    op.create_index("ix_inquiries_submitted", "inquiries", ["submitted_at", "id"])  # the queue: oldest waiting first
    triggers = SQLITE_TRIGGERS if op.get_bind().dialect.name == "sqlite" else POSTGRES_TRIGGERS
    for name, body in triggers.items():
        op.execute(f"CREATE TRIGGER {name} {body}")


def downgrade() -> None:
    """Drop the tables; their triggers go with them."""
    op.drop_index("ix_inquiries_submitted", "inquiries")
    for table in TABLES:
        op.drop_table(table)


def _instant() -> sa.DateTime:
    return sa.DateTime(timezone=True)


def _person(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], ["users.id"], name=f"fk_{table}_{column}_users")


def _inquiry(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["inquiry_id"], ["inquiries.id"], name=f"fk_{table}_inquiry_id_inquiries")


def _version(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["inquiry_id", "version"],
        ["inquiry_versions.inquiry_id", "inquiry_versions.number"],
        name=f"fk_{table}_version",
    )


def _only_one(name: str, table: str, where: str) -> None:
    clause = sa.text(where)
    op.create_index(name, table, ["inquiry_id"], unique=True, sqlite_where=clause, postgresql_where=clause)


def _reviews() -> None:
    op.create_table(
        "reviews",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("inquiry_id", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("engineer_id", sa.Integer, nullable=False),
        sa.Column("taken_at", _instant(), nullable=False),
        sa.Column("ended_at", _instant(), nullable=True),
        sa.Column("ended_by", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_reviews"),
        _inquiry("reviews"),
        _version("reviews"),
        _person("reviews", "engineer_id"),
    )
    _only_one("ix_reviews_one_open", "reviews", "ended_at IS NULL")
    op.create_index("ix_reviews_inquiry", "reviews", ["inquiry_id", "id"])
    op.create_index("ix_reviews_engineer", "reviews", ["engineer_id", "inquiry_id"])


def _decisions() -> None:
    op.create_table(
        "decisions",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("inquiry_id", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("digest", sa.String(71), nullable=False),
        sa.Column("action", sa.String(16), nullable=False),
        sa.Column("at", _instant(), nullable=False),
        sa.Column("actor_id", sa.Integer, nullable=False),
        sa.Column("role", sa.String(20), nullable=False),
        sa.Column("asked_by_id", sa.Integer, nullable=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("granted", sa.Text, nullable=False),
        sa.Column("reasons", sa.Text, nullable=False),
        sa.Column("report", sa.Text, nullable=False),
        sa.Column("evidence", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_decisions"),
        sa.UniqueConstraint("seq", name="uq_decisions_seq"),
        _inquiry("decisions"),
        _version("decisions"),
        _person("decisions", "actor_id"),
        _person("decisions", "asked_by_id"),
        sa.CheckConstraint("action IN ('return', 'approve', 'decline', 'revoke')", name="ck_decisions_action_is_known"),
        sa.CheckConstraint("action = 'approve' OR reason <> ''", name="ck_decisions_says_why"),
        sa.CheckConstraint("(action = 'approve') = (granted <> '')", name="ck_decisions_only_approval_grants"),
        sa.CheckConstraint(
            "(action = 'revoke') = (asked_by_id IS NOT NULL) AND (asked_by_id IS NULL OR asked_by_id <> actor_id)",
            name="ck_decisions_two_engineers_revoke",
        ),
    )
    op.create_index("ix_decisions_inquiry", "decisions", ["inquiry_id", "id"])
    op.create_index("ix_decisions_actor", "decisions", ["actor_id", "inquiry_id"])
    _only_one("ix_decisions_one_end", "decisions", "action IN ('approve', 'decline')")
    _only_one("ix_decisions_one_revocation", "decisions", "action = 'revoke'")


def _counter() -> None:
    counter = op.create_table(
        "decision_counter",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("value", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_decision_counter"),
    )
    op.bulk_insert(counter, [{"id": 1, "value": 0}])


def _requests() -> None:
    op.create_table(
        "revocation_requests",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("inquiry_id", sa.Integer, nullable=False),
        sa.Column("engineer_id", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", _instant(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_revocation_requests"),
        _inquiry("revocation_requests"),
        _person("revocation_requests", "engineer_id"),
        sa.UniqueConstraint("inquiry_id", name="uq_revocation_requests_inquiry_id"),
    )


def _interests() -> None:
    op.create_table(
        "interests",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("inquiry_id", sa.Integer, nullable=False),
        sa.Column("engineer_id", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", _instant(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_interests"),
        _inquiry("interests"),
        _person("interests", "engineer_id"),
        sa.UniqueConstraint("inquiry_id", "engineer_id", name="uq_interests_inquiry_id_engineer_id"),
    )


def _looks() -> None:
    op.create_table(
        "looks",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("inquiry_id", sa.Integer, nullable=False),
        sa.Column("person_id", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("at", _instant(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_looks"),
        _inquiry("looks"),
        _person("looks", "person_id"),
        sa.UniqueConstraint("inquiry_id", "person_id", name="uq_looks_inquiry_id_person_id"),
    )
