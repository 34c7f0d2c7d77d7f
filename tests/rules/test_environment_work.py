from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from app.rules.facts import Answers
from app.rules.finding import Gate
from app.rules.measured import CheckpointFiles, Measured, RunFacts
from tests.rules.examples import CASES, LARGE, case, finding, opened, row, said

LENGTH, FILES, CAPACITY, CONCURRENCY = (
    *("environment.sequence_length", "baseline.files"),
    *("rollout.sandbox_capacity", "rollout.concurrency"),
)
RUNS = RunFacts(rows=600, tasks=200, accepted=240, rejected=360, no_verdict=0)


def of_rows(**changes: Any) -> Measured:  # noqa: ANN401  figures of the rows
    return Measured(runs=replace(RUNS, **changes))


def of_config(length: int | None) -> Measured:
    return Measured(checkpoint=CheckpointFiles(context_length=length))


@pytest.mark.parametrize(
    ("network", "fires"), [("public", True), ("allow-list", False), ("none", False), (None, False)]
)
def test_en_04_warns_of_the_public_network_while_the_agent_works(
    network: str | None,
    fires: bool,  # noqa: FBT001  a table's column
) -> None:
    name = "environment.network_agent"
    assert opened("EN-04", {name: network}) == ([name] if fires else [])
    assert opened("EN-04", {"environment.network_verifier": "public"}) == []


@pytest.mark.parametrize(
    ("longest", "p99", "expected"),
    [
        (32768, 30000.0, ""),
        (32769, 30000.0, "open"),
        (32768, 40000.0, ""),
        (None, 32768.0, ""),
        (None, 32768.5, "open"),
        (None, None, "cannot-tell"),
    ],
)
def test_en_07_compares_with_the_longest_rollout_of_the_baseline(
    longest: int | None, p99: float | None, expected: str
) -> None:
    found = said("EN-07", measured=of_rows(longest_tokens=longest, tokens_p99=p99))
    assert found == ([(LENGTH, expected)] if expected else [])


def test_en_07_cannot_tell_without_rows_and_leaves_a_missing_length_alone() -> None:
    assert said("EN-07") == [(LENGTH, "cannot-tell")]
    assert said("EN-07", {LENGTH: None}) == []
    assert said("EN-07", {LENGTH: None}, measured=of_rows(longest_tokens=9)) == []


def test_en_07_says_which_figure_it_compared() -> None:
    longest = finding("EN-07", measured=of_rows(longest_tokens=40000, tokens_p99=39000.0)).message
    assert longest.startswith("32,768 tokens are allowed, and the longest baseline rollout took 40,000. ")
    p99 = finding("EN-07", measured=of_rows(tokens_p99=39000.4)).message
    assert p99.startswith("32,768 tokens are allowed, and 99 of 100 baseline rollouts took up to 39,000. ")


@pytest.mark.parametrize(
    ("config", "length", "expected"),
    [
        (200000, 131072, ""),
        (200000, 131073, "open"),
        (65536, 65536, ""),
        (65536, 65537, "open"),
        (None, 131072, ""),
        (None, 131073, "open"),
    ],
)
def test_en_08_takes_the_smaller_of_record_and_config_json(config: int | None, length: int, expected: str) -> None:
    found = said("EN-08", {LENGTH: length}, measured=of_config(config))
    assert found == ([(LENGTH, expected)] if expected else [])


def test_en_08_takes_config_json_where_the_record_is_silent() -> None:
    for repository in (LARGE.id, "acme/Robin-9", None):
        changes = {"checkpoint.repository": repository}
        assert said("EN-08", {**changes, LENGTH: 4096}, measured=of_config(4096)) == []
        assert said("EN-08", {**changes, LENGTH: 4097}, measured=of_config(4096)) == [(LENGTH, "open")]
        assert said("EN-08", changes, measured=of_config(None)) == [(LENGTH, "cannot-tell")]


def test_en_08_says_where_the_context_length_stands() -> None:
    record = finding("EN-08", {LENGTH: 131073}).message
    assert "acme/Robin-2-27B can take: its context length on record is 131,072. " in record
    config = finding("EN-08", {LENGTH: 4097, "checkpoint.repository": None}, measured=of_config(4096)).message
    assert "the checkpoint can take: its context length in config.json is 4,096. " in config


@pytest.mark.parametrize(
    ("turns", "check", "fires"),
    [(40, "ids", False), (40, None, True), (2, None, True), (1, None, False), (1, "ids", False), (None, None, True)],
)
def test_en_10_wants_token_ids_compared_over_several_turns(
    turns: int | None,
    check: str | None,
    fires: bool,  # noqa: FBT001  a table's column
) -> None:
    changes = {"environment.max_turns": turns, "rollout.token_check": check}
    assert opened("EN-10", changes) == (["rollout.token_check"] if fires else [])


