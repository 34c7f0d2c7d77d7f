"""Dumps of the verl trainer: one line for each completion, of a validation or of the training rollouts of a step."""

from collections.abc import Iterator, Sequence

from app.readers import values
from app.readers.dumps import CANNOT_PROVE, Noticed, Row, has_text, remark_steps, trials
from app.readers.head import Head
from app.readers.judging import Judge
from app.readers.prompts import Tasks
from app.readers.reading import Options, Reading
from app.readers.trial import Trial

NAME = "verl"
OWN = frozenset({"input", "output", "gts", "score", "step"})


def sniff(head: Head) -> bool:
    """A line holds the input, the output, its score and the step."""
    return head.is_lines and head.has("input", "output", "score", "step")


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Each file is a reading of its own: another step has other weights."""
    return [_read(head, options) for head in heads]


def _read(head: Head, options: Options) -> Reading:
    reading = Reading(NAME, (head.file(NAME),), cannot_prove=CANNOT_PROVE)
    reading.trials = _trials(head, reading, options)
    return reading


def _trials(head: Head, reading: Reading, options: Options) -> Iterator[Trial]:
    judge, tasks, steps = Judge(reading, options), Tasks(), Noticed()

    def trial(row: Row, line: int) -> Trial:
        task, repeat, digest = tasks.of(row.get("input"))
        steps.add(values.count(row.get("step")))
        components = {key: score for key, score in values.numbers(row).items() if key not in OWN}
        reward = values.score(row.get("score"))
        if options.scorer is not None:
            reward = components.get(options.scorer, reward if options.scorer == "score" else None)
        return Trial(
            task_id=task,
            repeat=repeat,
            verdict=judge.verdict(reward),
            reward=reward,
            components=components,
            has_output=has_text(row.get("output")),
            prompt_hash=digest,
            line=line,
        )

    yield from trials(head, reading, options, trial)
    remark_steps(reading, steps)
    judge.close()
