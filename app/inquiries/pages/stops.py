"""Which rules stop most inquiries, and where: a table, and the same figures as a picture. Nothing that anyone wrote."""

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
MOST_DRAWN = 20
LEFT, BAR, GAP, ROW, WIDEST, RIGHT = 64, 9, 2, 34, 320, 40  # of the picture, in its own units

_BY_ID = {rule.id: rule for rule in CATALOGUE}


@dataclass(frozen=True, slots=True)
class Line:
    """A rule with its figures."""

    rule: str
    title: str
    item: str
    figures: Stopping


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar of the picture."""

    x: int
    y: int
    width: float
    height: int
    kind: str


@dataclass(frozen=True, slots=True)
class Row:
    """One rule in the picture: its name, its two bars and how many inquiries they stand for."""

    label: str
    y: int
    bars: tuple[Bar, ...]
    end: float
    count: str


@dataclass(frozen=True, slots=True)
class Picture:
    """All rows, and how large they are together."""

    width: int
    height: int
    rows: tuple[Row, ...]
    left_out: int


@dataclass(frozen=True, slots=True)
class StopsPage:
    """The figures of a period."""

    period: FieldView
    is_narrowed: bool
    summary: str
    lines: tuple[Line, ...]
    picture: Picture


def show_stops(db: Session, _person: Person, *, days: str, now: datetime) -> StopsPage:
    """Return which rules stopped inquiries in a period; all of time where the address names none."""
    days = days if days in dict(PERIODS) else ""
    since = now - timedelta(int(days)) if days else None
    counted = queries.count_stops(db, since=since)
    return StopsPage(
        period=FieldView("days", "days", "When", "select", value=days, choices=PERIODS),
        is_narrowed=bool(days),
        summary=_summary(queries.count_stopped(db, since=since)) if counted else "",
        lines=tuple(map(_line, counted)),
        picture=picture(counted),
    )


def picture(counted: tuple[Stopping, ...]) -> Picture:
    """Lay out the picture: the longest bar takes the whole width, every other one its share of it."""
    drawn = counted[:MOST_DRAWN]
    most = max((max(one.submitting, one.approving) for one in drawn), default=1)
    return Picture(
        width=LEFT + WIDEST + RIGHT,
        height=ROW * len(drawn),
        rows=tuple(_row(one, index * ROW, WIDEST / most) for index, one in enumerate(drawn)),
        left_out=len(counted) - len(drawn),
    )


def _row(one: Stopping, top: int, unit: float) -> Row:
    places = (("submitting", one.submitting), ("approving", one.approving))
    bars = tuple(
        Bar(LEFT, top + ROW // 4 + index * (BAR + GAP), round(count * unit, 1), BAR, kind)
        for index, (kind, count) in enumerate(places)
        if count
    )
    end = max((bar.width for bar in bars), default=0)
    return Row(one.rule, top + ROW // 4 + BAR + GAP // 2, bars, LEFT + end, str(one.inquiries))


def _line(one: Stopping) -> Line:
    rule = _BY_ID.get(one.rule)
    item = ITEM_OF_PREFIX.get(one.rule[:2], Item.SCOPE)
    return Line(one.rule, "" if rule is None else rule.title, ITEM_TITLES[item], one)


def _summary(stopped: queries.Stopped) -> str:
    return (
        f"{_counted(stopped.inquiries)} stopped at least once: {stopped.submitting} when submitted, "
        f"{stopped.approving} when judged for approval."
    )


def _counted(count: int) -> str:
    return "1 inquiry was" if count == 1 else f"{count:,} inquiries were"
