"""Harbor: the result of each trial, and of the job that they belong to."""

from collections.abc import Iterator, Mapping, Sequence

from app.readers import values
from app.readers.documents import document
from app.readers.formats.harbor_trial import Trials
from app.readers.head import Head
from app.readers.judging import Judge
from app.readers.reading import Options, Reading
from app.readers.trial import Trial

NAME = "harbor"
CANNOT_PROVE = ("A Harbor result names the model, not the revision of its weights.",)


def sniff(head: Head) -> bool:
    """A trial pins its task and has a place for the verifier; a job counts trials."""
    return head.is_document and (_is_trial(head) or head.has("n_total_trials", "stats"))


def _is_trial(head: Head) -> bool:
    return head.has("task_checksum", "verifier_result")


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Give each job the trials that its figures name; trials that no job names are a run of their own."""
    names: dict[int, str | None] = {}
    jobs: list[_Job] = []
    for at, head in enumerate(heads):
        given = values.mapping(document(head, Reading(NAME, ()), options))
        if "n_total_trials" in given:
            jobs.append(_Job(head, given))
        else:
            names[at] = values.text(given.get("trial_name"))
    groups: dict[int | None, list[Head]] = {}
    for at, name in names.items():
        groups.setdefault(_home(name, jobs), []).append(heads[at])
    readings = [_job(job, groups.get(at, []), options) for at, job in enumerate(jobs)]
    if None in groups:
        readings.append(_read(Reading(NAME, (), cannot_prove=CANNOT_PROVE), groups[None], None, options))
    return readings


class _Job:
    """What is kept of the result of a job: its counts, and the names of its trials."""

    def __init__(self, head: Head, given: Mapping[str, object]) -> None:
        self.head = head
        self.stats = values.mapping(given.get("stats"))
        self.given = {key: value for key, value in given.items() if key not in {"stats", "trial_results"}}
        self.trials = frozenset(_named(self.stats))


def _named(value: object) -> Iterator[str]:
    """Yield the names of trials, which stand in the lists under the statistics."""
    if isinstance(value, dict):
        for item in value.values():
            yield from _named(item)
    elif isinstance(value, list):
        yield from (item for item in value if isinstance(item, str))


def _home(name: str | None, jobs: Sequence[_Job]) -> int | None:
    for at, job in enumerate(jobs):
        if name in job.trials:
            return at
    return 0 if len(jobs) == 1 else None


def _job(job: _Job, heads: Sequence[Head], options: Options) -> Reading:
    reading = Reading(NAME, (job.head.file(NAME),), cannot_prove=CANNOT_PROVE)
    reading.total = values.count(job.given.get("n_total_trials"))
    reading.completed = values.count(job.stats.get("n_completed_trials"))
    reading.finished = job.given.get("finished_at") is not None
    reading.status = "finished" if reading.finished else "running"
    if not reading.finished:
        reading.remark("unfinished", "The job has no end; its figures are those of a part.")
    cost = values.number(job.stats.get("cost_usd"))
    if cost is not None:
        reading.stated["cost_usd"] = cost
    evaluations = values.mapping(job.stats.get("evals"))
    for evaluation in evaluations.values() if len(evaluations) == 1 else ():
        found = values.numbers(values.mapping(evaluation).get("pass_at_k"))
        reading.stated.update({f"pass@{k}": value for k, value in found.items()})
    return _read(reading, heads, job.head, options)


def _read(reading: Reading, heads: Sequence[Head], job: Head | None, options: Options) -> Reading:
    reading.files = (*reading.files, *(head.file(NAME) for head in heads))
    reading.trials = _trials(reading, heads, job, options)
    return reading


def _trials(reading: Reading, heads: Sequence[Head], job: Head | None, options: Options) -> Iterator[Trial]:
    """Yield the trials of the files; a job that holds its trials itself gives those that have no file."""
    trials = Trials(Judge(reading, options), options.scorer)
    for head in heads:
        yield trials.trial(values.mapping(document(head, reading, options)))
    inside = values.mapping(document(job, reading, options)).get("trial_results") if job is not None else None
    for given in map(values.mapping, values.sequence(inside)):
        if values.text(given.get("trial_name")) not in trials.seen:
            yield trials.trial(given)
    if reading.total is not None and trials.count < reading.total:
        said = f"Trials that the job counts and that are not here: {reading.total - trials.count:,}."
        reading.remark("trials-missing", said)
    trials.close(reading)
