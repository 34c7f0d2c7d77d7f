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
from app.inquiries.pages.figures.parts import Head, Part, Table, in_words
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
TITLE = "What was gained"


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
    part: Part | None


def show_runs(  # noqa: PLR0913  the two choices are two
    db: Session, person: Person, reference: str, *, a: str, b: str, now: datetime
) -> RunsPage:
    """Return the comparison of two files of one's own inquiry."""
    inquiry = service.load(db, person, reference, now=now)
    files = {file.public_id: file for file in queries.list_uploads(db, inquiry.number)}
    choices = tuple((file.public_id, file.name) for file in files.values())
    base, heading = words.address_of(reference), words.heading_of(inquiry.document)
    trouble, part = "", None
    if a in files and b in files:
        chosen = [service.find_reading_of(db, inquiry.document, files[each]) for each in (a, b)]
        trouble = _trouble([files[a].name, files[b].name], chosen, is_same=a == b)
        runs = [each for each in chosen if each is not None]
        part = None if trouble else _compared(db, runs, (files[a].name, files[b].name))
    elif a or b:
        trouble = "Choose two files of this inquiry."
    return RunsPage(
        reference=reference,
        heading=heading,
        here=f"{base}/compare-runs",
        back=(("My inquiries", "/inquiries"), (heading, base), ("Baseline in figures", f"{base}/baseline")),
        before=FieldView("a", "a", "Before", "select", value=a if a in files else "", choices=choices),
        now=FieldView("b", "b", "After", "select", value=b if b in files else "", choices=choices),
        trouble=trouble,
        part=part,
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


def _compared(db: Session, runs: Sequence[ReadSet], names: tuple[str, str]) -> Part:
    before, after = (measurements.load_rows(db, run.id) for run in runs)
    found = compare_runs(after, before, all_count=runs[0].declared.all_count)
    rates = [run.figures.get("quality") or {} for run in runs]
    rows = [_row(name, rate) for name, rate in zip(names, rates, strict=True)]
    spans = [Span(*row[:4]) for row in rows]
    gain = found.gain
    rows.append(("Gain", gain.value, gain.low, gain.high, gain.n, gain.method))
    heads = (Head("Run"), Head("Share", "share"), Head("From", "share"), Head("To", "share"), Head("Of", "count"))
    return Part(
        id="gain",
        title=TITLE,
        said=(_gained(found), _shared(found)),
        chart=spans_of(spans, scale_to(1.0, lambda value: in_words(value, "share"), whole=1.0)),
        alt="Shares of accepted attempts of both runs with their 95 % intervals.",
        table=Table("Both runs and the gain", (*heads, Head("Method")), tuple(rows)),
        missing=found.missing,
    )


def _row(name: str, rate: Mapping[str, Any]) -> Row:
    value, low, high, n = (rate.get(key) for key in ("value", "low", "high", "n"))
    return name, value, low, high, n or 0, str(rate.get("method") or "")


def _gained(found: Comparison) -> str:
    gain = found.gain
    if gain.value is None or gain.low is None or gain.high is None:
        return "Nothing can be said of a gain."
    ends = f"from {in_words(gain.low, 'share')} to {in_words(gain.high, 'share')}"
    verdict = "is above 0" if gain.low > 0 else "is below 0" if gain.high < 0 else "holds 0: this may be chance"
    return f"The gain is {in_words(gain.value, 'share')}; its 95 % interval, {ends}, {verdict}."


def _shared(found: Comparison) -> str:
    smallest = found.smallest_gain
    said = f"{found.shared:,} tasks are in both, {found.only_now:,} only after, {found.only_before:,} only before."
    return said if smallest is None else f"{said} So many show a gain of {in_words(smallest, 'share')} or more."
