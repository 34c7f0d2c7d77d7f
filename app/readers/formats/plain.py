"""Plain rows, for people without any of the tools: JSONL or CSV with the names of a trial."""

import csv
from collections.abc import Callable, Iterator, Mapping, Sequence

from app.readers import values
from app.readers.head import Head, Shape
from app.readers.judging import Judge
from app.readers.limits import Limits
from app.readers.lines import BadRows, lines, rows
from app.readers.look import separator
from app.readers.parsing import UnreadableError, parse
from app.readers.reading import Options, Reading
from app.readers.repeats import Repeats
from app.readers.trial import Trial, Verdict

NAME = "plain"
CANNOT_PROVE = ("Plain rows say what somebody wrote into them; no tool stands behind them.",)


def sniff(head: Head) -> bool:
    """Plain rows have a task_id and a verdict or a reward."""
    names = head.names if head.shape is Shape.TABLE else tuple(head.first) if head.is_lines else ()
    return "task_id" in names and ("verdict" in names or "reward" in names)


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Each file is a run of its own."""
    return [_read(head, options) for head in heads]


def _read(head: Head, options: Options) -> Reading:
    reading = Reading(NAME, (head.file(NAME),), cannot_prove=CANNOT_PROVE)
    reading.trials = _trials(head, reading, options)
    return reading


def _trials(head: Head, reading: Reading, options: Options) -> Iterator[Trial]:
    bad = BadRows(reading, options, head.source.name)
    row_of = _Rows(Judge(reading, options), is_declared=options.threshold is not None)
    found = _table(head, options, bad) if head.shape is Shape.TABLE else rows(head, reading, options)
    for line, row in found:
        try:
            yield row_of.trial(row, line)
        except ValueError as fault:
            bad.add(line, str(fault))
    bad.close()
    row_of.close(reading)


class _Rows:
    """Makes trials of rows, and keeps what is to be said of all of them."""

    def __init__(self, judge: Judge, *, is_declared: bool) -> None:
        self._judge = judge
        self._is_declared = is_declared
        self._repeats = Repeats()
        self._overruled = 0
        self._zero_usage = 0

    def trial(self, row: Mapping[str, object], line: int) -> Trial:
        """Return the trial of one row; a ValueError says what the row lacks."""
        get = row.get
        task = values.name(get("task_id"))
        if task is None:
            raise ValueError("has no task_id")
        repeat, reward = values.count(get("repeat")), values.score(get("reward"))
        tokens_in, tokens_out = values.count(get("tokens_in")), values.count(get("tokens_out"))
        components, sampling = get("components"), get("sampling")
        is_known = self._is_known(get("usage_known"), tokens_in, tokens_out)
        cost = values.seconds(get("cost_usd"))
        return Trial(
            task_id=task,
            repeat=self._repeats.next(task) if repeat is None else repeat,
            cluster=values.name(get("cluster")) or "",
            verdict=self._verdict(row, reward),
            reward=reward,
            components=values.numbers(components) if components else {},
            model_name=values.text(get("model_name")),
            model_revision=values.text(get("model_revision")),
            sampling=dict(values.mapping(sampling)) if sampling else {},
            error_type=values.text(get("error_type")),
            infra=values.truth(get("infra")),
            truncated=values.truth(get("truncated")),
            latency_s=values.seconds(get("latency_s")),
            latency_kind=values.text(get("latency_kind")),
            tokens_in=tokens_in,
            tokens_in_cached=values.count(get("tokens_in_cached")),
            tokens_out=tokens_out,
            usage_known=is_known,
            cost_usd=cost if cost or is_known else None,
            started_at=values.text(get("started_at")),
            finished_at=values.text(get("finished_at")),
            prompt_hash=values.text(get("prompt_hash")),
            line=line,
        )

    def _verdict(self, row: Mapping[str, object], reward: float | None) -> Verdict:
        said = row.get("verdict")
        if said is None or said == "":
            if "verdict" not in row and "reward" not in row:
                raise ValueError("has neither a verdict nor a reward")
            return Verdict.NONE if row.get("infra") is True else self._judge.verdict(reward)
        stated = VERDICTS.get(said) if isinstance(said, str) else None
        if stated is None:
            raise ValueError("has a verdict that is none of accepted, rejected and none")
        if not self._is_declared or reward is None or stated is Verdict.NONE:
            return stated
        judged = self._judge.verdict(reward)
        self._overruled += judged is not stated
        return judged

    def _is_known(self, said: object, tokens_in: int | None, tokens_out: int | None) -> bool:
        if said is False or tokens_in is None or tokens_out is None:
            return False
        if tokens_in or tokens_out:
            return True
        self._zero_usage += 1
        return False

    def close(self, reading: Reading) -> None:
        """Add the remarks on all rows."""
        self._judge.close()
        if self._overruled:
            said = "the declared threshold overrides the verdict that the file states"
            reading.remark("verdict-overruled", f"In {self._overruled:,} rows {said}.")
        if self._zero_usage:
            said = "rows count no tokens at all; that is taken for not measured"
            reading.remark("zero-usage", f"{self._zero_usage:,} {said}.")


def _table(head: Head, options: Options, bad: BadRows) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Yield the rows of a CSV file; a line is counted where its row ends."""
    texts = (text for _, text in _texts(head, options, bad))
    reader = csv.reader(texts, delimiter=separator(head.text.lstrip().split("\n", 1)[0]))
    names = [name.strip() for name in next(reader, [])]
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as fault:
            bad.add(reader.line_num, f"is not CSV ({fault})")
            continue
        if len(cells) == len(names):
            yield reader.line_num, {name: _cell(name, cell.strip()) for name, cell in zip(names, cells, strict=True)}
        elif cells:
            bad.add(reader.line_num, f"has {len(cells)} cells where the header has {len(names)}")


def _texts(head: Head, options: Options, bad: BadRows) -> Iterator[tuple[int, str]]:
    for number, raw in lines(head, options, bad):
        yield number, raw.decode("utf-8", "replace").replace("\0", "")


def _cell(name: str, cell: str) -> object:
    if cell == "":
        return None
    read = CELLS.get(name)
    return cell if read is None else read(cell)


def _number(cell: str) -> object:
    try:
        return float(cell)
    except ValueError:
        return None


def _truth(cell: str) -> object:
    return TRUTHS.get(cell.lower())


def _object(cell: str) -> object:
    try:
        return parse(cell.encode(), Limits(), values=MANY)[0]
    except UnreadableError:
        return None


MANY = 10_000  # values in one cell of a table
TRUTHS = {"true": True, "false": False, "1": True, "0": False, "yes": True, "no": False}
VERDICTS = {str(verdict): verdict for verdict in Verdict}
CELLS: Mapping[str, Callable[[str], object]] = {
    **dict.fromkeys(
        ("repeat", "reward", "latency_s", "tokens_in", "tokens_in_cached", "tokens_out", "cost_usd"), _number
    ),
    **dict.fromkeys(("usage_known", "infra", "truncated"), _truth),
    **dict.fromkeys(("components", "sampling"), _object),
}
