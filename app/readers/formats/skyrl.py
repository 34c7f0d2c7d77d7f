"""Evaluations that the SkyRL trainer dumps: one file for each data source, and one with the averages of all."""

from collections.abc import Iterator, Sequence

from app.readers import values
from app.readers.documents import document
from app.readers.dumps import CANNOT_PROVE, Row, has_text, trials
from app.readers.head import Head
from app.readers.judging import Judge
from app.readers.lines import rows
from app.readers.prompts import Tasks
from app.readers.reading import Options, Reading
from app.readers.trial import Trial

NAME = "skyrl"
CUT_OFF = "length"


def sniff(head: Head) -> bool:
    """A line holds the prompt, the response and the class of its environment; the averages are all named eval/…."""
    return (head.is_lines and head.has("input_prompt", "output_response", "env_class")) or _is_averages(head)


def _is_averages(head: Head) -> bool:
    return bool(head.first) and all(key.startswith("eval/") for key in head.first)


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Each data source is a reading; averages belong to the only one, or stand alone."""
    dumps = [head for head in heads if head.is_lines and not _is_averages(head)]
    readings = [_read(head, options) for head in dumps]
    for head in heads:
        if head not in dumps:
            _add_averages(head, readings, len(dumps), options)
    return readings


def _add_averages(head: Head, readings: list[Reading], dumps: int, options: Options) -> None:
    alone = Reading(NAME, (head.file(NAME),))
    if head.is_lines:
        found = next((row for _, row in rows(head, alone, options)), {})
    else:
        found = dict(values.mapping(document(head, alone, options)))
    alone.stated = values.numbers(found)
    if dumps != 1:
        readings.append(alone)
        return
    home = readings[0]
    home.files = (*home.files, *alone.files)
    home.stated = alone.stated
    home.remarks.extend(alone.remarks)


def _read(head: Head, options: Options) -> Reading:
    reading = Reading(NAME, (head.file(NAME),), cannot_prove=CANNOT_PROVE)
    reading.trials = _trials(head, reading, options)
    return reading


def _trials(head: Head, reading: Reading, options: Options) -> Iterator[Trial]:
    judge, tasks = Judge(reading, options), Tasks()

    def trial(row: Row, line: int) -> Trial:
        task, repeat, digest = tasks.of(row.get("input_prompt"))
        reward = _score(row.get("score"))
        return Trial(
            task_id=task,
            repeat=repeat,
            verdict=judge.verdict(reward),
            reward=reward,
            truncated=_is_cut_off(row.get("stop_reason")),
            has_output=has_text(row.get("output_response")),
            prompt_hash=digest,
            line=line,
        )

    yield from trials(head, reading, options, trial)
    judge.close()


def _score(score: object) -> float | None:
    """Return one score; where there is one for each token, their sum is the score of the whole."""
    if not isinstance(score, list):
        return values.score(score)
    parts = [values.score(part) for part in score]
    known = [part for part in parts if part is not None]
    return values.number(sum(known)) if known and len(known) == len(parts) else None


def _is_cut_off(reason: object) -> bool | None:
    return reason == CUT_OFF if isinstance(reason, str) and reason else None
