"""One uploaded file: how far its reading is, what was read, what became of each task, and what it does not say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.inquiries import service
from app.inquiries.pages import words
from app.inquiries.pages.figures.found import STATES
from app.inquiries.pages.figures.parts import Head, Table, in_words
from app.measurements import queries as measurements
from app.measurements.queries import ReadSet, TaskLine
from app.measurements.tables import ReadState

PAGE = 50  # tasks of one page
AT_ONCE = 1000  # tasks of one question where all are wanted
TASKS = "Verdicts by task"
NOT_ASKED = ("not-checked", "Not read")
HEADS = (
    Head("Task"),
    Head("Attempts", "count"),
    Head("Accepted", "count"),
    Head("Rejected", "count"),
    Head("No verdict", "count"),
    Head("Mean time", "seconds"),
    Head("Cost", "dollars"),
)


@dataclass(frozen=True, slots=True)
class ReadingPage:
    """One file. `progress` is in per cent; `onwards` leads to further tasks."""

    reference: str
    heading: str
    name: str
    size: int
    sha256: str
    here: str
    file: str
    base: str
    back: tuple[tuple[str, str], ...]
    mark: str
    state: str
    is_going_on: bool
    progress: int
    refusal: str
    facts: tuple[tuple[str, str], ...]
    remarks: tuple[str, ...]
    tasks: Table | None
    onwards: str
    is_first: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """The file and where its page stands, at the customer's or at the desk."""

    reference: str
    heading: str
    name: str
    size: int
    sha256: str
    file: str
    base: str
    back: tuple[tuple[str, str], ...]


def show_reading(  # noqa: PLR0913  where the list of tasks goes on
    db: Session, person: Person, reference: str, upload: str, *, after: str, now: datetime
) -> ReadingPage:
    """Return the page of one file of one's own inquiry."""
    inquiry = service.load(db, person, reference, now=now)
    file = service.find_upload(db, person, reference, upload, now=now)
    base, heading = words.address_of(reference), words.heading_of(inquiry.document)
    shown = Shown(
        reference=reference,
        heading=heading,
        name=file.name,
        size=file.size,
        sha256=file.sha256,
        file=f"{base}/uploads/{upload}",
        base=base,
        back=(("My inquiries", "/inquiries"), (heading, base), ("Baseline in figures", f"{base}/baseline")),
    )
    return reading_page(db, shown, service.find_reading_of(db, inquiry.document, file), after=after)


def all_tasks(db: Session, person: Person, reference: str, upload: str, *, now: datetime) -> Table:
    """Return what became of every task of one file of one's own inquiry."""
    inquiry = service.load(db, person, reference, now=now)
    file = service.find_upload(db, person, reference, upload, now=now)
    return tasks_of(db, service.find_reading_of(db, inquiry.document, file))


def tasks_of(db: Session, reading: ReadSet | None) -> Table:
    """Return what became of every task of a file, for whoever may see it; no row where it is not read."""
    rows: list[TaskLine] = []
    while reading is not None and (more := _some_tasks(db, reading, rows)):
        rows += more
    return Table(TASKS, HEADS, tuple(tuple(task) for task in rows))


def _some_tasks(db: Session, reading: ReadSet, before: Sequence[TaskLine]) -> tuple[TaskLine, ...]:
    return measurements.list_tasks(db, reading.id, after=before[-1].task_id if before else "", limit=AT_ONCE)


def reading_page(db: Session, shown: Shown, reading: ReadSet | None, *, after: str) -> ReadingPage:
    """Compose the page, for whoever may see the file."""
    mark, state = NOT_ASKED if reading is None else STATES[reading.state]
    here = f"{shown.file}/reading"
    tasks = () if reading is None else measurements.list_tasks(db, reading.id, after=after, limit=PAGE + 1)
    is_read = reading is not None and reading.state is ReadState.READ
    return ReadingPage(
        reference=shown.reference,
        heading=shown.heading,
        name=shown.name,
        size=shown.size,
        sha256=shown.sha256,
        here=here,
        file=shown.file,
        base=shown.base,
        back=shown.back,
        mark=mark,
        state=state,
        is_going_on=reading is not None and reading.is_going_on,
        progress=0 if reading is None else round(100 * reading.share_done),
        refusal="" if reading is None else _refusal(reading),
        facts=_facts(reading) if reading is not None and is_read else (),
        remarks=() if reading is None else reading.remarks,
        tasks=Table(TASKS, HEADS, tuple(tuple(task) for task in tasks[:PAGE])) if is_read else None,
        onwards=tasks[PAGE - 1].task_id if is_read and len(tasks) > PAGE else "",
        is_first=not after,
    )


def _refusal(reading: ReadSet) -> str:
    return reading.refusal or " ".join(file.refusal for file in reading.files if file.refusal)


def _facts(reading: ReadSet) -> tuple[tuple[str, str], ...]:
    quality: Mapping[str, Any] = reading.figures.get("quality") or {}
    counts = [quality.get(name) or 0 for name in ("accepted", "rejected", "no_verdict")]
    rate: Mapping[str, Any] = quality.get("rate") or {}
    formats = ", ".join(dict.fromkeys(file.format for file in reading.files if file.format))
    return (
        ("Format", formats or "not known"),
        ("Attempts", f"{sum(counts):,}"),
        ("Accepted, rejected, no verdict", " · ".join(f"{count:,}" for count in counts)),
        ("Accepted of those with a verdict", in_words(rate.get("graded_only"), "share")),
        ("Accepted of all, no verdict as rejected", in_words(rate.get("all"), "share")),
        ("Result counts from", _threshold(reading.declared.threshold)),
    )


def _threshold(value: float | None) -> str:
    return "the file's own verdict" if value is None else f"a reward of {value:g}"
