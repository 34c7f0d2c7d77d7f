"""Submitting: the check, the frozen version, the move and the audit entry, in one transaction and only once."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import ConflictError, SignInNeededError
from app.inquiries import queries
from app.inquiries.fields.states import state_words
from app.inquiries.queries import Asked, File, Stored, reference_of, stored
from app.inquiries.service import keys
from app.inquiries.service.asking import asked_of, unchanged_asks
from app.inquiries.service.audience import Audience, announce, audience
from app.inquiries.service.checking import check_inquiry, today_of
from app.inquiries.service.copying import review_sections, unreviewed
from app.inquiries.service.deeds import note
from app.inquiries.service.laws import pin_law
from app.inquiries.service.loading import load, lock, ways_on
from app.inquiries.service.measuring import ask, measured_of
from app.inquiries.service.promising import keep_promises
from app.inquiries.service.snapshots import Snapshot, snapshot
from app.inquiries.service.stopping import note_stops
from app.inquiries.service.story import tell_story
from app.inquiries.tables import Inquiry, InquiryVersion
from app.registry.queries import load_facts
from app.registry.service import keep_registry
from app.rules import workflow
from app.rules.finding import Report
from app.rules.records import RegistryFacts
from app.rules.workflow import Action, Party, Role, State


@dataclass(frozen=True, slots=True)
class Review:
    """A draft as it would be submitted now: what a customer looks at before saying yes."""

    inquiry: Stored
    files: tuple[File, ...]
    report: Report
    snapshot: Snapshot
    unreviewed: frozenset[str]
    told: Audience
    registry: RegistryFacts
    asked: tuple[Asked, ...]
    unchanged: frozenset[str]


@dataclass(frozen=True, slots=True)
class Submission:
    """A submitted version; the same whoever asks for it again."""

    reference: str
    number: int
    digest: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Not submitted: the checklist does not let it."""

    review: Review


@dataclass(frozen=True, slots=True)
class Changed:
    """Not submitted: this is not what was looked at."""

    review: Review


@dataclass(frozen=True, slots=True)
class Unconfirmed:
    """Not submitted: pages of a copy were neither saved nor confirmed."""

    review: Review


def review(db: Session, person: Person, reference: str, *, now: datetime) -> Review:
    """Return what would be submitted now, with the verdict and the digest."""
    return _reviewed(db, person, load(db, person, reference, now=now), now)


def submit(  # noqa: PLR0913  db, person and now come with every deed
    db: Session,
    person: Person,
    reference: str,
    *,
    digest: str | None,
    now: datetime,
    key: str = "",
    is_confirmed: bool = False,
) -> Submission | Refused | Changed | Unconfirmed:
    """Freeze and submit what was looked at, if the checklist lets it; the same request again gets the same answer.

    `is_confirmed` says that whoever submits has read the copied pages that nobody has saved since.
    """
    if person.id is None or person.organisation_id is None:
        raise SignInNeededError
    row = lock(db, person, reference, now=now)
    request_digest = keys.digest_of("submit", reference, digest)
    before = keys.answered(db, person.organisation_id, key, request_digest)
    if before is not None:
        return _submission(db, row, before.number)
    who = workflow.party(person.role or Role.ADMIN, same_organisation=True)
    if workflow.target(State(row.state), Action.SUBMIT, who) is None:
        return _submitted_already(db, row, digest)
    reviewed = _reviewed(db, person, stored(row), now)
    if not reviewed.report.passes:
        note_stops(db, row.id, row.submissions + 1, reviewed.report, now=now)
        return Refused(reviewed)
    if digest is not None and digest != reviewed.snapshot.digest:
        return Changed(reviewed)
    if reviewed.unreviewed and not is_confirmed:
        return Unconfirmed(reviewed)
    _freeze(db, person, row, reviewed, now=now)
    keys.remember(db, person.organisation_id, key, request_digest, inquiry=row.id, number=row.submissions, now=now)
    return Submission(reference=reference, number=row.submissions, digest=reviewed.snapshot.digest)


