"""SWE-bench: the report of an evaluation, reports of instances, and predictions; trajectories add the cost."""

from collections.abc import Iterator, Mapping, Sequence

from app.readers import values
from app.readers.documents import document
from app.readers.formats import mini_swe_agent
from app.readers.formats.swe_bench_run import Run
from app.readers.head import Head
from app.readers.lines import BadRows, rows
from app.readers.reading import Options, Reading

NAME = "swe-bench"
CANNOT_PROVE = ("SWE-bench states neither times nor tokens nor cost; those stand in the trajectories of the agent.",)


def sniff(head: Head) -> bool:
    """A report with ids, predictions, reports by instance, or a trajectory of an agent."""
    given = head.items if isinstance(head.items, dict) else head.first
    is_whole = head.is_document and (_is_report(head.first) or _is_by_instance(head.first))
    return is_whole or _is_prediction(given) or mini_swe_agent.sniff(head)


def _is_report(given: Mapping[str, object]) -> bool:
    return "resolved_ids" in given and ("submitted_instances" in given or "submitted_ids" in given)


def _is_prediction(given: object) -> bool:
    return {"instance_id", "model_patch"} <= values.mapping(given).keys()


def _is_by_instance(given: Mapping[str, object]) -> bool:
    """Predictions, or reports, as an object with a key for each instance."""
    first = values.mapping(next(iter(given.values()), None))
    return "model_patch" in first or {"resolved", "patch_exists"} <= first.keys()


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Give each report the predictions and trajectories of its instances; without a report all is one run."""
    runs: list[Run] = []
    rest: list[tuple[Head, list[Mapping[str, object]]]] = []
    for head in heads:
        reading = Reading(NAME, (head.file(NAME),), cannot_prove=CANNOT_PROVE)
        given = document(head, reading, options) if head.is_document else None
        report = values.mapping(given)
        if _is_report(report):
            runs.append(Run(reading, report))
        else:
            rest.append((head, list(_parts(head, given, reading, options))))
    if not runs and all("attempt" in part for _, parts in rest for part in parts):
        return mini_swe_agent.read(heads, options)
    runs = runs or [Run(Reading(NAME, (), cannot_prove=CANNOT_PROVE), values.NOTHING)]
    for head, parts in rest:
        _home(runs, parts).add(head.file(_name(parts)), parts)
    for run in runs:
        run.reading.trials = run.trials()
    return [run.reading for run in runs]


def _parts(head: Head, given: object, reading: Reading, options: Options) -> Iterator[Mapping[str, object]]:
    """Yield what a file says of each instance, in few words: patches themselves are not kept."""
    by_id = values.mapping(given)
    if _is_prediction(given):
        yield _prediction(values.name(by_id.get("instance_id")), by_id)
    elif given is None:
        bad = BadRows(reading, options, head.source.name)
        for line, row in rows(head, reading, options):
            if values.name(row.get("instance_id")) is None:
                bad.add(line, "names no instance")
            else:
                yield _prediction(values.name(row.get("instance_id")), row)
        bad.close()
    elif _is_by_instance(by_id):
        for name, item in by_id.items():
            told = values.mapping(item)
            yield (_prediction if "model_patch" in told else _verdict)(values.name(name), told)
    elif values.sequence(given) and _is_prediction(values.sequence(given)[0]):
        for told in map(values.mapping, values.sequence(given)):
            yield _prediction(values.name(told.get("instance_id")), told)
    else:
        attempt = mini_swe_agent.attempt(given)
        yield {"id": attempt.task_id, "attempt": attempt}


def _prediction(name: str | None, row: Mapping[str, object]) -> Mapping[str, object]:
    patch = row.get("model_patch")
    has_patch = isinstance(patch, str) and bool(patch.strip())
    return {"id": name, "has_patch": has_patch, "model": values.text(row.get("model_name_or_path"))}


def _verdict(name: str | None, about: Mapping[str, object]) -> Mapping[str, object]:
    return {
        "id": name,
        "resolved": values.truth(about.get("resolved")),
        "has_patch": values.truth(about.get("patch_exists")),
    }


def _name(parts: Sequence[Mapping[str, object]]) -> str:
    return mini_swe_agent.NAME if any("attempt" in part for part in parts) else NAME


def _home(runs: Sequence[Run], parts: Sequence[Mapping[str, object]]) -> Run:
    """Return the run whose report submitted most of these instances and was not told of them yet."""
    ids = {part["id"] for part in parts}
    return max(runs, key=lambda run: (len(ids & run.submitted), -len(run.told)))
