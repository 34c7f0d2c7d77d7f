"""What an approval grants, held against what was asked: what cannot be granted, and what has to be explained."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from app.inquiries.fields import FIELDS
from app.inquiries.forms.words import said
from app.inquiries.service import too_long
from app.reviews.service.saying import SHORTEST, lack_of

NO_CAP = "Enter the cap that is granted: the most that may be spent."
NO_START = "Enter the earliest start that is granted: the day from which there is capacity."
EXPLAIN = f"Say why under Conditions, in at least {SHORTEST} characters; the customer reads it."


@dataclass(frozen=True, slots=True)
class Grant:
    """What is granted, beside what was asked: a cap in minor units, the earliest start, and conditions."""

    cap: int | None
    earliest_start: date | None
    conditions: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a document asks of budget and time, as far as it can be read; None where it cannot."""

    currency: str
    cap: int | None
    lowest: int | None
    earliest_start: date | None
    latest_start: date | None
    finish_by: date | None

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> "Asked":
        """Read it; where no cap is named, the highest budget is the cap."""
        budget, timing = _part(document, "budget"), _part(document, "timing")
        currency = budget.get("currency")
        cap = _amount(budget.get("cap"))
        return cls(
            currency=currency.strip() if isinstance(currency, str) else "",
            cap=_amount(budget.get("maximum")) if cap is None else cap,
            lowest=_amount(budget.get("minimum")),
            earliest_start=_day(timing.get("earliest_start")),
            latest_start=_day(timing.get("latest_start")),
            finish_by=_day(timing.get("finish_by")),
        )

    def money(self, amount: int) -> str:
        """Return an amount with its currency."""
        return said(FIELDS["budget.cap"], amount, {"budget": {"currency": self.currency}})

    @property
    def last_start(self) -> date | None:
        """The last day on which the pilot can begin."""
        return min((each for each in (self.latest_start, self.finish_by) if each), default=None)


def misgranted(asked: Asked, grant: Grant, *, today: date) -> list[tuple[str, str]]:
    """Return what is wrong with a grant, by field of the form: what is impossible, and what lacks an explanation."""
    errors = [*_cap(asked, grant.cap), *_start(asked, grant.earliest_start, today)]
    if lack := too_long(grant.conditions):
        return [*errors, ("conditions", lack)]
    if lack_of(grant.conditions, EXPLAIN):
        errors += [("conditions", sentence) for sentence in _unusual(asked, grant)]
    return errors


def granted_of(asked: Asked, grant: Grant) -> dict[str, Any]:
    """Return what is kept with the decision."""
    return {
        "cap": grant.cap,
        "currency": asked.currency,
        "earliest_start": "" if grant.earliest_start is None else grant.earliest_start.isoformat(),
        "conditions": grant.conditions.strip(),
    }


def granted_words(granted: Mapping[str, Any]) -> str:
    """Say in words what was granted."""
    amount = said(FIELDS["budget.cap"], granted["cap"], {"budget": {"currency": granted["currency"]}})
    words = f"Granted: at most {amount}, not before {day_words(granted['earliest_start'])}."
    return f"{words} Conditions: {granted['conditions']}" if granted["conditions"] else words


def day_words(value: date | str) -> str:
    """Return a day as people read it."""
    return said(FIELDS["timing.earliest_start"], str(value), {})


def _cap(asked: Asked, cap: int | None) -> list[tuple[str, str]]:
    if cap is None or cap <= 0:
        return [("cap", NO_CAP)]
    if asked.cap is not None and cap > asked.cap:
        most = asked.money(asked.cap)
        return [("cap", f"The cap is above {most}, which was asked for. More needs a new version of the inquiry.")]
    return []


def _start(asked: Asked, start: date | None, today: date) -> list[tuple[str, str]]:
    if start is None:
        return [("earliest_start", NO_START)]
    if start < today:
        return [("earliest_start", f"The earliest start has passed: today is {day_words(today)}.")]
    if asked.latest_start is not None and start > asked.latest_start:
        last = day_words(asked.latest_start)
        return [("earliest_start", f"The earliest start is after {last}, the latest start that was asked for.")]
    if asked.finish_by is not None and start > asked.finish_by:
        last = day_words(asked.finish_by)
        return [("earliest_start", f"The earliest start is after {last}, when the pilot has to be finished.")]
    return []


def _unusual(asked: Asked, grant: Grant) -> list[str]:
    """Return what a customer would not expect after what they asked for."""
    found = []
    if grant.cap is not None and asked.lowest is not None and 0 < grant.cap < asked.lowest:
        least = asked.money(asked.lowest)
        found.append(f"The cap is below {least}, the lowest budget that was asked for. {EXPLAIN}")
    if grant.earliest_start and asked.earliest_start and grant.earliest_start < asked.earliest_start:
        first = day_words(asked.earliest_start)
        found.append(f"The earliest start is before {first}, the one that was asked for. {EXPLAIN}")
    return found


def _part(document: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    part = document.get(name)
    return part if isinstance(part, dict) else {}


def _amount(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _day(value: object) -> date | None:
    try:
        return date.fromisoformat(value.strip()) if isinstance(value, str) else None
    except ValueError:
        return None
