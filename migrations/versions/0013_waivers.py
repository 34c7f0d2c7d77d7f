"""Keep waivers, and the days by which something was promised.

Why: a finding that an engineer takes upon themselves needs a reason, an end and, where it blocks, a second engineer,
so the database itself keeps what a waiver says, and keeps one person from being both. Promises are told of before and
after their day; what was submitted before this is read here, so that its days are told of too. A later migration that
rebuilds `waivers` on SQLite must make its triggers again.
Safe while the previous release serves: it knows neither table, and a job of a kind that it does not know it leaves.
"""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0013_waivers", "0012_layout"

SAID = "what a waiver says is never changed"
KEPT = (
    *("inquiry_id", "version", "rule", "field", "finding", "reason", "until"),
    *("needs_second", "asked_by_id", "asked_at"),
)
ADDED = ("confirmed_by_id", "confirmed_at", "withdrawn_by_id", "withdrawn_at")
LONG_AGO = datetime(2026, 1, 1, tzinfo=UTC)  # the first look is due at once
ITEMS = ("checkpoint", "evaluation", "environment", "reward", "budget")


def upgrade() -> None:
    """Make the tables and their guards, then read the promises of what was submitted last."""
    _waivers()
    _promises()
    _guards()
    _read_promises()


def downgrade() -> None:
    """Drop the tables; their triggers go with them."""
    op.execute("DELETE FROM jobs WHERE kind = 'promises'")
    for table in ("promises", "waivers"):
        op.drop_table(table)


def _instant() -> sa.DateTime:
    return sa.DateTime(timezone=True)


def _waivers() -> None:
    people = ("asked_by_id", "confirmed_by_id", "withdrawn_by_id")
    op.create_table(
        "waivers",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("inquiry_id", sa.Integer),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("rule", sa.String(8), nullable=False),
        sa.Column("field", sa.String(200), nullable=False),
        sa.Column("finding", sa.Text, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("until", sa.Date, nullable=False),
        sa.Column("needs_second", sa.Boolean, nullable=False),
        sa.Column("asked_by_id", sa.Integer, nullable=False),
        sa.Column("asked_at", _instant(), nullable=False),
        sa.Column("confirmed_by_id", sa.Integer),
        sa.Column("confirmed_at", _instant()),
        sa.Column("withdrawn_by_id", sa.Integer),
        sa.Column("withdrawn_at", _instant()),
        sa.PrimaryKeyConstraint("id", name="pk_waivers"),
        sa.ForeignKeyConstraint(["inquiry_id"], ["inquiries.id"], name="fk_waivers_inquiry_id_inquiries"),
        *(sa.ForeignKeyConstraint([name], ["users.id"], name=f"fk_waivers_{name}_users") for name in people),
        sa.CheckConstraint("reason <> ''", name="ck_waivers_says_why"),
        sa.CheckConstraint("inquiry_id IS NOT NULL OR field = ''", name="ck_waivers_for_all_is_of_every_field"),
        sa.CheckConstraint(
            "confirmed_by_id IS NULL OR (needs_second AND confirmed_by_id <> asked_by_id)",
            name="ck_waivers_second_is_another",
        ),
        sa.CheckConstraint(
            "(confirmed_by_id IS NULL) = (confirmed_at IS NULL)", name="ck_waivers_confirmed_has_a_time"
        ),
        sa.CheckConstraint(
            "(withdrawn_by_id IS NULL) = (withdrawn_at IS NULL)", name="ck_waivers_withdrawn_has_a_time"
        ),
    )
    op.create_index("ix_waivers_inquiry", "waivers", ["inquiry_id", "id"])


def _promises() -> None:
    op.create_table(
        "promises",
        sa.Column("inquiry_id", sa.Integer, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("item", sa.String(16), nullable=False),
        sa.Column("due", sa.Date, nullable=False),
        sa.Column("told_before_at", _instant()),
        sa.Column("told_after_at", _instant()),
        sa.PrimaryKeyConstraint("inquiry_id", "version", "item", "due", name="pk_promises"),
        sa.ForeignKeyConstraint(
            ["inquiry_id", "version"],
            ["inquiry_versions.inquiry_id", "inquiry_versions.number"],
            name="fk_promises_version",
        ),
    )
    op.create_index("ix_promises_due", "promises", ["due"])


def _guards() -> None:
    if op.get_bind().dialect.name == "sqlite":
        changed = " OR ".join(f"NEW.{name} IS NOT OLD.{name}" for name in KEPT)
        undone = " OR ".join(f"(OLD.{name} IS NOT NULL AND NEW.{name} IS NOT OLD.{name})" for name in ADDED)
        refusal = f"BEGIN SELECT RAISE(ABORT, '{SAID}'); END"
        op.execute(
            f"CREATE TRIGGER waivers_stay_what_they_say BEFORE UPDATE ON waivers WHEN {changed} OR {undone} {refusal}"
        )
        op.execute(f"CREATE TRIGGER waivers_never_go BEFORE DELETE ON waivers {refusal}")
        return
    changed = " OR ".join(f"NEW.{name} IS DISTINCT FROM OLD.{name}" for name in KEPT)
    undone = " OR ".join(f"(OLD.{name} IS NOT NULL AND NEW.{name} IS DISTINCT FROM OLD.{name})" for name in ADDED)
    refusal = f"EXECUTE FUNCTION refuse_change('{SAID}')"
    op.execute(
        "CREATE TRIGGER waivers_stay_what_they_say BEFORE UPDATE ON waivers FOR EACH ROW "
        f"WHEN ({changed} OR {undone}) {refusal}"
    )
    op.execute(f"CREATE TRIGGER waivers_never_go BEFORE DELETE ON waivers FOR EACH ROW {refusal}")
    op.execute(f"CREATE TRIGGER waivers_are_never_emptied BEFORE TRUNCATE ON waivers FOR EACH STATEMENT {refusal}")


def _read_promises() -> None:
    """Read the latest versions; the first look at their days is asked for with them, and asks for the next itself."""
    found = op.get_bind().execute(
        sa.text(
            "SELECT v.inquiry_id, v.number, v.snapshot FROM inquiry_versions v"
            " JOIN inquiries i ON i.id = v.inquiry_id AND i.submissions = v.number"
        )
    )
    rows = [
        {"inquiry_id": number, "version": version, "item": item, "due": due}
        for number, version, snapshot in found
        for item, due in sorted(set(_promised(snapshot)))
    ]
    if not rows:
        return
    columns = [sa.column("inquiry_id"), sa.column("version"), sa.column("item"), sa.column("due", sa.Date)]
    op.bulk_insert(sa.table("promises", *columns), rows)
    names = ("kind", "payload", "unique_key", "state", "tries", "last_error")
    moments = (sa.column("made_at", _instant()), sa.column("run_after", _instant()))
    job = {"kind": "promises", "payload": "{}", "unique_key": "promises", "state": "queued", "tries": 0}
    op.bulk_insert(
        sa.table("jobs", *map(sa.column, names), *moments),
        [{**job, "last_error": "", "made_at": LONG_AGO, "run_after": LONG_AGO}],
    )


def _promised(snapshot: str) -> Iterator[tuple[str, date]]:
    """Return item and day of each promise that can be read."""
    rows = json.loads(snapshot)["document"].get("commitments")
    for row in rows if isinstance(rows, list) else ():
        item, due = (row.get("item"), row.get("due")) if isinstance(row, dict) else (None, None)
        if item in ITEMS and isinstance(due, str):
            try:
                yield item, date.fromisoformat(due)
            except ValueError:
                continue
