"""What is to be read, and the key that it is kept under: the same files and the same declarations are read once."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from app.infra import canonical
from app.readers.reading import Options
from app.readers.version import READER_VERSION

REJECT = "reject"  # the policy by which an attempt without a verdict counts as rejected


@dataclass(frozen=True, slots=True)
class SetFile:
    """One file of a set. `format` and `refusal` are empty until it was looked at; one that was left out says why."""

    name: str
    sha256: str
    size: int
    format: str = ""
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class Declared:
    """What the parties declared of how results are read."""

    threshold: float | None = None
    policy: str | None = None
    scorer: str | None = None

    @property
    def all_count(self) -> bool:
        """Whether attempts without a verdict count as rejected."""
        return self.policy == REJECT

    def options(self) -> Options:
        """Return what the readers ask for."""
        return Options(threshold=self.threshold, scorer=self.scorer, policy=self.policy)


def key_of(files: Sequence[SetFile], declared: Declared) -> str:
    """Return the key of these files in this order, read by today's readers."""
    named = [[file.name, file.sha256] for file in files]
    return canonical.digest({"files": named, "options": asdict(declared), "reader": READER_VERSION})
