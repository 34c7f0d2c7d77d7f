"""Which rules stop most inquiries, and where: a table with a picture in each row, and nothing that anyone wrote."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.inquiries import queries
from app.inquiries.forms import FieldView
from app.inquiries.pages.words import ITEM_TITLES
from app.inquiries.queries import Stopping
from app.rules.catalogue import CATALOGUE
from app.rules.finding import Item
from app.rules.rule import ITEM_OF_PREFIX

PERIODS = (("30", "The last 30 days"), ("90", "The last 90 days"), ("365", "The last 365 days"))
WIDEST = 160  # of a bar, in the units of its picture

_BY_ID = {rule.id: rule for rule in CATALOGUE}


@dataclass(frozen=True, slots=True)
class Line:
    """A rule with its figures, and how long its two bars are."""

    rule: str
    title: str
    item: str
    figures: Stopping
    submitting: float
    approving: float


@dataclass(frozen=True, slots=True)
class StopsPage:
    """The figures of a period."""

    period: FieldView
    is_narrowed: bool
    summary: str
    lines: tuple[Line, ...]


def show_stops(db: Session, _person: Person, *, days: str, now: datetime) -> StopsPage:
    """Return which rules stopped inquiries in a period; all of time where the address names none."""
    days = days if days in dict(PERIODS) else ""
    since = now - timedelta(int(days)) if days else None
    counted = queries.count_stops(db, since=since)
    return StopsPage(
        period=FieldView("days", "days", "When", "select", value=days, choices=PERIODS),
        is_narrowed=bool(days),
        summary=_summary(queries.count_stopped(db, since=since)) if counted else "",
        lines=lines_of(counted),
    )


def lines_of(counted: tuple[Stopping, ...]) -> tuple[Line, ...]:
    """Return the lines; the longest bar of all takes the whole width, every other one its share of it."""
    most = max((max(one.submitting, one.approving) for one in counted), default=1)
    return tuple(_line(one, WIDEST / most) for one in counted)


def _line(one: Stopping, unit: float) -> Line:
    rule = _BY_ID.get(one.rule)
    return Line(
        rule=one.rule,
        title="" if rule is None else rule.title,
        item=ITEM_TITLES[ITEM_OF_PREFIX.get(one.rule[:2], Item.SCOPE)],
        figures=one,
        submitting=round(one.submitting * unit, 1),
        approving=round(one.approving * unit, 1),
    )


def _summary(stopped: queries.Stopped) -> str:
    return (
        f"{_counted(stopped.inquiries)} stopped at least once: {stopped.submitting} when submitted, "
        f"{stopped.approving} when judged for approval."
    )


def _counted(count: int) -> str:
    return "1 inquiry was" if count == 1 else f"{count:,} inquiries were"
