"""Completions of the TRL trainer: parquet files, read with pyarrow, which is installed on wish."""

from collections.abc import Iterator, Sequence
from typing import Any

from app.readers import values
from app.readers.dumps import CANNOT_PROVE, Noticed, has_text, remark_steps
from app.readers.head import Head, Shape
from app.readers.judging import Judge
from app.readers.limits import MIB
from app.readers.lines import BadRows
from app.readers.prompts import Tasks
from app.readers.reading import Options, Reading, Refused
from app.readers.scoring import Chooser
from app.readers.trial import Trial

NAME = "trl"
COLUMNS = frozenset({"step", "prompt", "completion", "advantage"})
BATCH = 256
LONGEST = 16 * MIB  # of one text in the file's own description


def sniff(head: Head) -> bool:
    """A parquet file with the columns of completions."""
    if head.shape is not Shape.PARQUET:
        return False
    if _pyarrow() is None:
        if head.source.is_optional:
            return False
        said = "is a parquet file, which is read with pyarrow; install the extra with: pip install 'pilotdesk[parquet]'"
        raise Refused(f"{head.source.name} {said}.", "needs-parquet")
    with head.source.open() as stream:
        return set(_open(head, stream).schema_arrow.names) >= COLUMNS


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Each file is a reading of its own: another step has other weights."""
    return [_read(head, options) for head in heads]


def _read(head: Head, options: Options) -> Reading:
    reading = Reading(NAME, (head.file(NAME),), cannot_prove=CANNOT_PROVE)
    reading.trials = _trials(head, reading, options)
    return reading


def _pyarrow() -> Any:  # noqa: ANN401  a module that comes without types
    try:
        import pyarrow.parquet  # noqa: PLC0415  big, and only needed for these files
    except ImportError:
        return None
    return pyarrow


def _open(head: Head, stream: object) -> Any:  # noqa: ANN401  a type of a library that comes without types
    arrow = _pyarrow()
    try:
        return arrow.parquet.ParquetFile(stream, thrift_string_size_limit=LONGEST, thrift_container_size_limit=MIB)
    except (arrow.ArrowException, OSError, ValueError):
        raise _damaged(head) from None


def _damaged(head: Head) -> Refused:
    return Refused(f"{head.source.name} is a damaged parquet file.", "damaged")


def _trials(head: Head, reading: Reading, options: Options) -> Iterator[Trial]:
    completions = _Completions(Judge(reading, options), Chooser(options))
    bad = BadRows(reading, options, head.source.name)
    for line, row in _rows(head, options):
        try:
            yield completions.trial(row, line)
        except ValueError as fault:
            bad.add(line, str(fault))
    bad.close()
    completions.close(reading)


def _rows(head: Head, options: Options) -> Iterator[tuple[int, dict[str, object]]]:
    arrow = _pyarrow()
    latest = options.clock() + options.limits.seconds
    number = 0
    with head.source.open() as stream:
        parquet = _open(head, stream)
        _guard(head, parquet.metadata, options)
        batches = parquet.iter_batches(batch_size=BATCH, use_threads=False)
        while True:
            try:
                batch = next(batches, None)
                found = [] if batch is None else batch.to_pylist()
            except (arrow.ArrowException, OSError, ValueError):
                raise _damaged(head) from None
            if batch is None:
                return
            if options.clock() > latest:
                said = f"took longer than {options.limits.seconds:g} seconds to read"
                raise Refused(f"{head.source.name} {said}.", "too-slow")
            for row in found:
                number += 1
                yield number, row


def _guard(head: Head, known: Any, options: Options) -> None:  # noqa: ANN401  a type of a library without types
    """Refuse a file whose parts unpack to more than may be in memory at once."""
    limits = options.limits
    for part in range(known.num_row_groups):
        group = known.row_group(part)
        sizes = [group.column(at).total_uncompressed_size for at in range(group.num_columns)]
        if sum(sizes) > limits.document:
            said = f"unpacks to more than {limits.document // MIB} MiB at once"
            raise Refused(f"{head.source.name} {said}; write it in smaller parts.", "too-large-unpacked")


def _is_reward(key: str, value: object) -> bool:
    """Say whether a column is a reward: a number, or nothing where its function did not apply."""
    return key not in COLUMNS and (value is None or isinstance(value, (int, float)))


class _Completions:
    """Makes trials of completions, and keeps what is to be said of all of them."""

    def __init__(self, judge: Judge, chooser: Chooser) -> None:
        self._judge = judge
        self._chooser = chooser
        self._tasks = Tasks()
        self._steps = Noticed()

    def trial(self, row: dict[str, object], line: int) -> Trial:
        """Return the trial of one row; what is no own column of the trainer is a reward."""
        task, repeat, digest = self._tasks.of(row.get("prompt"))
        self._steps.add(values.count(row.get("step")))
        components = {key: score for key, score in values.numbers(row).items() if key not in COLUMNS}
        reward = self._chooser.choose(components, [key for key, value in row.items() if _is_reward(key, value)])
        return Trial(
            task_id=task,
            repeat=repeat,
            verdict=self._judge.verdict(reward),
            reward=reward,
            components=components,
            has_output=has_text(row.get("completion")),
            prompt_hash=digest,
            line=line,
        )

    def close(self, reading: Reading) -> None:
        """Add the remarks on all rows."""
        self._chooser.close(reading)
        self._judge.close()
        remark_steps(reading, self._steps)
