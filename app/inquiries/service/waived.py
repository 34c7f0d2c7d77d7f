"""Which waivers count when an inquiry is judged: agreed to, not taken back, and by nobody who wrote any of it."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy.orm import Session

from app.inquiries import queries
from app.inquiries.queries import Granted
from app.rules.facts import Waiver


def waivers_of(db: Session, number: int | None = None) -> tuple[Waiver, ...]:
    """Return the waivers for one inquiry with those for all; without an inquiry, only the latter.

    Whoever relaxes a rule for all does not relax it for what their own organisation, or they themselves, hand in.
    """
    found = queries.list_confirmed(db, number)
    if found and number is not None:
        organisation, writers = queries.find_organisation_of(db, number), queries.list_writers(db, number)
        found = tuple(one for one in found if not _is_their_own(one, organisation, writers))
    return tuple(Waiver(one.rule, one.field, one.until, one.reason, one.people) for one in found)


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
