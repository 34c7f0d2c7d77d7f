"""One scope: what was granted, beside what was approved, by whom and when, and the files that say so."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.exports import queries
from app.exports.queries import Entry, ScopeLine, Span
from app.exports.service import Bundle, Kind, find_bundle, spanned
from app.infra import canonical
from app.infra.errors import NotFoundError
from app.inquiries import queries as inquiries
from app.inquiries.fields.states import STATE_WORDS
from app.inquiries.pages.submitted import AnswersOf, submitted_answers
from app.inquiries.pages.words import STATE_MARKS
from app.inquiries.queries import number_of
from app.registry.queries import load_facts
from app.reviews.service import granted_words
from app.rules.finding import Status, waiver_words
from app.rules.workflow import State

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ScopePage:
    """One scope as people read it."""

    reference: str
    title: str
    organisation: str
    version: int
    mark: str
    state: str
    granted: str
    decided: Pairs
    decided_at: datetime
    revoked_at: datetime | None
    revoked_because: str
    reasons: tuple[tuple[str, str], ...]
    waived: tuple[tuple[str, str], ...]
    uploads: Pairs
    proof: Pairs
    answers: tuple[AnswersOf, ...]


def show_scope(db: Session, _person: Person, reference: str) -> ScopePage:
    """Return one scope; what was never approved is none."""
    line = queries.find_line(db, reference)
    snapshot = None if line is None else inquiries.find_snapshot(db, number_of(line.reference) or 0, line.version)
    if line is None or snapshot is None:
        raise NotFoundError
    (entry,) = queries.find_entries(db, Span(0, line.seq), (reference,))
    answers = submitted_answers(canonical.parse(snapshot), load_facts(db))
    return _page(line, entry, canonical.restore(entry.text), answers)


def find_one(db: Session, _person: Person, reference: str, kind: Kind) -> Bundle:
    """Return the export of one scope as it stands."""
    return find_bundle(db, Bundle(spanned(db, 0), kind, references=(reference,)))


def _page(line: ScopeLine, entry: Entry, scope: dict[str, Any], answers: tuple[AnswersOf, ...]) -> ScopePage:
    state = State(line.state)
    is_revoked = state is State.REVOKED
    return ScopePage(
        reference=line.reference,
        title=line.title or "Inquiry without a title",
        organisation=line.organisation,
        version=line.version,
        mark=STATE_MARKS[state],
        state=STATE_WORDS[state],
        granted=granted_words(line.granted),
        decided=(("By", _who(line)), ("Note", scope["decided"]["reason"])),
        decided_at=line.approved_at,
        revoked_at=line.decided_at if is_revoked else None,
        revoked_because=line.reason if is_revoked else "",
        reasons=_reasons(scope["report"]),
        waived=_waived(scope["report"]),
        uploads=tuple((upload["name"], upload["sha256"]) for upload in scope["uploads"]),
        proof=(
            ("Digest of this scope", entry.digest),
            ("Rule set", f"{scope['ruleset']['version']} {scope['ruleset']['digest']}"),
            ("Registry", scope["registry"]["revision"]),
        ),
        answers=answers,
    )


def _who(line: ScopeLine) -> str:
    return f"{line.approved_by}, sales engineer"  # nobody else can approve


def _reasons(report: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return each finding that was answered for, with the written reason."""
    said = {(finding["rule"], finding["field"]): finding["message"] for finding in report["findings"]}
    return tuple((said[reason["rule"], reason["field"]], reason["reason"]) for reason in report["reasons"])


def _waived(report: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return each finding that was waived at approval, with who, why and until when."""
    return tuple(
        (finding["message"], waiver_words(finding["waiver"]))
        for finding in report["findings"]
        if finding["status"] == Status.WAIVED
    )
