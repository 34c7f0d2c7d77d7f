"""Which format a file has, told by its content and never by its name: each format looks, in this order."""

from collections.abc import Sequence
from typing import Protocol

from app.readers.formats import (
    checkpoint,
    harbor,
    inspect,
    lm_eval,
    nemo_gym,
    nemo_rl,
    openai_evals,
    otel,
    plain,
    serving,
    skyrl,
    slime,
    swe_bench,
    task_hashes,
    terminal_bench,
    trl,
    verifiers,
    verl,
)
from app.readers.head import Head
from app.readers.reading import Options, Reading


class Format(Protocol):
    """What each module of `formats` has. `read` gets all files of its format and groups what belongs together."""

    NAME: str

    def sniff(self, head: Head) -> bool:
        """Say whether this is a file of the format."""
        ...

    def read(self, heads: Sequence[Head], options: Options) -> list[Reading]:
        """Return a reading for each run that the files hold."""
        ...


FORMATS: tuple[Format, ...] = (
    task_hashes,
    inspect,
    lm_eval,
    verifiers,
    harbor,
    terminal_bench,
    swe_bench,
    nemo_gym,
    nemo_rl,
    openai_evals,
    otel,
    skyrl,
    slime,
    trl,
    verl,
    serving,
    checkpoint,
    plain,
)


def sniff(head: Head) -> Format | None:
    """Return the first format that knows this file."""
    return next((form for form in FORMATS if form.sniff(head)), None)
