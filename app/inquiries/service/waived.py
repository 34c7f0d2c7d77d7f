"""Which waivers count when an inquiry is judged: agreed to, not taken back, and by nobody who wrote any of it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy.orm import Session

from app.inquiries import queries
from app.inquiries.queries import Granted
from app.rules.facts import Waiver


def waivers_of(db: Session, number: int | None = None) -> tuple[Waiver, ...]:
    """Return the waivers for one inquiry with those for all; without an inquiry, only the latter.

    Whoever relaxes a rule for all does not relax it for what their own organisation, or they themselves, hand in.
    """
    return _that_count(db, number, queries.list_confirmed(db, number))


def waivers_then(db: Session, number: int, moment: datetime, ever: Iterable[Granted]) -> tuple[Waiver, ...]:
    """Return the waivers that counted for an inquiry at a moment that is past, out of all that ever did."""
    found = tuple(one for one in ever if one.inquiry_id in {None, number} and _was_in_force(one, moment))
    return _that_count(db, number, found)


def _that_count(db: Session, number: int | None, found: tuple[Granted, ...]) -> tuple[Waiver, ...]:
    if found and number is not None:
        organisation, writers = queries.find_organisation_of(db, number), queries.list_writers(db, number)
        found = tuple(one for one in found if not _is_their_own(one, organisation, writers))
    return tuple(Waiver(one.rule, one.field, one.until, one.reason, one.people) for one in found)


def _was_in_force(one: Granted, moment: datetime) -> bool:
    since = one.confirmed_at or one.asked_at
    return since <= moment and (one.withdrawn_at is None or moment < one.withdrawn_at)


def counting(waivers: Sequence[Waiver], today: date) -> tuple[Waiver, ...]:
    """Return those whose day has not passed, in one order whatever order they came in."""
    kept = {waiver for waiver in waivers if today <= waiver.until}
    return tuple(sorted(kept, key=lambda waiver: (waiver.rule, waiver.field, waiver.until, waiver.reason, waiver.by)))


def waiver_as_input(waiver: Waiver) -> Mapping[str, Any]:
    """Return a waiver as the digest of what a verdict depends on sees it."""
    return {"rule": waiver.rule, "field": waiver.field, **waiver.as_json()}


def _is_their_own(one: Granted, organisation: int | None, writers: frozenset[int]) -> bool:
    people = {one.asked_by_id, one.confirmed_by_id} - {None}
    theirs = {one.asked_by_organisation, one.confirmed_by_organisation} - {None}
    return bool(people & writers) or organisation in theirs
