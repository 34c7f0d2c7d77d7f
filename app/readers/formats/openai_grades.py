"""Runs of the graders of reinforcement fine-tuning: a reward for each sample, and what went wrong with the grader."""

from collections.abc import Iterator

from app.readers import values
from app.readers.documents import document
from app.readers.dumps import Row, remark_count, trials
from app.readers.head import Head
from app.readers.judging import Judge
from app.readers.prompts import SHORT, prompt_hash
from app.readers.reading import Options, Reading
from app.readers.repeats import Repeats
from app.readers.trial import Trial, Verdict

GRADER_CANNOT_PROVE = (
    "A grader's run does not name the model that was graded: the model in it is the grader's.",
    "Its times and tokens are the grader's, so nothing is known of the model's.",
)
IDS = ("task_id", "sample_id", "id")


def is_grade(row: Row) -> bool:
    """Say whether this is what a grader answers."""
    return "reward" in row and "sub_rewards" in row and "errors" in values.mapping(row.get("metadata"))


def read_grades(head: Head, options: Options, form: str) -> Reading:
    """Return the reading of a file of grades: lines, a list or one of them."""
    reading = Reading(form, (head.file(form),), cannot_prove=GRADER_CANNOT_PROVE)
    reading.trials = _grades(head, reading, options)
    return reading


def _grades(head: Head, reading: Reading, options: Options) -> Iterator[Trial]:
    grades = _Grades(Judge(reading, options), options)
    if head.is_lines:
        yield from trials(head, reading, options, grades.trial)
    else:
        found = document(head, reading, options)
        for number, row in enumerate(found if isinstance(found, list) else [found], start=1):
            if isinstance(row, dict) and "reward" in row:
                yield grades.trial(row, number)
            else:
                reading.remark("bad-row", f"Item {number} of {head.source.name} is no grade, and is left out.", number)
    grades.close(reading)


class _Grades:
    """Makes trials of a grader's answers, and keeps what is to be said of all of them."""

    def __init__(self, judge: Judge, options: Options) -> None:
        self._judge = judge
        self._scorer = options.scorer
        self._repeats = Repeats()
        self._unnamed = 0

    def trial(self, row: Row, line: int) -> Trial:
        """Return the trial of one graded sample; an error of the grader is no verdict."""
        if "reward" not in row:
            raise ValueError("has no reward")
        metadata = values.mapping(row.get("metadata"))
        task, digest = self._task(row, line)
        failed = [key for key, value in values.mapping(metadata.get("errors")).items() if value is True]
        components = {**values.numbers(metadata.get("scores")), **values.numbers(row.get("sub_rewards"))}
        reward = values.score(row.get("reward")) if self._scorer is None else components.get(self._scorer)
        return Trial(
            task_id=task,
            repeat=self._repeats.next(task),
            verdict=Verdict.NONE if failed else self._judge.verdict(reward),
            reward=reward,
            components=components,
            error_type=values.text(failed[0]) if failed else None,
            infra=bool(failed),
            prompt_hash=digest,
            line=line,
        )

    def _task(self, row: Row, line: int) -> tuple[str, str | None]:
        """Return what names a sample, else the digest of its item."""
        for holder in (row, values.mapping(row.get("item"))):
            for key in IDS:
                name = values.name(holder.get(key))
                if name is not None:
                    return name, None
        digest = prompt_hash(row.get("item"))
        if digest is not None:
            return digest[:SHORT], digest
        self._unnamed += 1
        return f"row-{line}", None

    def close(self, reading: Reading) -> None:
        """Add the remarks on all rows."""
        self._judge.close()
        why = "each counts as a task of its own, and cannot be paired with another run"
        remark_count(reading, "tasks-unknown", self._unnamed, "Rows that name no task", why)
