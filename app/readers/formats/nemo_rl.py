"""Dumps of the NeMo RL trainer: content and rewards of each sample of a training step or a validation."""

from collections.abc import Iterator, Sequence

from app.readers import values
from app.readers.dumps import CANNOT_PROVE, Row, has_text, remark_count, trials
from app.readers.head import Head
from app.readers.judging import Judge
from app.readers.prompts import Tasks
from app.readers.reading import Options, Reading
from app.readers.repeats import Repeats
from app.readers.trial import Trial

NAME = "nemo_rl"
FEWEST = 2  # messages from which the first one is the prompt


def sniff(head: Head) -> bool:
    """A line holds content, rewards and the number of the sample."""
    return head.is_lines and head.has("content", "rewards", "idx")


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Each file is a reading of its own: another step has other weights."""
    return [_read(head, options) for head in heads]


def _read(head: Head, options: Options) -> Reading:
    reading = Reading(NAME, (head.file(NAME),), cannot_prove=CANNOT_PROVE)
    reading.trials = _trials(head, reading, options)
    return reading


def _trials(head: Head, reading: Reading, options: Options) -> Iterator[Trial]:
    judge, tasks, repeats = Judge(reading, options), Tasks(), Repeats()
    unsplit = 0

    def trial(row: Row, line: int) -> Trial:
        nonlocal unsplit
        messages = _messages(row.get("content"))
        reward = values.score(_only(row.get("rewards")))
        if len(messages) >= FEWEST:
            task, repeat, digest = tasks.of(messages[0])
        else:
            number = values.name(_only(row.get("idx")))
            if number is None:
                raise ValueError("has neither a prompt nor a number")
            unsplit += 1
            task, repeat, digest = f"sample-{number}", repeats.next(number), None
        return Trial(
            task_id=task,
            repeat=repeat,
            verdict=judge.verdict(reward),
            reward=reward,
            has_output=has_text(messages[-1]) if digest else None,
            prompt_hash=digest,
            line=line,
        )

    yield from trials(head, reading, options, trial)
    why = "which of them are the same task cannot be told"
    remark_count(reading, "tasks-unknown", unsplit, "Rows that hold prompt and answer in one text", why)
    judge.close()


def _only(value: object) -> object:
    """Return what stands in a list of one: samples are written as batches of one."""
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value


def _messages(content: object) -> Sequence[object]:
    inner = _only(content)
    return inner if isinstance(inner, list) else ()
