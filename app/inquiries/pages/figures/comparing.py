"""Two runs side by side: what was gained, by the tasks that both tried, and what such a comparison can show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.charts import Span, scale_to, spans_of
from app.inquiries import queries, service
from app.inquiries.forms import FieldView
from app.inquiries.pages import words
from app.inquiries.pages.figures.basis import Place
from app.inquiries.pages.figures.parts import Head, Part, Table, bare_points, in_words
from app.inquiries.service.measuring import FileLike
from app.measurements import queries as measurements
from app.measurements.queries import ReadSet
from app.measurements.tables import ReadState
from app.statistics.comparing import Comparison, compare_runs

Row = tuple[str, float | None, float | None, float | None, int, str]
MOST_ATTEMPTS = 200_000  # of both runs, for a page that answers at once
TOO_MANY = (
    f"These runs have more than {MOST_ATTEMPTS:,} attempts together. Compare them with "
    "`pilotdesk figures --against`, which takes its time."
)
ENDS = ("From", "To")
SHARES = (Head("Run"), *(Head(name, "share") for name in ("Share", *ENDS)), Head("Of", "count"), Head("Method"))
POINTS = (
    Head("Run"),
    *(Head(name, "points", bare_points) for name in ("Gain", *ENDS)),
    Head("Of", "count"),
    Head("Method"),
)


@dataclass(frozen=True, slots=True)
class RunsPage:
    """The two choices, and what differs once both are made."""

    reference: str
    heading: str
    here: str
    back: tuple[tuple[str, str], ...]
    before: FieldView
    now: FieldView
    trouble: str
    parts: tuple[Part, ...]


def show_runs(  # noqa: PLR0913  the two choices are two
    db: Session, person: Person, reference: str, *, a: str, b: str, now: datetime
) -> RunsPage:
    """Return the comparison of two files of one's own inquiry."""
    inquiry = service.load(db, person, reference, now=now)
    base, heading = words.address_of(reference), words.heading_of(inquiry.document)
    place = Place(reference, heading, base, (("My inquiries", "/inquiries"), (heading, base)))
    return runs_page(db, place, inquiry.document, queries.list_uploads(db, inquiry.number), (a, b))


def runs_page(
    db: Session, place: Place, document: Mapping[str, Any], files: Sequence[FileLike], chosen: tuple[str, str]
) -> RunsPage:
    """Compose the page, for whoever may see the files."""
    by_id = {file.public_id: file for file in files}
    choices = tuple((file.public_id, file.name) for file in files)
    asked = [by_id[each] for each in chosen if each in by_id]
    trouble, parts = "", ()  # type: tuple[str, tuple[Part, ...]]
    if len(asked) == len(chosen):
        readings = [service.find_reading_of(db, document, file) for file in asked]
        names = [file.name for file in asked]
        trouble = _trouble(names, readings, is_same=chosen[0] == chosen[1])
        parts = () if trouble else _compared(db, [each for each in readings if each is not None], names)
    elif any(chosen):
        trouble = "Choose two files of this inquiry."
    before, after = (each if each in by_id else "" for each in chosen)
    return RunsPage(
        reference=place.reference,
        heading=place.heading,
        here=f"{place.base}/compare-runs",
        back=(*place.back, ("Baseline in figures", f"{place.base}/baseline")),
        before=FieldView("a", "a", "Before", "select", value=before, choices=choices),
        now=FieldView("b", "b", "After", "select", value=after, choices=choices),
        trouble=trouble,
        parts=parts,
    )


def _trouble(names: Sequence[str], chosen: Sequence[ReadSet | None], *, is_same: bool) -> str:
    if is_same:
        return "Choose two different files."
    for name, reading in zip(names, chosen, strict=True):
        if reading is None or reading.state is not ReadState.READ:
            return f"{name} is not read, so it cannot be compared. Look at its page."
        if not _attempts(reading):
            return f"{name} holds no attempts, so there is nothing to compare. Choose a file with the rows of a run."
    counts = [_attempts(reading) for reading in chosen if reading is not None]
    return TOO_MANY if sum(counts) > MOST_ATTEMPTS else ""


def _attempts(reading: ReadSet) -> int:
    quality = reading.figures.get("quality") or {}
    return sum(quality.get(name) or 0 for name in ("accepted", "rejected", "no_verdict"))


def _compared(db: Session, runs: Sequence[ReadSet], names: Sequence[str]) -> tuple[Part, ...]:
    before, after = (measurements.load_rows(db, run.id) for run in runs)
    found = compare_runs(after, before, all_count=runs[0].declared.all_count)
    rates = [run.figures.get("quality") or {} for run in runs]
    rows = [_row(name, rate) for name, rate in zip(names, rates, strict=True)]
    return _gain(found), _both(rows)


def _gain(found: Comparison) -> Part:
    gain = found.gain
    row = ("After less before", gain.value, gain.low, gain.high, gain.n, gain.method)
    return Part(
        id="gain",
        title="What was gained",
        said=(_gained(found), _shared(found)),
        table=Table("The gain, in percentage points", POINTS, (row,)),
        missing=found.missing,
    )


def _both(rows: Sequence[Row]) -> Part:
    return Part(
        id="rates",
        title="Both runs",
        said=(),
        chart=spans_of([Span(*row[:4]) for row in rows], scale_to(1.0, _share, whole=1.0)),
        alt="Shares of accepted attempts of both runs with their 95 % intervals.",
        table=Table("Shares of accepted attempts", SHARES, tuple(rows)),
    )


def _share(value: float) -> str:
    return in_words(value, "share")


def _row(name: str, rate: Mapping[str, Any]) -> Row:
    value, low, high, n = (rate.get(key) for key in ("value", "low", "high", "n"))
    return name, value, low, high, n or 0, str(rate.get("method") or "")


def _gained(found: Comparison) -> str:
    gain = found.gain
    if gain.value is None or gain.low is None or gain.high is None:
        return "Nothing can be said of a gain."
    ends = f"from {in_words(gain.low, 'points')} to {in_words(gain.high, 'points')}"
    verdict = "is above 0" if gain.low > 0 else "is below 0" if gain.high < 0 else "holds 0: this may be chance"
    return f"The gain is {in_words(gain.value, 'points')}; its 95 % interval, {ends}, {verdict}."


def _shared(found: Comparison) -> str:
    smallest = found.smallest_gain
    said = f"{found.shared:,} tasks are in both, {found.only_now:,} only after, {found.only_before:,} only before."
    return said if smallest is None else f"{said} So many show a gain of {in_words(smallest, 'points')} or more."
