"""Facts as JSON and back; what a later release adds or drops does not keep the rest from being read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from app.rules.measured import BenchFacts, CheckpointFiles, Interval, Measured, OverlapFacts, RunFacts
from app.statistics.spread import informative_of

T = TypeVar("T")
Kept = Mapping[str, Any]
SPREAD = "histogram"  # of the tasks, beside the facts


def measured_of(kept: Kept, *, group_size: int | None) -> Measured:
    """Return the facts; the share of informative groups is for the planned size, which no file knows."""
    measured = measured_from_json(kept)
    if measured.runs is None or not group_size:
        return measured
    cells = [(int(n), int(k), int(tasks)) for n, k, tasks in kept.get(SPREAD, ())]
    return replace(measured, runs=replace(measured.runs, informative=informative_of(cells, group_size)))


def measured_as_json(measured: Measured) -> dict[str, Any]:
    """Return the facts as JSON; sets are sorted, so that the same facts are the same bytes."""
    return {
        "runs": measured.runs and _plain(measured.runs),
        "checkpoint": measured.checkpoint and _plain(measured.checkpoint),
        "overlap": measured.overlap and _plain(measured.overlap),
        "benches": [_plain(bench) for bench in measured.benches],
    }


def measured_from_json(kept: Kept) -> Measured:
    """Return the facts that were kept."""
    return Measured(
        runs=_made(RunFacts, kept.get("runs"), _RUNS),
        checkpoint=_made(CheckpointFiles, kept.get("checkpoint"), {"end_tokens": _tokens}),
        overlap=_made(OverlapFacts, kept.get("overlap"), {}),
        benches=tuple(bench for each in kept.get("benches", ()) if (bench := _made(BenchFacts, each, {}))),
    )


def _plain(thing: Any) -> dict[str, Any]:  # noqa: ANN401  one of the frozen facts
    return {field.name: _value(getattr(thing, field.name)) for field in fields(thing)}


def _value(value: Any) -> Any:  # noqa: ANN401  any fact
    if isinstance(value, Interval):
        return [value.low, value.high]
    if isinstance(value, Mapping):
        return {key: _value(each) for key, each in value.items()}
    if isinstance(value, frozenset):
        return sorted(value)
    return list(value) if isinstance(value, tuple) else value


def _made(kind: Callable[..., T], plain: Kept | None, readers: Mapping[str, Callable[[Any], Any]]) -> T | None:
    if plain is None:
        return None
    known = {field.name for field in fields(kind)}  # type: ignore[arg-type]  # the kinds are dataclasses
    return kind(
        **{
            name: readers[name](value) if name in readers and value is not None else value
            for name, value in plain.items()
            if name in known
        }
    )


def _tokens(plain: Mapping[str, Sequence[str]]) -> dict[str, frozenset[str]]:
    return {file: frozenset(ends) for file, ends in plain.items()}


def _interval(ends: Sequence[float]) -> Interval:
    return Interval(*ends)


_RUNS: Mapping[str, Callable[[Any], Any]] = {
    "attempts": tuple,
    "model_names": frozenset,
    "model_revisions": frozenset,
    "interval": _interval,
    "filters": tuple,
}
