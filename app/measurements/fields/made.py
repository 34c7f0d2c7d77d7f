"""From readings and their rows to the facts of the rules: the one place that knows both sides."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from typing import Any, TypeVar

from app.measurements.fields.kept import SPREAD, measured_as_json
from app.readers.bench import Bench
from app.readers.checkpoint import Checkpoint
from app.readers.reading import Reading
from app.rules.measured import BenchFacts, CheckpointFiles, Interval, Measured, OverlapFacts, RunFacts
from app.statistics.overlap import compare_sets
from app.statistics.rows import Rows
from app.statistics.run_facts import run_figures
from app.statistics.spread import histogram

T = TypeVar("T")
AUDIT = "validate"  # the state of files that judge a verifier; their rows are no attempts of a model
STATES = {"finished": "success", "running": "started", "reported": ""}  # of tools that have other words for it
FULL = "full_attention"


def facts_of(readings: Sequence[Reading], rows: Rows, *, all_count: bool) -> dict[str, Any]:
    """Return as JSON what these readings say, whose attempts are in the rows; read to their ends before."""
    runs = [reading for reading in readings if is_run(reading)]
    passports = (reading.checkpoint for reading in readings if reading.checkpoint is not None)
    measured = Measured(
        runs=_runs(runs, rows, all_count=all_count) if runs else None,
        checkpoint=_checkpoint(next(passports, None)),
        overlap=_overlap(readings),
        benches=tuple(_bench(reading.bench) for reading in readings if reading.bench is not None),
    )
    spread = histogram(rows, all_count=all_count) if runs else []
    return {**measured_as_json(measured), SPREAD: [list(cell) for cell in spread]}


def is_run(reading: Reading) -> bool:
    """Say whether this is a run of a model, whose rows are attempts."""
    beside = (reading.bench, reading.checkpoint, reading.hashes)
    return reading.status != AUDIT and all(other is None for other in beside)


def _runs(runs: Sequence[Reading], rows: Rows, *, all_count: bool) -> RunFacts:
    figures = asdict(run_figures(rows, group_size=None, all_count=all_count))
    ends = figures.pop("interval")
    return RunFacts(
        **figures,
        interval=None if ends is None else Interval(*ends),
        stated_standard_error=_only(error for reading in runs for error in _stated_errors(reading)),
        status=_state(runs),
        finished=_finished(runs),
        invalidated=_any(reading.invalidated for reading in runs),
        limited_to=_only(reading.limited_to for reading in runs),
        dataset_tasks=_only(reading.dataset_tasks for reading in runs),
        total=_sum([_in_the_set(reading) for reading in runs]),
        submitted=_sum([reading.submitted for reading in runs]),
        completed=_sum([reading.completed for reading in runs]),
        filters=tuple(dict.fromkeys(name for reading in runs for name in reading.filters)),
    )


def _state(runs: Sequence[Reading]) -> str:
    """Return the state of the runs; of several, the worst."""
    named = (STATES.get(reading.status, reading.status) for reading in runs)
    states = [state for state in named if state]
    return next((state for state in states if state != "success"), states[0] if states else "")


def _stated_errors(reading: Reading) -> Iterator[float]:
    """Yield the standard errors that a file states of its rate, whatever the score is called."""
    for name, value in reading.stated.items():
        if name.rpartition(".")[2] == "stderr":
            yield value


def _in_the_set(reading: Reading) -> int | None:
    """Return the first denominator: of a report the size of its set, else the rows that should be there."""
    return reading.total if reading.submitted is None else reading.dataset_tasks


def _finished(runs: Sequence[Reading]) -> bool | None:
    ends = [reading.finished for reading in runs]
    if False in ends:
        return False
    return None if None in ends else True


def _any(marks: Iterable[bool | None]) -> bool | None:
    known = [mark for mark in marks if mark is not None]
    return any(known) if known else None


def _only(values: Iterable[T | None]) -> T | None:
    """Return the one value that is stated; where runs state several, there is none that holds for all."""
    known = {value for value in values if value is not None}
    return known.pop() if len(known) == 1 else None


def _sum(counts: Sequence[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known and len(known) == len(counts) else None


def _overlap(readings: Sequence[Reading]) -> OverlapFacts | None:
    sets = [reading.hashes for reading in readings if reading.hashes is not None]
    found = compare_sets((tasks.which, tasks) for tasks in sets)
    return None if found is None else OverlapFacts(exact_hits=found.exact_hits, near_hits=found.near_hits)


def _checkpoint(said: Checkpoint | None) -> CheckpointFiles | None:
    if said is None:
        return None
    return CheckpointFiles(
        dtype=said.dtype or "",
        quantisation=said.quantisation or "",
        end_tokens={file: frozenset(str(token) for token in tokens) for file, tokens in said.end_tokens.items()},
        total_size=said.total_size,
        parameters=said.parameters,
        context_length=said.context_length,
        full_attention_layers=said.layer_types.count(FULL) if said.layer_types else said.layers,
        kv_heads=said.kv_heads,
        head_dimension=said.head_dim,
    )


def _bench(said: Bench) -> BenchFacts:
    return BenchFacts(
        concurrency=said.concurrency,
        failed=said.failed,
        input_tokens=said.mean_input_tokens,
        output_tokens=said.mean_output_tokens,
        hardware=said.hardware or "",
    )