def test_en_10_leaves_an_unreadable_check_alone() -> None:
    assert said("EN-10", unreadable=frozenset({"rollout.token_check"})) == []


@pytest.mark.parametrize(
    ("reset", "message"),
    [
        ("fresh-per-rollout", ""),
        ("shared", "Rollouts share one state, so one can find what another left behind."),
        ("unknown", "It is not known whether each rollout starts afresh."),
        (None, "It is not known whether each rollout starts afresh."),
    ],
)
def test_en_11_wants_each_rollout_to_start_afresh(reset: str | None, message: str) -> None:
    name = "environment.reset"
    assert opened("EN-11", {name: reset}) == ([name] if message else [])
    assert said("EN-11", unreadable=frozenset({name})) == []
    if message:
        assert finding("EN-11", {name: reset}).message.startswith(message)


@pytest.mark.parametrize(
    ("rule", "name"), [("EN-12", "environment.later_history_visible"), ("EN-13", "environment.answers_visible")]
)
def test_en_12_and_en_13_want_it_ruled_out_that_the_agent_sees(rule: str, name: str) -> None:
    task = {"task.kind": ("code", "repository")}
    assert opened(rule, {**task, name: "no"}) == []
    for given, sure in (
        ("yes", "The agent can see "),
        ("unknown", "It has not been ruled out that the agent can see "),
    ):
        assert opened(rule, {**task, name: given}) == [name]
        assert finding(rule, {**task, name: given}).message.startswith(sure)
    assert finding(rule, {**task, name: None}).message.startswith("It has not been ruled out ")
    assert said(rule, task, unreadable=frozenset({name})) == []
    assert finding(rule, {**task, name: None}, gate=Gate.COMMIT).severity == "block"


@pytest.mark.parametrize("kinds", [("code",), ("terminal", "other"), None])
def test_en_12_is_about_work_in_a_repository(kinds: tuple[str, ...] | None) -> None:
    assert said("EN-12", {"task.kind": kinds, "environment.later_history_visible": "yes"}) == []


def graded_twice(**cells: str) -> Answers:
    return row(type="V30", **cells)


@pytest.mark.parametrize(
    ("again", "fields"),
    [
        (graded_twice(expected="accept", observed="accept"), []),
        (graded_twice(expected="accept", observed="reject"), ["verifier.cases.19"]),
        (graded_twice(expected="reject", observed="no-verdict"), ["verifier.cases.19"]),
        (graded_twice(observed="reject"), []),
        (graded_twice(expected="accept"), ["verifier.cases"]),
        (case("V29"), ["verifier.cases"]),
        (row(), ["verifier.cases"]),
        (Answers({"type": "V30"}, frozenset({"observed"})), []),
    ],
)
def test_en_14_wants_work_graded_twice_with_one_verdict(again: Answers, fields: list[str]) -> None:
    assert len(CASES) == 19
    assert opened("EN-14", {"verifier.cases": (*CASES, again)}) == fields


def test_en_14_names_each_row_that_came_out_otherwise() -> None:
    rows = (graded_twice(expected="accept", observed="reject"), graded_twice(expected="reject", observed="reject"))
    assert opened("EN-14", {"verifier.cases": (*rows, rows[0])}) == ["verifier.cases.0", "verifier.cases.2"]
    assert opened("EN-14", {"verifier.cases": None}) == ["verifier.cases"]
    assert said("EN-14", unreadable=frozenset({"verifier.cases"})) == []


@pytest.mark.parametrize(
    ("before", "fields"),
    [(600, []), (None, []), (599, ["environment.agent_limit_s"]), (601, ["environment.agent_limit_s"])],
)
def test_en_15_wants_the_agents_limit_of_the_baseline(before: int | None, fields: list[str]) -> None:
    assert opened("EN-15", {"baseline.agent_limit_s": before}) == fields
    assert opened("EN-15", {"baseline.agent_limit_s": before, "environment.agent_limit_s": None}) == []


BASH, PYTEST = row(name="bash", version="5"), row(name="pytest", version="9")


