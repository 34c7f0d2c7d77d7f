from datetime import datetime

import pytest
from sqlalchemy.orm import Session

from app.exports.queries import Entry, Span, stream_entries
from app.infra import canonical
from app.infra.work import Work
from app.inquiries.queries import find_snapshot
from tests import approvals

pytestmark = pytest.mark.seeded
NAMES = {
    "schema",
    "reference",
    "version",
    "document",
    "granted",
    "uploads",
    "report",
    "evidence",
    "ruleset",
    "registry",
    "decided",
    "state",
    "digest",
}


def entries(db: Session, since: int = 0, until: int = 1000) -> list[Entry]:
    """Return the scopes of a span."""
    return list(stream_entries(db, Span(since, until)))


def test_a_scope_is_what_was_approved_and_its_digest_is_of_the_rest(work: Work, now: datetime) -> None:
    decided = work.write_now(approvals.approved, now=now)
    (entry,) = work.read_now(entries)
    scope = canonical.parse(entry.text)
    snapshot = canonical.parse(work.read_now(find_snapshot, 1, 1) or "")
    assert scope.keys() == NAMES
    assert (scope["schema"], scope["reference"], scope["version"]) == ("pilot-scope/1", decided.reference, 1)
    assert scope["document"] == snapshot["document"]
    assert scope["granted"]["cap"] == 4_000_000
    assert scope["granted"]["earliest_start"] == "2027-02-08"
    assert scope["report"]["gate"] == "commit"
    assert scope["ruleset"] == scope["report"]["ruleset"]
    assert scope["evidence"][0]["claim"] == "unsloth-qwen3.8-27b-rl-entry"
    assert scope["decided"] == {"at": now.isoformat(), "role": "engineer", "reason": ""}
    assert scope["state"] == "approved"
    body = {key: value for key, value in scope.items() if key != "digest"}
    assert scope["digest"] == entry.digest == canonical.digest(body)


def test_a_scope_is_canonical_json(work: Work, now: datetime) -> None:
    work.write_now(approvals.approved, now=now)
    (entry,) = work.read_now(entries)
    assert canonical.canonical(canonical.parse(entry.text)).decode() == entry.text


def test_every_open_warning_carries_its_written_reason(work: Work, now: datetime) -> None:
    work.write_now(approvals.approved, now=now, name="glm")
    report = canonical.parse(work.read_now(entries)[0].text)["report"]
    open_warnings = {
        (finding["rule"], finding["field"])
        for finding in report["findings"]
        if (finding["severity"], finding["status"]) in {("warn", "open"), ("block", "cannot-tell")}
    }
    assert open_warnings
    assert {(reason["rule"], reason["field"]) for reason in report["reasons"]} == open_warnings
    assert all(reason["reason"].startswith("Looked at") for reason in report["reasons"])


def test_a_revoked_scope_says_when_and_why_beside_what_had_been_approved(work: Work, now: datetime) -> None:
    decided = work.write_now(approvals.approved, now=now)
    (before,) = work.read_now(entries)
    work.write_now(approvals.revoked, decided.reference, now=now)
    (after,) = work.read_now(entries)
    was, is_now = canonical.parse(before.text), canonical.parse(after.text)
    assert is_now["state"] == after.state == "revoked"
    assert is_now["revoked"]["reason"].startswith("The licence changed.")
    assert {key for key in is_now if is_now[key] != was.get(key)} == {"state", "revoked", "digest"}


def test_r54_a_cursor_gives_exactly_what_is_new_or_revoked_since(work: Work, now: datetime) -> None:
    first, second = (work.write_now(approvals.approved, now=now) for _ in range(2))
    assert [entry.reference for entry in work.read_now(entries)] == [first.reference, second.reference]
    assert [entry.reference for entry in work.read_now(entries, first.seq)] == [second.reference]
    revoked = work.write_now(approvals.revoked, first.reference, now=now)
    assert [(entry.reference, entry.state) for entry in work.read_now(entries, second.seq)] == [
        (first.reference, "revoked")
    ]
    assert work.read_now(entries, revoked.seq) == []


def test_r54_a_span_in_the_past_stays_what_it_was(work: Work, now: datetime) -> None:
    decided = work.write_now(approvals.approved, now=now)
    before = work.read_now(entries, 0, decided.seq)
    work.write_now(approvals.revoked, decided.reference, now=now)
    assert work.read_now(entries, 0, decided.seq) == before
