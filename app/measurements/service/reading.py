"""Reads files to their ends, in one pass over the rows; the job and the command both come through here."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.measurements.fields import Declared, facts_of, is_run
from app.readers.files import read_files, refusal_of
from app.readers.reading import ReadFile, Reading, Refused
from app.readers.source import Source
from app.readers.trial import Trial
from app.statistics.answer import as_json
from app.statistics.rows import Rows, rows_of
from app.statistics.spread import histogram
from app.statistics.summary import summarise

Keep = Callable[[int, str, Trial], None]  # the number of the run, what it was read from, and one attempt


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of reading: facts for the rules, figures for people, and what could not be read and why."""

    facts: Mapping[str, Any]
    figures: Mapping[str, Any]
    remarks: tuple[str, ...]
    files: tuple[ReadFile, ...]
    left_out: Mapping[str, str]  # by the name of the file


def read_through(sources: Sequence[Source], declared: Declared, keep: Keep | None = None) -> Outcome:
    """Read what can be read; raise Refused where nothing can. `keep` is handed every attempt as it passes by."""
    readings, left_out = _readings(sources, declared)
    runs = [reading for reading in readings if is_run(reading)]
    rows = rows_of(*(_kept(number, reading, keep) for number, reading in enumerate(runs)))
    for reading in readings:
        if not is_run(reading):
            _to_its_end(reading)
    remarks = tuple(dict.fromkeys(_remarks(readings, left_out)))
    return Outcome(
        facts=facts_of(readings, rows, all_count=declared.all_count),
        figures=_figures(rows, remarks, all_count=declared.all_count),
        remarks=remarks,
        files=tuple(file for reading in readings for file in reading.files),
        left_out=left_out,
    )


def _readings(sources: Sequence[Source], declared: Declared) -> tuple[list[Reading], dict[str, str]]:
    """Return the readings; a file that cannot be read is left out where others can."""
    options = declared.options()
    try:
        return read_files(sources, options), {}
    except Refused:
        found = [(source, refusal_of(source, options)) for source in sources]
    left_out = {source.name: refusal.sentence for source, refusal in found if refusal is not None}
    rest = [source for source, refusal in found if refusal is None]
    if not left_out:
        return read_files(sources, options), {}  # none of them is at fault by itself, so this says what is
    if not rest:
        raise Refused(" ".join(dict.fromkeys(left_out.values())), "nothing-readable")
    return read_files(rest, options), left_out


def _kept(number: int, reading: Reading, keep: Keep | None) -> Iterator[Trial]:
    if keep is None:
        yield from reading.trials
        return
    source = reading.files[0].name if len(reading.files) == 1 else ""
    for trial in reading.trials:
        keep(number, source, trial)
        yield trial


def _to_its_end(reading: Reading) -> None:
    """Let a reading that is no run complete its remarks."""
    for _ in reading.trials:
        pass


def _remarks(readings: Sequence[Reading], left_out: Mapping[str, str]) -> Iterator[str]:
    yield from (f"Left out: {sentence}" for sentence in left_out.values())
    for reading in readings:
        about = f"{reading.files[0].name}: " if len(readings) > 1 and reading.files else ""
        yield from (about + remark.sentence for remark in reading.remarks)
        yield from (about + sentence for sentence in reading.cannot_prove)


def _figures(rows: Rows, remarks: Sequence[str], *, all_count: bool) -> dict[str, Any]:
    if not len(rows):
        return {}
    found = summarise(rows, all_count=all_count)
    return {
        **as_json(found, None, remarks),
        "rows": found.rows,
        "tasks": found.tasks,
        "histogram": [list(cell) for cell in histogram(rows, all_count=all_count)],
    }
