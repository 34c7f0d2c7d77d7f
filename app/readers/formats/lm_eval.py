"""lm-evaluation-harness: the results of a run, and the samples of each task, one line per document and filter."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from app.readers import values
from app.readers.documents import document
from app.readers.formats.lm_eval_run import Run
from app.readers.head import Head
from app.readers.judging import Judge
from app.readers.lines import BadRows, rows
from app.readers.reading import Options, Reading, Refused
from app.readers.repeats import Repeats
from app.readers.trial import Trial, Verdict

NAME = "lm-eval"
NO_FILTER = "none"
NOT_METRICS = {
    "doc_id", "doc", "target", "arguments", "resps", "filtered_resps", "filter", "metrics",
    "doc_hash", "prompt_hash", "target_hash",
}  # fmt: skip
CANNOT_PROVE = ("lm-evaluation-harness states neither response time nor tokens, cost or errors of single rows.",)
NAMED = 5  # tasks that are told one by one
MOST = 100  # filters, or means, that are kept
SAME = 1e-9  # means of the same rows differ by no more


def sniff(head: Head) -> bool:
    """One object with results and configs, or lines with a document and its filtered answers."""
    return _is_results(head) or (head.is_lines and head.has("doc_id", "filtered_resps"))


def _is_results(head: Head) -> bool:
    return head.is_document and head.has("results", "configs") and (head.has("n-shot") or head.has("versions"))


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Pair each file of samples with the results that state its hashes, or its means."""
    samples = [head for head in heads if head.is_lines and head.has("doc_id", "filtered_resps")]
    found = [_Results(head, options) for head in heads if head not in samples]
    lonely = []
    for head in samples:
        home = _home(head, found, alone=len(samples) == len(found) == 1, options=options)
        if home is None:
            lonely.append(head)
    readings = [results.reading for results in found]
    for results in found:
        results.start(options)
    return [*readings, *(_alone(head, options) for head in lonely)]


class _Results:
    """One results file, and the samples that were found to be of its tasks."""

    def __init__(self, head: Head, options: Options) -> None:
        self.reading = Reading(NAME, (head.file(NAME),), cannot_prove=CANNOT_PROVE)
        self.run = Run.of(values.mapping(document(head, self.reading, options)))
        self.samples: dict[str, Head] = {}

    def start(self, options: Options) -> None:
        reading, run = self.reading, self.run
        reading.files = (*reading.files, *(head.file(NAME) for head in self.samples.values()))
        reading.status, reading.finished = "success", True
        metric, chosen = run.chosen(options.scorer, reading.files[0].name)
        run.describe(reading, metric, chosen, tuple(self.samples))
        missing = [task for task in run.tasks if task not in self.samples]
        if missing:
            said = ", ".join(missing[:NAMED]) + (" and more" if len(missing) > NAMED else "")
            reading.remark("no-samples", f"The rows of these tasks are not here, only their figures: {said}.")
        parts = [
            _Rows(head, reading, options, task, run, metric, chosen, is_prefixed=len(self.samples) > 1)
            for task, head in self.samples.items()
        ]
        reading.trials = _trials(parts, reading, options)


def _alone(head: Head, options: Options) -> Reading:
    reading = Reading(NAME, (head.file(NAME),), cannot_prove=CANNOT_PROVE)
    reading.remark(
        "no-results", f"The results file that belongs to {head.source.name} is missing, and with it the model."
    )
    metric, _, chosen = (options.scorer or "").partition(",")
    reading.trials = _trials(
        [_Rows(head, reading, options, "", Run(), metric or None, chosen or None)], reading, options
    )
    return reading


def _home(head: Head, found: Sequence[_Results], *, alone: bool, options: Options) -> _Results | None:
    """Find the results and the task that these samples belong to, and put them there."""
    if alone and len(found[0].run.tasks) == 1:
        found[0].samples[found[0].run.tasks[0]] = head
        return found[0]
    if not found:
        return None
    print_ = _Fingerprint.of(head, options)
    places = [(results, task) for results in found for task in results.run.tasks if task not in results.samples]
    likely = [place for place in places if place[0].run.hashes.get(place[1]) == print_.digest] or places
    fitting = [place for place in likely if print_.fits(place[0].run.stated.get(place[1], {}))]
    for results, task in fitting:
        results.samples[task] = head
        return results
    return None


