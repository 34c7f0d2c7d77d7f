"""Samples of the slime trainer, written as JSONL. Its own debug files are torch pickles, which are never opened."""

from collections.abc import Iterator, Sequence

from app.readers import values
from app.readers.dumps import Noticed, Row, has_text, remark_count, trials
from app.readers.head import Head
from app.readers.judging import Judge
from app.readers.prompts import SHORT, prompt_hash
from app.readers.reading import Options, Reading
from app.readers.repeats import Repeats
from app.readers.scoring import Chooser
from app.readers.trial import Trial, Verdict

NAME = "slime"
COMPLETED, TRUNCATED = "completed", "truncated"
CANNOT_PROVE = (
    "A slime sample names no model and no revision; its weight version counts the updates of one training run.",
    "It holds no response time: only the time that was not spent generating.",
    "It holds no cost.",
)


def sniff(head: Head) -> bool:
    """A line holds the group, the length of the response and a status."""
    return head.is_lines and head.has("group_index", "response_length", "status")


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Each file is a reading of its own."""
    return [_read(head, options) for head in heads]


def _read(head: Head, options: Options) -> Reading:
    reading = Reading(NAME, (head.file(NAME),), cannot_prove=CANNOT_PROVE)
    reading.trials = _trials(head, reading, options)
    return reading


def _trials(head: Head, reading: Reading, options: Options) -> Iterator[Trial]:
    samples = _Samples(Judge(reading, options), Chooser(options, "reward"))
    yield from trials(head, reading, options, samples.trial)
    samples.close(reading)


class _Samples:
    """Makes trials of samples, and keeps what is to be said of all of them."""

    def __init__(self, judge: Judge, chooser: Chooser) -> None:
        self._judge = judge
        self._chooser = chooser
        self._repeats = Repeats()
        self._weights = Noticed()
        self._truncated = 0

    def trial(self, row: Row, line: int) -> Trial:
        """Return the trial of one sample; the prompt is what many groups may share."""
        digest = prompt_hash(row.get("prompt"))
        group = values.name(row.get("group_index"))
        task = group if group is not None or digest is None else digest[:SHORT]
        if task is None:
            raise ValueError("has neither a group nor a prompt")
        for version in values.sequence(row.get("weight_versions")):
            self._weights.add(values.name(version))
        status = values.text(row.get("status"))
        components = values.numbers(row.get("reward"))
        reward = values.score(row.get("reward"))
        if components:
            reward = self._chooser.choose(components)
        tokens_in, cached, tokens_out = _tokens(row)
        return Trial(
            task_id=task,
            repeat=self._repeats.next(task),
            cluster=digest[:SHORT] if digest else "",
            verdict=self._verdict(reward, status),
            reward=reward,
            components=components,
            error_type=status if status not in (COMPLETED, TRUNCATED) else None,
            truncated=status == TRUNCATED if status else None,
            tokens_in=tokens_in,
            tokens_in_cached=cached,
            tokens_out=tokens_out,
            usage_known=bool(tokens_in and tokens_out),
            has_output=has_text(row.get("response")),
            prompt_hash=digest,
            line=line,
        )

    def _verdict(self, reward: float | None, status: str | None) -> Verdict:
        if status == TRUNCATED and reward is not None:
            self._truncated += 1
            self._judge.verdict(reward)
            return Verdict.REJECTED
        return self._judge.verdict(reward) if status == COMPLETED else Verdict.NONE

    def close(self, reading: Reading) -> None:
        """Add the remarks on all samples."""
        self._chooser.close(reading)
        self._judge.close()
        why = "they count as rejected, whatever their reward; agree on whether that is meant"
        remark_count(reading, "truncated-rejected", self._truncated, "Samples that were cut off", why)
        if self._weights.are_many:
            said = "so the rows do not measure one checkpoint"
            reading.remark("mixed-weights", f"The samples come from several weight versions ({self._weights}), {said}.")


def _tokens(row: Row) -> tuple[int | None, int | None, int | None]:
    """Return prompt tokens, those of them that were cached, and tokens that the model itself wrote."""
    length = values.count(row.get("response_length"))
    written = sum(1 for mark in values.sequence(row.get("loss_mask")) if mark == 1)
    cache = values.mapping(row.get("prefix_cache_info"))
    asked = values.count(cache.get("total_prompt_tokens"))
    if not asked:
        whole = len(values.sequence(row.get("tokens")))
        asked = whole - length if length is not None and whole > length else None
    return asked, values.count(cache.get("cached_tokens")), written or length
