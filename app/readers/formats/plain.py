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
        self._last: tuple[object, str | None] = (None, None)
        self._texts: dict[str, str | None] = {}

    def trial(self, row: Mapping[str, object], line: int) -> Trial:
        """Return the trial of one row; a ValueError says what the row lacks."""
        get = row.get
        task = self._name(get("task_id"))
        if task is None:
            raise ValueError("has no task_id")
        cluster, reward = get("cluster"), values.score(get("reward"))
        tokens_in, tokens_out = values.count(get("tokens_in")), values.count(get("tokens_out"))
        is_known = self._is_known(get("usage_known"), tokens_in, tokens_out)
        repeat, cost, text = values.count(get("repeat")), values.seconds(get("cost_usd")), self._text
        # one call with all fields: anything else takes longer, and there may be millions of rows
        return Trial(
            task,
            self._repeats.next(task) if repeat is None else repeat,
            "" if cluster is None else self._name(cluster) or "",
            self._verdict(row, reward),
            reward,
            values.numbers(inner) if (inner := get("components")) else {},
            text(given) if (given := get("model_name")) else None,
            text(given) if (given := get("model_revision")) else None,
            dict(values.mapping(inner)) if (inner := get("sampling")) else {},
            text(given) if (given := get("error_type")) else None,
            values.truth(get("infra")),
            values.truth(get("truncated")),
            values.seconds(get("latency_s")),
            text(given) if (given := get("latency_kind")) else None,
            tokens_in,
            values.count(given) if (given := get("tokens_in_cached")) else None,
            tokens_out,
            is_known,
            cost if cost or is_known else None,
            text(given) if (given := get("started_at")) else None,
            text(given) if (given := get("finished_at")) else None,
            prompt_hash=text(given) if (given := get("prompt_hash")) else None,
            line=line,
        )

    def _text(self, value: object) -> str | None:
        """Read a text that many rows may share, such as the name of the model, only once."""
        if not isinstance(value, str) or len(value) > values.SHOWN:
            return values.text(value)
        texts = self._texts
        if value in texts:
            return texts[value]
        found = values.text(value)
        if len(texts) < KEPT:
            texts[value] = found
        return found

    def _name(self, given: object) -> str | None:
        """Return an id; rows of one task stand beside each other, and its cluster is often itself."""
        if given == self._last[0]:
            return self._last[1]
        found = values.name(given)
        self._last = (given, found)
        return found

    def _verdict(self, row: Mapping[str, object], reward: float | None) -> Verdict:
        said = row.get("verdict")
        if not said:
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


KEPT = 100  # texts that are remembered
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
