from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.rules.facts import Answers
from app.rules.stop_conditions import Remark, conditions, lint
from app.rules.stop_metrics import NATURES, TRAINERS, Signal, names_of, spoken, trainer_of

GOOD: dict[str, dict[str, Any]] = {
    "quality": {"metric": "val-core/tasks/acc/mean@1", "comparison": "below", "threshold": 0.28, "window": "10 steps"},
    "divergence": {"metric": "actor/grad_norm", "comparison": "above", "threshold": 5.0, "window": "3 steps"},
    "reward-hacking": {"metric": "actor/ppo_kl", "comparison": "above", "threshold": 0.1, "window": "4 steps"},
    "time": {"metric": "hours since the start", "comparison": "above", "threshold": 150},
    "money": {"metric": "EUR spent", "comparison": "above", "threshold": 30000},
}
ABOUT: dict[str, Any] = {
    "training.trainer": Answers({"name": "verl", "version": "1"}),
    "training.steps": 80,
    "budget.cap": 4_200_000,
    "budget.currency": "EUR",
    "timing.earliest_start": date(2027, 2, 1),
    "timing.finish_by": date(2027, 3, 1),
    "success.comparison": "greater",
    "success.baseline_value": 0.31,
    "success.target_value": 0.46,
}


def answers(*rows: dict[str, Any], **about: Any) -> Answers:  # noqa: ANN401  answers are of any type
    """An inquiry with these conditions; a name with __ for its dot, and None for no answer."""
    given = {**ABOUT, **{name.replace("__", "."): value for name, value in about.items()}}
    found = {name: value for name, value in given.items() if value is not None}
    return Answers({**found, "budget.stop_conditions": tuple(Answers(row) for row in rows)})


def good(**changes: dict[str, Any]) -> list[dict[str, Any]]:
    """Five conditions that would do, with changes by what they cover."""
    by_name = {name.replace("_", "-"): change for name, change in changes.items()}
    rows = ({"covers": covers, "action": "stop", **row, **by_name.get(covers, {})} for covers, row in GOOD.items())
    return [{key: value for key, value in row.items() if value is not None} for row in rows]


def kinds(*rows: dict[str, Any], **about: Any) -> list[tuple[str, str]]:  # noqa: ANN401  answers are of any type
    return [(remark.field.removeprefix("budget."), remark.kind) for remark in lint(answers(*rows, **about))]


def test_conditions_that_would_stop_a_run_in_time_are_left_alone() -> None:
    assert kinds(*good()) == []
    assert lint(answers()) == ()


def test_a_metric_that_the_trainer_does_not_log_is_told() -> None:
    (remark,) = lint(answers(*good(divergence={"metric": "gradient norm"})))
    assert remark == Remark(
        "budget.stop_conditions.1",
        "not-emitted",
        "verl logs nothing under the name “gradient norm”: unless somebody computes it, nobody is told.",
        "Use a name that it logs, such as actor/grad_norm, or say who computes this one and when.",
    )
    (remark,) = lint(answers(*good(divergence={"metric": "mood of the model"})))
    assert remark.remedy == "Use a name that it logs, or say who computes this one and when."


def test_another_trainer_logs_other_names() -> None:
    found = kinds(*good(), training__trainer=Answers({"name": "TRL"}))
    assert found == [(f"stop_conditions.{row}", "not-emitted") for row in (0, 1, 2)]


def test_what_an_unknown_trainer_logs_cannot_be_told() -> None:
    (first, *_) = lint(answers(*good(), training__trainer=Answers({"name": "our own"})))
    assert (first.kind, first.sentence) == (
        "trainer-unknown",
        "What “our own” logs is not known here, so whether anyone sees “val-core/tasks/acc/mean@1” cannot be told.",
    )
    (first, *_) = lint(answers(*good(), training__trainer=None))
    assert first.sentence.startswith("No trainer is declared, so whether anyone sees")


