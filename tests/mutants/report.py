"""Says what became of the mutants, by package."""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple


class Figures(NamedTuple):
    """How many mutants of a package, or of a module beside them, were run and noticed."""

    package: str
    run: int
    noticed: int

    @property
    def share(self) -> float:
        """Of a hundred mutants, how many were noticed."""
        return 100 * self.noticed / self.run

    def __str__(self) -> str:
        return f"{self.package:<16}{self.run:>7,}{self.noticed:>7,}{self.share:>7.1f} %"


def package(module: str) -> str:
    """Return the package of the rules that a module stands in, or the module's own name."""
    return module.split(".")[2]


def figures(kept: Mapping[str, str | None]) -> list[Figures]:
    """Count by package, from the names of the mutants and of the tests that noticed them, and all together."""
    by_package: dict[str, list[bool]] = defaultdict(list)
    for name, test in kept.items():
        by_package[package(name)].append(bool(test))
    rows = [Figures(name, len(noticed), sum(noticed)) for name, noticed in sorted(by_package.items())]
    return [*rows, Figures("all", sum(row.run for row in rows), sum(row.noticed for row in rows))] if rows else []
