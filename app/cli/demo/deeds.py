"""What people did with the example inquiries, each deed through the service that pages and programs use, too."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.cli.demo.seeds import Step
from app.inquiries import service as inquiries
from app.inquiries.queries import number_of
from app.reviews import queries
from app.reviews import service as reviews
from app.reviews.service import Decided, Grant

VERSION = 1


@dataclass(frozen=True, slots=True)
class Story:
    """The inquiry that a deed is done to, and who there is."""

    reference: str
    people: Mapping[str, Person]
    reasons: Mapping[str, str]
    today: date


Deed = Callable[[Session, Person, Story, Step, datetime], None]


def do_step(db: Session, story: Story, step: Step, *, now: datetime) -> None:
    """Do one deed."""
    DEEDS[step.do](db, story.people[step.by], story, step, now)


def _submit(db: Session, person: Person, story: Story, _step: Step, now: datetime) -> None:
    done = inquiries.submit(db, person, story.reference, digest=None, now=now)
    if not isinstance(done, inquiries.Submission):
        raise TypeError(f"the example {story.reference} does not pass the checklist")


def _withdraw(db: Session, person: Person, story: Story, step: Step, now: datetime) -> None:
    inquiries.withdraw(db, person, story.reference, reason=step.text, now=now)


def _take(db: Session, person: Person, story: Story, _step: Step, now: datetime) -> None:
    reviews.take(db, person, story.reference, version=VERSION, now=now)


def _comment(db: Session, person: Person, story: Story, step: Step, now: datetime) -> None:
    reviews.comment(db, person, story.reference, version=VERSION, text=step.text, visibility=step.visibility, now=now)


def _return(db: Session, person: Person, story: Story, step: Step, now: datetime) -> None:
    reviews.return_(db, person, story.reference, version=VERSION, message=step.text, asks=step.asks, now=now)


def _decline(db: Session, person: Person, story: Story, step: Step, now: datetime) -> None:
    reviews.decline(db, person, story.reference, version=VERSION, reason=step.text, now=now)


def _approve(db: Session, person: Person, story: Story, step: Step, now: datetime) -> None:
    weighed = reviews.weigh(db, person, story.reference, now=now)
    reasons = {
        reviews.key_of(finding): story.reasons.get(finding.rule, story.reasons[""]) for finding in weighed.needed
    }
    grant = Grant(step.cap, story.today + timedelta(days=step.start_in), step.conditions)
    done = reviews.approve(
        db, person, story.reference, version=VERSION, reasons=reasons, grant=grant, note=step.text, now=now
    )
    if not isinstance(done, Decided):
        raise TypeError(f"the example {story.reference} cannot be approved")


def _ask_revocation(db: Session, person: Person, story: Story, step: Step, now: datetime) -> None:
    reviews.ask_revocation(db, person, story.reference, version=VERSION, reason=step.text, now=now)


def _revoke(db: Session, person: Person, story: Story, _step: Step, now: datetime) -> None:
    found = queries.find_request(db, number_of(story.reference) or 0)
    if found is None:
        raise RuntimeError("nobody asked to revoke this example")
    reviews.confirm_revocation(db, person, story.reference, version=VERSION, request_id=found[0].id, now=now)


DEEDS: Mapping[str, Deed] = {
    "submit": _submit,
    "withdraw": _withdraw,
    "take": _take,
    "comment": _comment,
    "return": _return,
    "decline": _decline,
    "approve": _approve,
    "ask-revocation": _ask_revocation,
    "revoke": _revoke,
}
