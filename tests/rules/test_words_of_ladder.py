"""All that the ladder says of some inquiries, as `words/LADDER.txt` keeps it: advice, then its grounds by field."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.rules.ladder import climb
from app.rules.measured import NOTHING_MEASURED, Measured
from app.rules.records import RegistryFacts
from tests.rules.examples import SOUND, case, facts, ran, registry, row

KEPT = Path(__file__).parent / "words" / "LADDER.txt"
COUNTED: dict[str, Any] = {"baseline.accepted": 240, "baseline.rejected": 360, "training.group_size": 8}
WRONG = row(type="V09", expected="reject", observed="accept")


def larger() -> RegistryFacts:
    """Return the registry with every kind of change one that begins with a larger model."""
    small = registry()
    return replace(small, kinds={k: replace(kind, larger_than_suggested=True) for k, kind in small.kinds.items()})


TRIALS: tuple[tuple[str, dict[str, Any], RegistryFacts | None, Measured], ...] = (
    ("sound", {}, None, NOTHING_MEASURED),
    ("no group size", {"training.group_size": None}, None, NOTHING_MEASURED),
    ("large groups", {"training.group_size": 1_024}, None, NOTHING_MEASURED),
    ("no cases", {"verifier.cases": None}, None, NOTHING_MEASURED),
    ("one surprise", {"verifier.cases": (*SOUND["verifier.cases"], WRONG)}, None, NOTHING_MEASURED),
    ("two surprises", {"verifier.cases": (*SOUND["verifier.cases"], WRONG, WRONG)}, None, NOTHING_MEASURED),
    ("few cases", {"verifier.cases": (case("V01", "accept"), case("V02"), case("V03"))}, None, NOTHING_MEASURED),
    ("no bound", {"verifier.false_accept_bound": None}, None, NOTHING_MEASURED),
    ("a bound of none", {"verifier.false_accept_bound": 0}, None, NOTHING_MEASURED),
    ("no baseline", {"baseline.accepted": None}, None, NOTHING_MEASURED),
    ("rows", {}, None, ran(informative=0.29)),
    ("no gain", {"success.minimum_gain": None}, None, NOTHING_MEASURED),
    ("far", {"success.minimum_gain": 0.26}, None, NOTHING_MEASURED),
    ("larger", {"model.size_reason": "1 of 200 tasks"}, larger(), NOTHING_MEASURED),
    ("larger, no reason", {"model.size_reason": None}, larger(), NOTHING_MEASURED),
)


def lines() -> Iterator[str]:
    """Yield the advice of each inquiry and then its grounds."""
    for name, changes, known, measured in TRIALS:
        ladder = climb(facts({**COUNTED, **changes}, known=known, measured=measured))
        yield f"{name}: {ladder.advice}. {ladder.sentence}"
        for ground in ladder.grounds:
            yield f"    {ground.field}: {ground.asks} {ground.holds}. {ground.says}"


def test_the_ladder_says_word_by_word_what_was_agreed() -> None:
    assert list(lines()) == KEPT.read_text(encoding="utf-8").splitlines()
