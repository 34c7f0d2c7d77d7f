"""One evaluation of SWE-bench: what its report lists, and what predictions and trajectories add to it."""

from collections.abc import Iterator, Mapping, Sequence

from app.readers import values
from app.readers.reading import ReadFile, Reading
from app.readers.trial import Trial, Verdict

REWARDS = {Verdict.ACCEPTED: 1.0, Verdict.REJECTED: 0.0}
# lists of the report, the later one decides: an infrastructure failure also stands among the unresolved
LISTS = {
    "submitted_ids": (Verdict.NONE, None),
    "unresolved_ids": (Verdict.REJECTED, None),
    "empty_patch_ids": (Verdict.REJECTED, "empty patch"),
    "resolved_ids": (Verdict.ACCEPTED, None),
    "error_ids": (Verdict.NONE, "error"),
    "ambiguous_failure_ids": (Verdict.NONE, "ambiguous failure"),
    "infra_failure_ids": (Verdict.NONE, "infrastructure failure"),
}


class Run:
    """A report, or no report, and what other files say of the same instances."""

    def __init__(self, reading: Reading, report: Mapping[str, object]) -> None:
        self.reading = reading
        self._verdicts: dict[str, tuple[Verdict, str | None]] = {}
        self._incomplete = frozenset(_ids(report.get("incomplete_ids")))
        for name, verdict in LISTS.items():
            self._verdicts.update(dict.fromkeys(_ids(report.get(name)), verdict))
        for name in self._incomplete:
            self._verdicts.pop(name, None)
        self.submitted: frozenset[object] = frozenset(self._verdicts)
        self.told: set[object] = set()
        self._has_report = bool(report)
        self._patches: dict[str, Mapping[str, object]] = {}
        self._attempts: dict[str, Trial] = {}
        self._ambiguous = len(_ids(report.get("ambiguous_failure_ids")))
        self._count(report)

    def _count(self, report: Mapping[str, object]) -> None:
        reading = self.reading
        reading.total = values.count(report.get("submitted_instances"))
        reading.submitted = reading.total
        reading.completed = values.count(report.get("completed_instances"))
        reading.dataset_tasks = values.count(report.get("total_instances"))
        if self._has_report:
            reading.status, reading.finished = "reported", not self._incomplete

    def add(self, file: ReadFile, parts: Sequence[Mapping[str, object]]) -> None:
        """Take in what another file says of instances."""
        self.reading.files = (*self.reading.files, file)
        for part in parts:
            name, attempt = part["id"], part.get("attempt")
            if not isinstance(name, str):
                continue
            self.told.add(name)
            if isinstance(attempt, Trial):
                self._attempts[name] = attempt
            else:
                self._patches[name] = part
            if "resolved" in part and name not in self.submitted:
                self._verdicts[name] = _verdict(part)
            elif not self._has_report:
                self._verdicts.setdefault(name, (Verdict.NONE, None))

    def trials(self) -> Iterator[Trial]:
        """Yield a trial for each instance that was submitted; those that were not run have none."""
        accepted = 0
        for name, (verdict, error) in self._verdicts.items():
            accepted += verdict is Verdict.ACCEPTED
            yield self._trial(name, verdict, error)
        self._close(accepted)

    def _trial(self, name: str, verdict: Verdict, error: str | None) -> Trial:
        patch = self._patches.get(name, values.NOTHING)
        trial = self._attempts.get(name) or Trial(name)
        trial.task_id = name
        trial.verdict, trial.reward = verdict, REWARDS.get(verdict)
        trial.error_type = error or trial.error_type
        trial.infra = True if error == "infrastructure failure" else trial.infra
        trial.model_name = values.text(patch.get("model")) or trial.model_name
        has_patch = values.truth(patch.get("has_patch"))
        trial.has_output = False if error == "empty patch" else trial.has_output if has_patch is None else has_patch
        return trial

    def _close(self, accepted: int) -> None:
        reading = self.reading
        if not self._has_report:
            if self._patches and not any("resolved" in part for part in self._patches.values()):
                reading.remark("no-report", "Predictions alone have no verdicts; add the report of the evaluation.")
            return
        rates = [
            f"{accepted} of {count:,} {what}"
            for count, what in (
                (reading.dataset_tasks, "in the set"),
                (reading.submitted, "submitted"),
                (reading.completed, "completed"),
            )
            if count is not None
        ]
        reading.remark("several-rates", f"One report, several rates: {', '.join(rates)}. Declare which of them counts.")
        unlisted = len(self.told - self._verdicts.keys() - self._incomplete)
        if unlisted:
            said = "Instances of other files that the report does not list, and that have no row"
            reading.remark("not-listed", f"{said}: {unlisted:,}.")
        if self._incomplete:
            reading.remark("not-run", f"Instances that were not run, and have no row: {len(self._incomplete):,}.")
        if self._ambiguous:
            said = "may be failures of the machinery; ask. Here they are no verdict"
            reading.remark("ask", f"Failures that the report calls ambiguous: {self._ambiguous:,}; they {said}.")


def _ids(given: object) -> tuple[str, ...]:
    return tuple(name for item in values.sequence(given) if (name := values.name(item)) is not None)


def _verdict(part: Mapping[str, object]) -> tuple[Verdict, str | None]:
    if part["resolved"] is None:
        return Verdict.NONE, None
    if part["resolved"]:
        return Verdict.ACCEPTED, None
    return Verdict.REJECTED, "empty patch" if part.get("has_patch") is False else None
