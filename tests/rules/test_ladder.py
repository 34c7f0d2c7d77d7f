from dataclasses import replace
from typing import Any

import pytest

from app.rules.facts import Facts
from app.rules.ladder import LABEL, Advice, Ladder, climb
from app.rules.measured import NOTHING_MEASURED, Measured
from app.rules.records import RegistryFacts
from tests.rules.examples import SOUND, case, facts, ran, registry, row

SOUND_RUNS = {"baseline.accepted": 240, "baseline.rejected": 360, "training.group_size": 8}


def climbed(
    changes: dict[str, Any] | None = None, *, known: RegistryFacts | None = None, measured: Measured = NOTHING_MEASURED
) -> Ladder:
    asked: Facts = facts({**SOUND_RUNS, **(changes or {})}, known=known, measured=measured)
    return climb(asked)


def held(ladder: Ladder) -> list[bool | None]:
    return [ground.holds for ground in ladder.grounds]


def larger() -> RegistryFacts:
    small = registry()
    kinds = {name: replace(kind, larger_than_suggested=True) for name, kind in small.kinds.items()}
    return replace(small, kinds=kinds)


def test_it_is_no_observed_result() -> None:
    assert LABEL == "An engineering recommendation, not an observed training result."


def test_a_sound_inquiry_begins_with_a_bounded_pilot_and_says_why() -> None:
    ladder = climbed()
    assert ladder.advice is Advice.BOUNDED_PILOT
    assert "bounded pilot on the 27B model" in ladder.sentence
    assert held(ladder) == [True, True, True]
    assert ladder.missing == ()
    assert [ground.says for ground in ladder.grounds] == [
        ladder.grounds[0].says,
        "The untuned baseline accepts 40 %, so at most 98.3 % of groups of 8 would hold both verdicts.",
        "The wanted gain is 10 %; up to 25 % counts as near here. That is this desk's judgement, not a result.",
    ]
    assert "against a bound of" in ladder.grounds[0].says


def test_without_a_group_size_groups_of_eight_are_meant() -> None:
    assert "groups of 8" in climbed({"training.group_size": None}).grounds[1].says


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"verifier.cases": None}, "verifier.cases"),
        ({"verifier.cases": SOUND["verifier.cases"][1:]}, "verifier.cases"),
        ({"baseline.accepted": None}, "baseline.accepted"),
        ({"success.minimum_gain": None}, "success.minimum_gain"),
    ],
)
def test_a_missing_answer_is_named(changes: dict[str, Any], field: str) -> None:
    ladder = climbed(changes)
    assert ladder.advice is Advice.ANSWERS_FIRST
    assert [ground.field for ground in ladder.missing] == [field]


def test_a_case_begun_and_not_run_is_missing() -> None:
    begun = (row(type="V01", expected="accept"), *SOUND["verifier.cases"][1:])
    assert held(climbed({"verifier.cases": begun}))[0] is None


def test_a_verifier_that_erred_is_mended_first_whatever_else_is_missing() -> None:
    wrong = (row(type="V09", expected="reject", observed="accept"),)
    ladder = climbed({"verifier.cases": (*SOUND["verifier.cases"], *wrong), "baseline.accepted": None})
    assert ladder.advice is Advice.VERIFIER_FIRST
    assert ladder.grounds[0].says == "1 case came out otherwise than expected."
    twice = climbed({"verifier.cases": (*SOUND["verifier.cases"], *wrong, *wrong)})
    assert twice.grounds[0].says == "2 cases came out otherwise than expected."


def test_too_few_cases_for_the_bound_are_a_verifier_that_does_not_hold() -> None:
    few = (case("V01", "accept"), case("V02"), case("V03"))
    ladder = climbed({"verifier.cases": few})
    assert ladder.advice is Advice.VERIFIER_FIRST
    assert "16 runs that had to fail leave at most 17.1 % false accepts possible" in ladder.grounds[0].says
    assert held(climbed({"verifier.cases": few, "verifier.false_accept_bound": 0.9}))[0] is True


@pytest.mark.parametrize(
    ("accepted", "rejected", "holds"),
    [(540, 60, False), (539, 61, True), (30, 570, True), (6, 594, False), (0, 600, False)],
)
def test_the_learnable_band_has_two_ends(accepted: int, rejected: int, holds: bool) -> None:  # noqa: FBT001  a case
    ladder = climbed({"baseline.accepted": accepted, "baseline.rejected": rejected})
    assert held(ladder)[1] is holds
    assert ladder.advice is (Advice.BOUNDED_PILOT if holds else Advice.LARGER_MODEL)


def test_rows_say_what_typed_counts_can_only_bound() -> None:
    ladder = climbed(measured=ran(informative=0.29))
    assert held(ladder)[1] is False
    assert "so 29 % of groups of 8" in ladder.grounds[1].says


@pytest.mark.parametrize(("gain", "advice"), [(0.25, Advice.BOUNDED_PILOT), (0.26, Advice.LARGER_MODEL)])
def test_an_aim_too_far_away_may_justify_a_larger_model(gain: float, advice: Advice) -> None:
    ladder = climbed({"success.minimum_gain": gain})
    assert ladder.advice is advice
    if advice is Advice.LARGER_MODEL:
        assert ladder.sentence.startswith("A larger model may be worth it, if the baseline stays as measured")


def test_whoever_begins_larger_is_asked_what_the_smaller_one_showed() -> None:
    asked = climbed({"model.size_reason": None}, known=larger())
    assert asked.advice is Advice.ANSWERS_FIRST
    assert [ground.field for ground in asked.missing] == ["model.size_reason"]
    told = climbed({"model.size_reason": "1 of 200 tasks"}, known=larger())
    assert told.advice is Advice.LARGER_MODEL
    assert told.sentence.startswith("This inquiry begins with a larger model than is suggested.")
    assert told.grounds[-1].says == "In your words: “1 of 200 tasks” A run of it would show it."
