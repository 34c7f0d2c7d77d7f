"""Sampling in full (EV-04), the metric (EV-26), one attempt (EV-27) and the same tools (EV-28)."""

import pytest

from app.rules.facts import Answers
from app.rules.finding import Severity
from tests.rules.examples import SAMPLING, finding, opened, ran, row, said

SAMPLED = ("baseline.sampling", "rollout.sampling", "success.sampling")
METRIC = "success.metric"
WORDS = {
    "temperature": "temperature",
    "top_p": "top-p",
    "top_k": "top-k",
    "max_tokens": "the longest answer",
    "thinking": "thinking",
}


@pytest.mark.parametrize(
    ("field", "what"), zip(SAMPLED, ("the baseline", "the rollouts", "the final evaluation"), strict=True)
)
def test_ev_04_wants_five_things_of_each_sampling(field: str, what: str) -> None:
    assert said("EV-04") == []
    assert said("EV-04", {field: None}) == [(field, "open")]
    assert said("EV-04", unreadable=frozenset({field})) == []
    for key, words in WORDS.items():
        left = {name: value for name, value in SAMPLING.values.items() if name != key}
        found = finding("EV-04", {field: row(**left)})
        assert (found.field, found.severity) == (field, Severity.WARN)
        assert found.message.startswith(f"The sampling of {what} leaves open: {words}. ")
        assert said("EV-04", {field: Answers(left, frozenset({key}))}) == []


def test_ev_04_lists_all_that_is_open() -> None:
    message = finding("EV-04", {"rollout.sampling": row(top_k=0)}).message
    assert "leaves open: temperature, top-p, the longest answer and thinking. " in message


@pytest.mark.parametrize(
    ("metric", "words"),
    [
        ("exact match, strict filter, fraction", ""),
        ("Share of tasks accepted", ""),
        ("accepted, in %", ""),
        ("solved (percent)", ""),
        ("exact_match;fraction", ""),
        ("mean time in seconds.", ""),
        ("accuracy", "is a single word"),
        ("rate", "is a single word"),
        ("solved tasks", "names no unit"),
        ("accurate answers", "names no unit"),
    ],
)
def test_ev_26_wants_a_metric_that_is_one_number(metric: str, words: str) -> None:
    assert said("EV-26", {METRIC: metric}) == ([(METRIC, "open")] if words else [])
    if words:
        assert finding("EV-26", {METRIC: metric}).message.startswith(f"The metric “{metric}” {words}. ")


def test_ev_26_leaves_an_empty_metric_to_the_ten_asks() -> None:
    assert said("EV-26", {METRIC: None}) == []
    assert said("EV-26", unreadable=frozenset({METRIC})) == []


def test_ev_26_wants_the_filter_named_where_the_rows_hold_several() -> None:
    both = ran(filters=("strict-match", "flexible-extract"))
    found = finding("EV-26", {METRIC: "exact match, fraction"}, measured=both)
    assert "does not say which of the strict-match and flexible-extract filters" in found.message
    assert found.inputs == {METRIC: "exact match, fraction", "filters": ["strict-match", "flexible-extract"]}
    assert said("EV-26", {METRIC: "exact match, Strict-Match, fraction"}, measured=both) == []
    assert said("EV-26", {METRIC: "exact match, fraction"}, measured=ran(filters=("strict-match",))) == []


def test_ev_26_wants_a_metric_that_the_rows_know() -> None:
    assert opened("EV-26", measured=ran(metric_named=False)) == [METRIC]
    assert "is not named in the rows" in finding("EV-26", measured=ran(metric_named=False)).message
    for named in (True, None):
        assert said("EV-26", measured=ran(metric_named=named)) == []


@pytest.mark.parametrize(
    ("attempts", "metric", "field"),
    [
        (1, "share accepted", ""),
        (None, "pass@1, fraction", ""),
        (2, "share accepted", "success.attempts"),
        (2, "pass@8, fraction", "success.attempts"),
        (1, "pass@2, fraction", METRIC),
        (None, "Pass@10 in percent", METRIC),
        (1, "fraction of pass@1 and pass@5", METRIC),
        (1, "fraction, pass@5 beside pass@1", METRIC),
        (1, "pass@k, fraction", ""),
        (1, "5 of 10 pass, fraction", ""),
        (1, f"pass@{'9' * 5000}, fraction", METRIC),
    ],
)
def test_ev_27_wants_one_attempt(attempts: int | None, metric: str, field: str) -> None:
    changes = {"success.attempts": attempts, METRIC: metric}
    assert said("EV-27", changes) == ([(field, "open")] if field else [])


def test_ev_27_says_how_many_tries() -> None:
    found = finding("EV-27", {"success.attempts": 2})
    assert found.severity is Severity.NOTE
    assert found.message.startswith("The final evaluation allows 2 attempts at each task. ")
    message = finding("EV-27", {METRIC: "fraction, pass@10"}).message
    assert message.startswith("The metric counts a task as solved if any of 10 tries solves it. ")


@pytest.mark.parametrize("part", ["harness", "engine"])
@pytest.mark.parametrize(
    ("after", "differs"),
    [
        (row(name="Tool", version="1"), False),
        (row(name="TOOL", version="1"), False),
        (row(name="other", version="1"), True),
        (row(name="tool", version="2"), True),
        (row(name="tool"), False),
        (row(version="2"), True),
        (Answers({"name": "tool"}, frozenset({"version"})), False),
        (None, False),
    ],
)
def test_ev_28_wants_the_same_tools_before_and_after(part: str, after: Answers | None, *, differs: bool) -> None:
    changes = {f"baseline.{part}": row(name="tool", version="1"), f"success.{part}": after}
    assert said("EV-28", changes) == ([(f"success.{part}", "open")] if differs else [])
    assert said("EV-28", {**changes, f"baseline.{part}": None}) == []


def test_ev_28_names_both_tools() -> None:
    found = finding("EV-28", {"success.engine": row(name="engine", version="2")})
    assert found.message.startswith("The baseline uses the engine “engine 1”, and the final evaluation “engine 2”. ")
    assert found.inputs["success.engine"] == {"name": "engine", "version": "2"}
