"""`python -m tests.mutants [package …]`: how many mutants of the rules the tests notice, and which they do not."""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tests.mutants.making import Mutant, make, passed_over
from tests.mutants.report import figures, package
from tests.mutants.running import Runner, run

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / "var" / "mutants.json"
WANTED = 95
# in another process there are no mutants
LEFT_OUT = (
    "--deselect=tests/rules/test_ruleset.py::test_the_digest_is_the_same_in_every_process",
    "--deselect=tests/rules/test_ruleset.py::test_the_digest_is_the_same_in_every_version_of_python_at_hand",
)
ITEMS = ("checkpoint", "evaluation", "environment", "reward", "budget", "evidence", "scope")


def is_own(mutant: Mutant, test: str) -> bool:
    """Say whether a test may notice the mutant: of an item's rules only its own, of what all share each one."""
    name = package(mutant.module)
    return name not in ITEMS or test.startswith(f"tests/rules/test_{name}") or f"_{name}" in test.partition("::")[0]


def main() -> int:
    """Make the mutants of the packages that are asked for, run them, print and keep what came of it."""
    asked = argparse.ArgumentParser(prog="python -m tests.mutants")
    asked.add_argument("packages", nargs="*", help="packages or modules of app/rules; all of them where none is named")
    asked.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked.add_argument("--survivors", action="store_true", help="only those that were not noticed the last time")
    asked.add_argument("--rest", action="store_true", help="only those that were not run before")
    asked.add_argument("--by-any", action="store_true", help="let every test notice, not only those of the item")
    asked.add_argument("--every", type=int, default=1, metavar="N", help="a sample: only each Nth mutant")
    given = asked.parse_args()
    start = time.monotonic()
    kept: dict[str, str | None] = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    mutants = list(_mutants(given.packages))[:: given.every]
    if given.survivors:
        mutants = [mutant for mutant in mutants if mutant.name in kept and not kept[mutant.name]]
    if given.rest:
        mutants = [mutant for mutant in mutants if mutant.name not in kept]
    print(f"{len(mutants):,} mutants, made in {time.monotonic() - start:.0f} s", flush=True)

    def keep(found: Mapping[Mutant, str | None]) -> None:
        kept.update({mutant.name: test for mutant, test in found.items()})
        KEPT.parent.mkdir(exist_ok=True)
        KEPT.write_text(json.dumps(kept, indent=1))

    found = run(Runner(mutants, _any if given.by_any else is_own, given.processes, keep), ["tests/rules", *LEFT_OUT])
    for mutant in sorted((mutant for mutant, test in found.items() if not test), key=lambda mutant: mutant.name):
        print(mutant.difference())
    for row in figures(kept):
        print(row)
    print(f"{time.monotonic() - start:.0f} s")
    return int(any(row.share < WANTED for row in figures({mutant.name: test for mutant, test in found.items()})))


def _mutants(packages: Sequence[str]) -> Iterator[Mutant]:
    for path in sorted((ROOT / "app" / "rules").rglob("*.py")):
        name = path.relative_to(ROOT).with_suffix("").parts[2]
        if not packages or name in packages:
            if missed := passed_over(path.read_text()):
                print(f"passed over in {path.relative_to(ROOT)}: {', '.join(missed)}")
            yield from make(ROOT, path)


def _any(_mutant: Mutant, _test: str) -> bool:
    return True


if __name__ == "__main__":
    sys.exit(main())