def test_a_metric_that_cannot_show_the_danger_leaves_it_uncovered() -> None:
    found = lint(answers(*good(reward_hacking={"metric": "critic/score/mean", "comparison": "below"})))
    assert [remark.kind for remark in found] == ["does-not-show", "uncovered"]
    assert found[0].sentence == (
        "“critic/score/mean” does not show a reward that is gamed: it can look well while that happens."
    )
    assert found[1].sentence == "No condition would see a reward that is gamed."


def test_dangers_without_a_row_are_uncovered() -> None:
    assert kinds(*good()[:3]) == [("stop_conditions", "uncovered")]
    assert kinds({"covers": "quality"}) == [("stop_conditions", "uncovered")]


def test_the_wrong_side_is_told() -> None:
    changes = {"comparison": "above", "threshold": 0.6}
    assert kinds(*good(quality=changes)) == [("stop_conditions.0", "wrong-side")]
    assert kinds(*good(divergence={"comparison": "below"})) == [("stop_conditions.1", "wrong-side")]
    assert kinds(*good(divergence={"metric": "actor/entropy_loss", "comparison": "below"})) == []


@pytest.mark.parametrize("window", ["80 steps", "200 updates", "at the end of the run", "whole run", "final check"])
def test_what_is_known_only_at_the_end_is_after_the_money(window: str) -> None:
    assert kinds(*good(quality={"window": window})) == [("stop_conditions.0", "after-the-money")]


def test_a_window_that_is_not_said_is_one_step() -> None:
    assert kinds(*good(quality={"window": None}, divergence={"window": "now and then"})) == []
    assert kinds(*good(quality={"window": "90 steps"}), training__steps=None) == []
    assert [one.window for one in conditions(answers(*good()))] == [10, 3, 4, 1, 1]


def test_a_threshold_at_the_cap_or_the_end_of_the_window_fires_too_late() -> None:
    found = lint(answers(*good(money={"threshold": 42000}, time={"threshold": 28 * 24})))
    assert [remark.kind for remark in found] == ["after-the-money", "after-the-money"]
    assert found[0].sentence == ("This fires above 672, when the window of the pilot has ended already (at 672).")
    assert found[1].sentence == "This fires above 42,000, when the cap is spent already (at 42,000)."


@pytest.mark.parametrize(
    "about",
    [
        {"budget__cap": None, "timing__finish_by": None},
        {"budget__currency": "JPY", "timing__earliest_start": None},
    ],
    ids=["none", "other parts"],
)
def test_where_cap_and_window_are_not_known_nothing_is_said_of_them(about: dict[str, Any]) -> None:
    assert kinds(*good(money={"threshold": 10**7}, time={"threshold": 10**5}), **about) == []
    assert kinds(*good(money={"threshold": None}, time={"comparison": None})) == []


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"threshold": 0.0}, "unreachable"),
        ({"threshold": 1.5}, "always"),
        ({"metric": "response_length/clip_ratio", "comparison": "above", "threshold": 1.0}, "unreachable"),
        ({"metric": "response_length/clip_ratio", "comparison": "above", "threshold": -0.1}, "always"),
    ],
)
def test_a_threshold_outside_the_range_of_its_metric_is_told(change: dict[str, Any], kind: str) -> None:
    assert kinds(*good(quality=change)) == [("stop_conditions.0", kind)]


def test_an_open_range_is_said_as_one() -> None:
    (remark,) = lint(answers(*good(divergence={"threshold": -1.0})))
    assert remark.sentence == "“actor/grad_norm” goes from 0 up, so a threshold of -1 is always passed."
    assert kinds(*good(divergence={"metric": "actor/entropy", "comparison": "below", "threshold": 0})) == [
        ("stop_conditions.1", "unreachable")
    ]
    assert kinds(*good(divergence={"metric": "critic/score/mean", "comparison": "below", "threshold": -9})) == []


