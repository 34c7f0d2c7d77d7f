"""What a reader answers: trial rows as a stream, remarks in words, and what the file says about itself.

The words are for people: a remark and a refusal are one sentence each. Text out of a file is shortened
and never marked up.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from app.readers.bench import Bench
from app.readers.checkpoint import Checkpoint
from app.readers.hashes import TaskSet
from app.readers.limits import Limits
from app.readers.trial import Trial


class Refused(Exception):  # noqa: N818  a refusal is an answer to a person, not an error of the program
    """This file is not read, and why: one sentence for a person, and a code that never changes."""

    def __init__(self, sentence: str, code: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing that a person should know about what was read; `line` counts from 1."""

    sentence: str
    code: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class ReadFile:
    """One file that was read; `format` is the name that `sniffing` found by content."""

    name: str
    format: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class Options:
    """What the parties declared: from which value a result is accepted, by which score, and what no verdict means.

    `scorer` names a score of the file (for lm-evaluation-harness `metric,filter`). `policy` is reject, drop or rerun.
    """

    threshold: float | None = None
    scorer: str | None = None
    policy: str | None = None
    limits: Limits = field(default_factory=Limits)
    clock: Callable[[], float] = time.monotonic


@dataclass(slots=True)
class Reading:
    """What one file, or files that belong together, hold. `trials` streams once; then the rest is complete."""

    format: str
    files: tuple[ReadFile, ...]
    trials: Iterator[Trial] = field(default_factory=lambda: iter(()))
    remarks: list[Remark] = field(default_factory=list)
    status: str = ""  # as the tool names it
    finished: bool | None = None
    invalidated: bool | None = None
    limited_to: int | None = None  # a run over the first tasks only
    dataset_tasks: int | None = None  # tasks in the set that it was limited from
    total: int | None = None  # rows that should be there
    submitted: int | None = None
    completed: int | None = None
    stated: dict[str, float] = field(default_factory=dict)  # figures that the file states about itself
    filters: tuple[str, ...] = ()
    cannot_prove: tuple[str, ...] = ()  # sentences
    bench: Bench | None = None
    checkpoint: Checkpoint | None = None
    hashes: TaskSet | None = None

    def remark(self, code: str, sentence: str, line: int | None = None) -> None:
        """Add a remark, unless the same one already stands there."""
        said = Remark(sentence, code, line)
        if said not in self.remarks:
            self.remarks.append(said)
