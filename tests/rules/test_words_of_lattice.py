"""What the lattice answers about some claims, checkpoints and uses, as `words/LATTICE.txt` keeps it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

from app.rules.lattice import match
from tests.rules.examples import CLAIMS, FP8, LARGE, SMALL, TODAY, UNSTATED, registry

KEPT = Path(__file__).parent / "words" / "LATTICE.txt"
ADVICE = replace(CLAIMS[0], id="advice-27b", stance="against", stance_use="compatibility-start", rung="registered")
ASKED = (SMALL.id, FP8.id, LARGE.id, UNSTATED.id, "acme/Unheard-of")
USED = ("recipe", "compatibility-start", "rl-result", "sequence-length", "background")
CITED = (CLAIMS[0], CLAIMS[2], CLAIMS[4], ADVICE)


def lines() -> Iterator[str]:
    """Yield each answer, with the axes by what they do to it."""
    known = registry(*CITED)
    for claim, repository, use in product(CITED, ASKED, USED):
        found = match(known, claim.id, repository, use=use, method="gspo", on=TODAY)
        axes = [f"{name} {' '.join(getattr(found, name))}" for name in ("axes", "decisive", "limiting", "differing")]
        yield (
            f"{claim.id} {repository} {use}: {found.verdict}. {found.sentence} // {found.would_change} // "
            f"{'; '.join(axes)}; against {' '.join(found.against)}; stale {found.stale}; {found.confirmation}"
        )


def test_the_lattice_says_word_by_word_what_was_agreed() -> None:
    assert list(lines()) == KEPT.read_text(encoding="utf-8").splitlines()