@dataclass(slots=True)
class _Fingerprint:
    """The digest that a results file states of its samples, and the means of their metrics."""

    digest: str
    means: dict[str, float]

    @classmethod
    def of(cls, head: Head, options: Options) -> "_Fingerprint":
        made, sums, counts = hashlib.sha256(), dict[str, float](), dict[str, int]()
        for _, row in rows(head, Reading(NAME, ()), options):
            made.update(
                "".join(str(row.get(f"{part}_hash")) for part in ("doc", "prompt", "target")).encode("utf-8", "replace")
            )
            for metric in _metrics(row):
                value, key = values.score(row.get(metric)), f"{metric},{_filter(row)}"
                if value is not None and (key in sums or len(sums) < MOST):
                    sums[key] = sums.get(key, 0.0) + value
                    counts[key] = counts.get(key, 0) + 1
        return cls(made.hexdigest(), {key: total / counts[key] for key, total in sums.items()})

    def fits(self, stated: Mapping[str, float]) -> bool:
        shared = self.means.keys() & stated.keys()
        return bool(shared) and all(abs(self.means[key] - stated[key]) <= SAME for key in shared)


def _filter(row: Mapping[str, object]) -> str:
    return values.text(row.get("filter")) or NO_FILTER


def _metrics(row: Mapping[str, object]) -> list[str]:
    """Return the names of the metrics; files of 2024 do not list them."""
    listed = row.get("metrics")
    if isinstance(listed, list):
        return [name for name in listed if isinstance(name, str)]
    return [name for name, value in row.items() if name not in NOT_METRICS and values.score(value) is not None]


@dataclass(slots=True)
class _Rows:
    """The rows of one task that pass through the filter that counts."""

    head: Head
    reading: Reading
    options: Options
    task: str
    run: Run
    metric: str | None
    chosen: str | None
    is_prefixed: bool = False
    filters: dict[str, None] = field(default_factory=dict)

    def trials(self, judge: Judge) -> Iterator[Trial]:
        repeats, bad, count = Repeats(), BadRows(self.reading, self.options, self.head.source.name), 0
        for line, row in rows(self.head, self.reading, self.options):
            if not self._counts(row):
                continue
            trial = self._trial(row, line, repeats, judge)
            if trial is None:
                bad.add(line, "has no document id")
                continue
            count += 1
            yield trial
        bad.close()
        if not count:
            self._refuse()

    def _counts(self, row: Mapping[str, object]) -> bool:
        name = _filter(row)
        if len(self.filters) < MOST:
            self.filters[name] = None
        if self.chosen is None:
            self.chosen = name
        return name == self.chosen

    def _trial(self, row: Mapping[str, object], line: int, repeats: Repeats, judge: Judge) -> Trial | None:
        task = values.name(row.get("doc_hash")) or values.name(row.get("doc_id"))
        if task is None:
            return None
        scores = {name: value for name in _metrics(row) if (value := values.score(row.get(name))) is not None}
        if self.metric is None:
            self.metric = next(iter(scores), None)
        reward = scores.pop(self.metric, None) if self.metric else None
        if self.is_prefixed:
            task = f"{self.task}/{task}"
        return Trial(
            task_id=task,
            repeat=repeats.next(task),
            verdict=Verdict.NONE if self.metric in self.run.lower else judge.verdict(reward),
            reward=reward,
            components=scores,
            model_name=self.run.model,
            model_revision=self.run.revision,
            sampling=self.run.sampling(self.task),
            has_output=_has_output(row.get("resps")),
            prompt_hash=values.text(row.get("prompt_hash")),
            line=line,
        )

    def _refuse(self) -> None:
        if self.options.scorer is not None and self.filters:
            said = f"has no rows for {self.options.scorer}; its filters are {', '.join(self.filters)}"
            raise Refused(f"{self.head.source.name} {said}.", "no-such-score")


def _has_output(answers: object) -> bool | None:
    given = [item for answer in values.sequence(answers) for item in values.sequence(answer)]
    return any(given) if given else None


def _trials(parts: Sequence[_Rows], reading: Reading, options: Options) -> Iterator[Trial]:
    judge, count = Judge(reading, options), 0
    for part in parts:
        for trial in part.trials(judge):
            count += 1
            yield trial
    judge.close()
    filters = tuple(dict.fromkeys(name for part in parts for name in part.filters))
    reading.filters = reading.filters or filters
    if len(filters) > 1 and parts and parts[0].chosen:
        said = f"Each document stands there once per filter ({', '.join(filters)}); {parts[0].chosen} was read."
        reading.remark("several-filters", said)
    if reading.total is not None and parts and count < reading.total:
        reading.remark("rows-missing", f"Rows that the run counts and that are not here: {reading.total - count:,}.")