def test_a_threshold_above_the_baseline_stops_a_healthy_run() -> None:
    (remark,) = lint(answers(*good(quality={"threshold": 0.4})))
    assert remark.kind == "wrong-side-of-baseline"
    assert remark.sentence == (
        "The untuned model stands at 0.31. A threshold of 0.4 lies above it: a healthy run is stopped after 10 steps "
        "unless it has gained by then."
    )
    (remark,) = lint(answers(*good(quality={"threshold": 0.5})))
    assert "lies above it, and above the target of 0.46: a healthy run" in remark.sentence
    assert "target" not in lint(answers(*good(quality={"threshold": 0.5}), success__target_value=None))[0].sentence
    assert "after 1 step unless" in lint(answers(*good(quality={"threshold": 0.4, "window": None})))[0].sentence
    assert kinds(*good(quality={"threshold": 0.4, "window": "16 steps"})) == []
    assert len(kinds(*good(quality={"threshold": 0.4, "window": "16 steps"}), training__steps=None)) == 1
    assert kinds(*good(quality={"threshold": 0.4}), success__comparison="less") == []
    assert kinds(*good(quality={"threshold": 0.4}), success__baseline_value=None) == []


def test_conditions_that_leave_no_value_or_ask_for_two_things_are_contradictory() -> None:
    entropy = {"covers": "divergence", "metric": "actor/entropy", "action": "stop"}
    low, high = {"comparison": "below", "threshold": 0.5}, {"comparison": "above", "threshold": 0.2}
    for first, second in ((low, high), (high, low)):
        assert kinds(*good(), {**entropy, **first}, {**entropy, **second}) == [("stop_conditions.6", "contradictory")]
    twice = [{**entropy, **high, "metric": "Actor/Entropy", "action": action} for action in ("stop", "pause")]
    assert kinds(*good(), *twice) == [("stop_conditions.6", "contradictory")]
    assert kinds(*good(), {**entropy, **high}, {**entropy, **high}) == []
    assert kinds(*good(), {**entropy, **high}, {**entropy, **low, "threshold": 0.1}) == []
    assert kinds(*good(), {**entropy, **high}, {**entropy, "comparison": "above"}) == []


def test_trainers_are_known_by_the_names_that_people_write() -> None:
    written = ("VERL", "SkyRL (train)", "NeMo-RL", "TRL GRPO", "slime", "Unsloth/TRL", "prime-rl 0.4")
    assert [found.name for name in written if (found := trainer_of(name))] == [
        *("verl", "SkyRL", "NeMo RL", "TRL", "slime", "Unsloth", "prime-rl"),
    ]
    assert trainer_of("") is None
    assert names_of() == "NeMo RL, prime-rl, SkyRL, slime, TRL, Unsloth, verl"


@pytest.mark.parametrize("trainer", TRAINERS, ids=lambda trainer: trainer.name)
def test_every_trainer_logs_reward_validation_and_distance(trainer: Any) -> None:  # noqa: ANN401  one of the table
    for signal in (Signal.REWARD, Signal.VALIDATION, Signal.KL, Signal.GRADIENT):
        name = trainer.name_for(signal)
        assert trainer.signal_of(f"`{name.replace('*', 'x')}`") is signal
    assert trainer.name_for(Signal.HOURS) == ""
    assert trainer.signal_of("no such thing") is None


def test_words_of_people_are_understood_as_far_as_they_go() -> None:
    assert spoken("Hours since the start") is Signal.HOURS
    assert spoken("the reward less the analysts' share") is Signal.GAP
    assert spoken("mood") is None
    assert set(NATURES) == set(Signal)


words = st.sampled_from(["actor/ppo_kl", "hours", "EUR spent", "val-core/a", "entropy", "mood", ""])
rows = st.fixed_dictionaries(
    {},
    optional={
        "covers": st.sampled_from(list(GOOD)),
        "metric": words,
        "comparison": st.sampled_from(["above", "below"]),
        "threshold": st.floats(-10, 10**6),
        "window": st.sampled_from(["", "3 steps", "whole run", "999999999999 steps"]),
        "action": st.sampled_from(["stop", "pause"]),
    },
)


@settings(suppress_health_check=[HealthCheck.too_slow])  # the machine may be busy
@given(st.lists(rows, max_size=4))
def test_any_conditions_are_judged_in_whole_sentences(given_rows: list[dict[str, Any]]) -> None:
    for remark in lint(answers(*given_rows)):
        assert remark.sentence.endswith(".")
        assert remark.remedy.endswith(".")
        assert remark.field.startswith("budget.stop_conditions")
