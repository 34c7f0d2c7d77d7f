"""Telling of promises: once before their day and once after it, to who owes them and to who waits for them."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy.orm import Session

from app.infra import jobs
from app.infra.jobs import Handler, Payload
from app.infra.work import Work
from app.inquiries import queries as inquiries
from app.inquiries import service as judging
from app.inquiries.pages.words import ITEM_TITLES
from app.inquiries.queries import reference_of
from app.inquiries.service.audience import called
from app.notices import queries as people
from app.notices import service as notices
from app.registry.queries import load_facts
from app.reviews import queries
from app.reviews.queries import Case
from app.reviews.service.waiver_words import day_words
from app.rules.promises import Commitment, Kept
from app.rules.workflow import State

TOLD = (State.SUBMITTED, State.IN_REVIEW, State.RETURNED, State.APPROVED)
HELD_UNTIL = ("return", "approve")  # who ended a review so still waits for what was promised
EVERY = timedelta(hours=1)
ANSWERS = "Answers for it: "


def promise_handler(*, days_before: int, clock: Callable[[], datetime]) -> Handler:
    """Return what looks at the days of promises, and asks for the next look each time."""
    look = _Look(timedelta(days=days_before), clock)
    return Handler(do=look.tell, done=_look_again, failed=_look_again_after_all)


@dataclass(frozen=True, slots=True)
class _Look:
    before: timedelta
    clock: Callable[[], datetime]

    def tell(self, work: Work, _payload: Payload) -> None:
        """Tell of each inquiry in a transaction of its own; whatever was told already is not told again."""
        today = judging.today_of(self.clock())
        for number in work.read_now(inquiries.list_due, TOLD, today=today, until=today + self.before):
            work.write_now(tell_of_promises, number, before=self.before, now=self.clock())


def tell_of_promises(db: Session, number: int, *, before: timedelta, now: datetime) -> None:
    """Tell of the promises of one inquiry whose day is near or has passed, unless they are kept."""
    reference, today = reference_of(number), judging.today_of(now)
    row, case = queries.lock_inquiry(db, reference), queries.find_case(db, reference)
    if row is None or case is None or case.state not in TOLD:
        return
    due = inquiries.lock_due(db, number, case.version, today=today, until=today + before)
    if not due:
        return
    found = judging.promises_of(db, number, case.body["document"], today=today, registry=load_facts(db))
    for promise in due:
        meant = [one for one in found if (str(one.item), one.due) == (promise.item, promise.due)]
        owing = next((one for one in meant if one.kept is not Kept.KEPT), None)
        if owing is not None:
            _tell(db, case, owing, promise.due, today=today, now=now)
        if promise.due < today:
            promise.told_after_at = now
        elif owing is not None:
            promise.told_before_at = now
    db.flush()


def _tell(db: Session, case: Case, owing: Commitment, due: date, *, today: date, now: datetime) -> None:  # noqa: PLR0913  what, of what and when are one telling
    is_past = due < today
    subject = "a promise was not kept in time" if is_past else f"a promise is due on {day_words(due)}"
    holder = _holder(db, case)
    sides = (
        (
            "customer",
            f"/inquiries/{case.reference}",
            [each.id for each in people.list_members(db, case.organisation_id)],
        ),
        ("desk", f"/reviews/{case.reference}", [] if holder is None else [holder]),
    )
    for template, path, to in sides:
        notices.tell(
            db,
            event=f"{case.reference}/promise/{owing.item}/{due.isoformat()}/{'after' if is_past else 'before'}",
            template=template,
            reference=case.reference,
            path=path,
            subject=f"{case.reference}: {subject}",
            body=_body(owing, due, today),
            quoted=f"{ANSWERS}{owing.owner}" if owing.owner else "",
            title=called(db, case.number),
            to=to,
            actor_id=None,
            now=now,
        )


def _body(owing: Commitment, due: date, today: date) -> str:
    left = (due - today).days
    what = f"What was promised for “{ITEM_TITLES[owing.item]}”"
    when = f"was due on {day_words(due)}" if left < 0 else f"is due on {day_words(due)}, {_in_days(left)}"
    owed = [f"- {words}" for words in dict.fromkeys(finding.headline for finding in owing.owed)]
    return "\n".join((f"{what} {when}. Before capacity is committed, this is still owed:", *owed))


def _in_days(count: int) -> str:
    return "today" if not count else "in 1 day" if count == 1 else f"in {count} days"


def _holder(db: Session, case: Case) -> int | None:
    """Return the engineer who holds the review, or who waits for what it asked for; nobody who stepped back."""
    reviews = [
        one for one in queries.list_reviews(db, case.number) if one.ended_at is None or one.ended_by in HELD_UNTIL
    ]
    if not reviews or queries.find_interest(db, case.number, reviews[-1].engineer_id) is not None:
        return None
    return reviews[-1].engineer_id


def _look_again(db: Session, _payload: Payload, *, now: datetime) -> None:
    jobs.enqueue(db, judging.PROMISES, {}, now=now, unique_key=judging.PROMISES, run_after=now + EVERY)


def _look_again_after_all(db: Session, payload: Payload, *, error: str, is_final: bool, now: datetime) -> None:  # noqa: ARG001  what every handler is told
    """Never let one bad day be the end of all of them."""
    if is_final:
        _look_again(db, payload, now=now)
