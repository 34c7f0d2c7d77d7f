"""What uploaded runs hold, in one pass and little memory: the answer of `pilotdesk read`."""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from app.readers.reading import ReadFile, Reading, Remark
from app.readers.trial import Trial, Verdict

MASK = 255
NAMED = 3  # names of models that are told one by one
MOST = 64  # that are kept
POLICIES = {
    "reject": "count as rejected",
    "drop": "are left out",
    "rerun": "have to be run again",
}


@dataclass(frozen=True, slots=True)
class Summary:
    """What the files hold together; a value that no file states is None, and a count of rows is a fact."""

    files: tuple[ReadFile, ...]
    rows: int
    tasks: int
    repeats: tuple[int, int] | None
    accepted: int
    rejected: int
    no_verdict: int
    usage_known: int
    model_name: str | None
    model_revision: str | None
    remarks: tuple[Remark, ...]

    @property
    def graded_only(self) -> float | None:
        """The rate among the rows that have a verdict."""
        graded = self.accepted + self.rejected
        return self.accepted / graded if graded else None

    @property
    def of_all(self) -> float | None:
        """The rate among all rows: what has no verdict is not accepted."""
        return self.accepted / self.rows if self.rows else None

    def as_json(self) -> dict[str, object]:
        """Return the object of the contract."""
        return {
            "files": [{"name": file.name, "format": file.format, "sha256": file.sha256} for file in self.files],
            "rows": self.rows,
            "tasks": self.tasks,
            "repeats": None if self.repeats is None else list(self.repeats),
            "accepted": self.accepted,
            "rejected": self.rejected,
            "no_verdict": self.no_verdict,
            "usage_known": self.usage_known,
            "model_name": self.model_name,
            "model_revision": self.model_revision,
            "rate": {"graded_only": self.graded_only, "all": self.of_all},
            "warnings": [remark.sentence for remark in self.remarks],
        }


class Tally:
    """Counts distinct tasks and the attempts at each, at eight bytes a row; the texts themselves are not kept."""

    def __init__(self) -> None:
        self._buckets = [array("q") for _ in range(MASK + 1)]

    def add(self, task: str) -> None:
        """Count one attempt."""
        key = hash(task)
        self._buckets[key & MASK].append(key)

    def result(self) -> tuple[int, tuple[int, int] | None]:
        """Return how many tasks there are, and the fewest and most attempts at one."""
        tasks, fewest, most = 0, 0, 0
        for bucket in self._buckets:
            if not bucket:
                continue
            counts = Counter(bucket).values()
            tasks += len(counts)
            fewest = min(fewest or len(bucket), *counts)
            most = max(most, *counts)
        return tasks, (fewest, most) if tasks else None


@dataclass(slots=True)
class _Counts:
    tally: Tally = field(default_factory=Tally)
    rows: int = 0
    verdicts: Counter[Verdict] = field(default_factory=Counter)
    usage_known: int = 0
    names: dict[str, None] = field(default_factory=dict)
    revisions: dict[str, None] = field(default_factory=dict)

    def count(self, trials: Iterator[Trial]) -> None:
        add, verdicts, names, revisions = self.tally.add, self.verdicts, self.names, self.revisions
        for trial in trials:
            self.rows += 1
            add(trial.task_id)
            verdicts[trial.verdict] += 1
            self.usage_known += trial.usage_known
            if trial.model_name is not None and len(names) <= MOST:
                names[trial.model_name] = None
            if trial.model_revision is not None and len(revisions) <= MOST:
                revisions[trial.model_revision] = None


def summarise(readings: Sequence[Reading], *, policy: str | None = None) -> Summary:
    """Consume the trials of all readings and say what they hold together."""
    counts = _Counts()
    for reading in readings:
        counts.count(reading.trials)
    tasks, repeats = counts.tally.result()
    return Summary(
        files=tuple(file for reading in readings for file in reading.files),
        rows=counts.rows,
        tasks=tasks,
        repeats=repeats,
        accepted=counts.verdicts[Verdict.ACCEPTED],
        rejected=counts.verdicts[Verdict.REJECTED],
        no_verdict=counts.verdicts[Verdict.NONE],
        usage_known=counts.usage_known,
        model_name=_only(counts.names),
        model_revision=_only(counts.revisions),
        remarks=tuple(dict.fromkeys(_remarks(readings, counts, policy))),
    )


def _only(names: Iterable[str]) -> str | None:
    known = list(names)
    return known[0] if len(known) == 1 else None


def _remarks(readings: Sequence[Reading], counts: _Counts, policy: str | None) -> Iterator[Remark]:
    yield from _on_models("model", counts.names)
    yield from _on_models("revision", counts.revisions)
    if counts.rows and not counts.revisions:
        yield Remark("No file says which revision of the weights was run; declare it beside the files.", "no-revision")
    if 0 < counts.usage_known < counts.rows:
        missing = counts.rows - counts.usage_known
        said = f"{missing:,} of {counts.rows:,}; that is not known, and not 0"
        yield Remark(f"Rows that do not say how many tokens they took: {said}.", "usage-partly-known")
    silent = counts.verdicts[Verdict.NONE]
    if silent:
        yield Remark(_on_silence(silent, counts.rows, policy), "no-verdict")
    for reading in readings:
        yield from reading.remarks
        yield from (Remark(sentence, "cannot-prove") for sentence in reading.cannot_prove)


def _on_models(what: str, names: Iterable[str]) -> Iterator[Remark]:
    known = list(names)
    if len(known) > 1:
        shown = ", ".join(known[:NAMED])
        more = " and more" if len(known) > NAMED else ""
        yield Remark(f"The rows name more than one {what}: {shown}{more}.", f"several-{what}s")


def _on_silence(silent: int, rows: int, policy: str | None) -> str:
    said = f"Rows without a verdict: {silent:,} of {rows:,}"
    if policy in POLICIES:
        return f"{said}; by the declared policy they {POLICIES[policy]}. Both rates are given."
    return f"{said}; declare whether they count as rejected, are left out, or are run again. Both rates are given."
