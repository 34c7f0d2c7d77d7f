"""What the readers of row after row share: bad rows are left out, and what differs within a file is noticed."""

from collections.abc import Callable, Iterator, Mapping

from app.readers.head import Head
from app.readers.lines import BadRows, rows
from app.readers.reading import Options, Reading, Refused
from app.readers.trial import Trial

Row = Mapping[str, object]
NOTICED = 4

CANNOT_PROVE = (
    "A trainer's dump names no model and no revision; say which weights wrote it.",
    "It holds no times, no tokens and no cost.",
    "Tasks are told apart by their prompts: two tasks with the same prompt count as one.",
)


def trials(
    head: Head, reading: Reading, options: Options, trial_of: Callable[[Row, int], Trial | None]
) -> Iterator[Trial]:
    """Yield the trial of each row; `trial_of` raises a ValueError that goes on after "Line 12 of the file"."""
    bad = BadRows(reading, options, head.source.name)
    for line, row in rows(head, reading, options):
        try:
            trial = trial_of(row, line)
        except ValueError as fault:
            bad.add(line, str(fault))
            continue
        if trial is not None:
            yield trial
    bad.close()


def refuse_tasks(name: str, count: int, options: Options) -> None:
    """Refuse a file whose events belong to more tasks than are held at once."""
    if count > options.limits.tasks:
        said = f"holds events of more than {options.limits.tasks:,} tasks, which have to be gathered first"
        raise Refused(f"{name} {said}; give it in parts.", "too-many-tasks")


class Noticed:
    """The first few different values of something that should be one."""

    def __init__(self) -> None:
        self._values: dict[object, None] = {}

    def add(self, value: str | int | None) -> None:
        """Notice a value; None says nothing."""
        if value is not None and len(self._values) < NOTICED:
            self._values[value] = None

    @property
    def are_many(self) -> bool:
        """Whether there is more than one."""
        return len(self._values) > 1

    def __str__(self) -> str:
        shown = [str(value) for value in self._values]
        return ", ".join([*shown[: NOTICED - 1], "…"] if len(shown) == NOTICED else shown)


def remark_count(reading: Reading, code: str, count: int, what: str, why: str) -> None:
    """Say how many rows have something about them, where there are any."""
    if count:
        reading.remark(code, f"{what}: {count:,}; {why}.")


def remark_steps(reading: Reading, steps: Noticed) -> None:
    """Say that rows of several training steps come from several sets of weights."""
    if steps.are_many:
        said = "each step has other weights, so the rows do not measure one checkpoint"
        reading.remark("mixed-steps", f"{reading.files[0].name} mixes training steps ({steps}); {said}.")


def has_text(output: object) -> bool | None:
    """Say whether the model answered anything; None where the file does not hold the answer."""
    if isinstance(output, str):
        return bool(output) and not output.isspace()
    return bool(output) if isinstance(output, (dict, list)) else None