def move(row: Inquiry, action: Action, who: Party, *, now: datetime, before: State | None = None) -> None:
    """Bring an inquiry into its next state; the only place that assigns one. `before` is where an undo leads."""
    target = workflow.target(State(row.state), action, who, before)
    if target is None:
        raise ConflictError(f"This inquiry is {state_words(row.state)}; that can no longer be done.", code="state")
    row.state = str(target)
    if action is Action.SUBMIT:
        row.submitted_at = now


def _reviewed(db: Session, person: Person, inquiry: Stored, now: datetime) -> Review:
    registry, measured = load_facts(db), measured_of(db, inquiry)
    report = check_inquiry(db, inquiry, today=today_of(now), registry=registry, measured=measured)
    files, asked = queries.list_uploads(db, inquiry.number), asked_of(db, inquiry)
    return Review(
        inquiry=inquiry,
        files=files,
        report=report,
        snapshot=snapshot(inquiry, files, report, measured),
        unreviewed=unreviewed(db, inquiry.number),
        told=audience(db, person, inquiry.number, person.organisation_id, is_for_all=True),
        registry=registry,
        asked=asked,
        unchanged=unchanged_asks(db, inquiry, asked),
    )


def _freeze(db: Session, person: Person, row: Inquiry, reviewed: Review, *, now: datetime) -> None:
    report, frozen = reviewed.report, reviewed.snapshot
    row.submissions, row.submitted_title = frozen.number, row.title
    move(row, Action.SUBMIT, Party.OWN_ORGANISATION, now=now)
    db.add(
        InquiryVersion(
            inquiry_id=row.id,
            number=frozen.number,
            snapshot=frozen.text,
            digest=frozen.digest,
            ruleset_version=report.ruleset_version,
            ruleset_digest=report.ruleset_digest,
            registry_revision=report.registry_revision,
            submitted_at=now,
            submitted_by_id=person.id,
        )
    )
    confirmed = {"confirmed": sorted(reviewed.unreviewed)} if reviewed.unreviewed else {}
    review_sections(db, row.id, reviewed.unreviewed)
    note(db, person, "inquiry.submit", row.id, now=now, version=frozen.number, digest=frozen.digest, **confirmed)
    pin_law(db, row.id)
    ask(db, reviewed.inquiry.document, reviewed.files, now=now)
    keep_promises(db, row.id, frozen.number, reviewed.inquiry.document, now=now)
    keep_registry(db, now=now)
    _tell(db, person, row, now=now)


def _tell(db: Session, person: Person, row: Inquiry, *, now: datetime) -> None:
    version = row.submissions
    tell_story(
        db,
        inquiry_id=row.id,
        version=version,
        kind="submit",
        text="",
        visibility="customer",
        actor_id=person.id,
        now=now,
    )
    to = audience(db, person, row.id, row.organisation_id, is_for_all=True)
    words = "was submitted" if version == 1 else f"came back as version {version}"
    body = f"{person.name}, {person.organisation}, submitted version {version} of the inquiry “{row.title}”."
    announce(db, person, row.id, to, event=f"submit/{version}", words=words, body=body, now=now)


def _submission(db: Session, row: Inquiry, number: int | None) -> Submission:
    receipt = next(receipt for receipt in queries.list_receipts(db, row.id) if receipt.number == number)
    return Submission(reference=reference_of(row.id), number=receipt.number, digest=receipt.digest)


def _submitted_already(db: Session, row: Inquiry, digest: str | None) -> Submission:
    """Answer a repeated submit of the same content as the first one; refuse any other."""
    receipts = queries.list_receipts(db, row.id)
    latest = receipts[0] if receipts else None
    if latest is not None and latest.digest == digest:
        return _submission(db, row, latest.number)
    raise ConflictError(
        f"This inquiry is {state_words(row.state)} already; nothing was submitted again.",
        code="already-submitted",
        links=ways_on(reference_of(row.id), row.submissions),
        inquiry=reference_of(row.id),
        version=None if latest is None else latest.number,
        digest=None if latest is None else latest.digest,
    )