@pytest.mark.parametrize(
    ("before", "now", "names"),
    [
        ((BASH,), (BASH,), ""),
        ((BASH, PYTEST), (PYTEST, row(), BASH), ""),
        ((BASH,), (BASH, PYTEST), "pytest"),
        ((BASH, PYTEST), (BASH,), "pytest"),
        ((row(name="bash", version="4"), PYTEST), (BASH,), "bash, pytest"),
        ((row(name="bash"),), (BASH,), "bash"),
        ((BASH,), None, ""),
        (None, (BASH,), ""),
        ((Answers({"name": "zsh"}, frozenset({"version"})),), (BASH,), ""),
    ],
)
def test_en_15_wants_the_tools_of_the_baseline(
    before: tuple[Answers, ...] | None, now: tuple[Answers, ...] | None, names: str
) -> None:
    changes = {"baseline.tools": before, "environment.tools": now}
    assert opened("EN-15", changes) == (["environment.tools"] if names else [])
    if names:
        said_so = f"The tools differ from those of the baseline: {names}. "
        assert finding("EN-15", changes).message.startswith(said_so)


NEEDS = {
    "training.steps": 100,
    "training.prompts_per_step": 16,
    "training.group_size": 8,
    "environment.boot_limit_s": 60,
    "environment.agent_limit_s": 600,
    "environment.verifier_limit_s": 60,
    "timing.latest_start": date(2027, 2, 1),
    "timing.finish_by": date(2027, 2, 2),
}  # 12,800 rollouts of 720 s in one day: 106.67 at once


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({CAPACITY: 107}, ""),
        ({CAPACITY: 106}, "open"),
        ({CAPACITY: 107, CONCURRENCY: 107}, ""),
        ({CAPACITY: 107, CONCURRENCY: 108}, "open"),
        ({CAPACITY: 106, "timing.finish_by": date(2027, 2, 3)}, ""),
        ({CAPACITY: 107, CONCURRENCY: None}, ""),
        ({CAPACITY: 106, CONCURRENCY: None}, "open"),
        ({CAPACITY: None}, "cannot-tell"),
        ({CAPACITY: 64, "timing.finish_by": date(2027, 2, 1)}, ""),
        ({CAPACITY: 64, "timing.finish_by": None}, ""),
        ({CAPACITY: 64, "timing.latest_start": None}, ""),
        *(({CAPACITY: 64, name: None}, "") for name in NEEDS),
        *(({CAPACITY: 63, name: None}, "open") for name in NEEDS),
        ({CAPACITY: 1, CONCURRENCY: 1, "training.steps": 0}, ""),
    ],
)
def test_en_16_wants_sandboxes_for_the_plan_and_for_the_dates(changes: dict[str, Any], expected: str) -> None:
    assert said("EN-16", {**NEEDS, **changes}) == ([(CAPACITY, expected)] if expected else [])


def test_en_16_comes_out_even_at_exactly_what_is_needed() -> None:
    even = {**NEEDS, "training.steps": 60, "training.prompts_per_step": 16, "training.group_size": 8}
    assert said("EN-16", {**even, CAPACITY: 64}) == []
    assert said("EN-16", {**even, CAPACITY: 63, CONCURRENCY: 63}) == [(CAPACITY, "open")]


@pytest.mark.parametrize("name", NEEDS)
def test_en_16_cannot_tell_where_neither_plan_nor_dates_are_known(name: str) -> None:
    changes = {**NEEDS, CONCURRENCY: None, name: None}
    assert said("EN-16", changes) == [(CONCURRENCY, "cannot-tell")]


def test_en_16_leaves_an_unreadable_number_of_sandboxes_alone() -> None:
    assert said("EN-16", unreadable=frozenset({CAPACITY})) == []


@pytest.mark.parametrize(("share", "expected"), [(0.2, "open"), (0.1999, ""), (0.0, ""), (None, "cannot-tell")])
def test_en_17_finds_an_error_that_keeps_coming(share: float | None, expected: str) -> None:
    found = said("EN-17", measured=of_rows(tool_error_share=share, commonest_tool_error="no such file"))
    assert found == ([(FILES, expected)] if expected else [])


def test_en_17_cannot_tell_without_rows_and_says_nothing_where_no_file_was_given() -> None:
    assert said("EN-17") == [(FILES, "cannot-tell")]
    assert said("EN-17", {FILES: None}) == []
    assert said("EN-17", {FILES: None}, measured=of_rows(tool_error_share=0.2)) == [(FILES, "open")]


def test_en_14_is_silent_where_the_kind_of_a_case_cannot_be_read() -> None:
    others = tuple(case for case in CASES if case.text("type") != "V30")
    assert said("EN-14", {"verifier.cases": others}) == [("verifier.cases", "open")]
    assert said("EN-14", {"verifier.cases": (*others, Answers({}, frozenset({"type"})))}) == []
    of_other_kind = Answers({"type": "V01"}, frozenset({"runs"}))
    assert said("EN-14", {"verifier.cases": (*others, of_other_kind)}) == [("verifier.cases", "open")]
