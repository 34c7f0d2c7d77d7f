"""What the rows themselves say: whose they are, whether all are there, and attempts without a verdict."""

import pytest

from app.rules.finding import Gate, Severity
from app.rules.measured import Measured
from tests.rules.examples import COMMIT, SMALL, finding, opened, ran, said

FILES = "baseline.files"


def names(*given: str) -> Measured:
    return ran(model_names=frozenset(given))


@pytest.mark.parametrize(
    ("measured", "fields"),
    [
        (ran(), []),
        (names(f"vllm/{SMALL.id}"), []),
        (names("acme/Robin-1-27B"), [FILES]),
        (names(SMALL.id, "acme/Robin-1-27B"), [FILES]),
        (names("policy_model"), []),
        (names("/models/robin"), []),
        (names("models/robin/final"), []),
        (names("robin/"), []),
        (names(), []),
        (ran(model_revisions=frozenset({COMMIT.upper()})), []),
        (ran(model_revisions=frozenset({"f" * 40})), [FILES]),
        (ran(model_revisions=frozenset({COMMIT, "main"})), [FILES]),
        (ran(model_revisions=frozenset()), []),
    ],
)
def test_ev_02_wants_rows_of_this_checkpoint(measured: Measured, fields: list[str]) -> None:
    assert opened("EV-02", measured=measured) == fields
    assert said("EV-02", measured=measured) == [(field, "open") for field in fields]


def test_ev_02_says_which_others_the_rows_name() -> None:
    measured = ran(model_names=frozenset({"b/B", "a/A", SMALL.id}), model_revisions=frozenset({"f" * 40}))
    found = finding("EV-02", measured=measured)
    assert found.severity is Severity.BLOCK
    assert f"name “a/A”, “b/B” and “{'f' * 40}”, none of which is" in found.message
    assert found.inputs["rows"] == ["a/A", "b/B", "f" * 40]


def test_ev_02_compares_rows_with_nothing_where_the_checkpoint_is_not_said() -> None:
    other = ran(model_names=frozenset({"a/A"}), model_revisions=frozenset({"f" * 40}))
    assert opened("EV-02", {"checkpoint.repository": None, "checkpoint.revision": None}, measured=other) == []


@pytest.mark.parametrize(
    ("measured", "fields"),
    [
        (ran(), []),
        (names("policy_model"), ["baseline.repository"]),
        (names(SMALL.id, "policy_model"), ["baseline.repository"]),
        (names(), ["baseline.repository"]),
        (ran(model_revisions=frozenset()), ["baseline.revision"]),
        (ran(model_names=frozenset(), model_revisions=frozenset()), ["baseline.repository", "baseline.revision"]),
    ],
)
def test_ev_02_joins_rows_without_an_exact_name_to_the_answers(measured: Measured, fields: list[str]) -> None:
    empty = {"baseline.repository": None, "baseline.revision": None}
    assert opened("EV-02", empty, measured=measured) == fields
    unreadable = frozenset(empty)
    assert opened("EV-02", unreadable=unreadable, measured=measured) == []


def test_ev_02_says_what_the_rows_are_called_instead() -> None:
    message = finding("EV-02", {"baseline.repository": None}, measured=names("policy_model")).message
    assert message.startswith("The rows of the baseline do not name the exact checkpoint, only “policy_model”, and")
    message = finding("EV-02", {"baseline.revision": None}, measured=ran(model_revisions=frozenset())).message
    assert message.startswith("The rows of the baseline do not name the exact revision, and neither")


@pytest.mark.parametrize(
    ("typed", "in_rows", "shown"), [(0, 1, 1), (None, 1, 1), (5, 0, 5), (5, 3, 3), (0, 0, 0), (None, 0, 0)]
)
def test_ev_10_wants_a_policy_for_missing_verdicts_of_the_rows(typed: int | None, in_rows: int, shown: int) -> None:
    changes = {"baseline.no_verdict": typed, "baseline.no_verdict_policy": None}
    measured = ran(no_verdict=in_rows)
    assert opened("EV-10", changes, measured=measured) == (["baseline.no_verdict_policy"] if shown else [])
    assert said("EV-10", {"baseline.no_verdict": typed}, measured=measured) == []
    if shown:
        found = finding("EV-10", changes, measured=measured)
        assert found.message.startswith(f"{shown} attempt{'' if shown == 1 else 's'} got no verdict")
        assert found.inputs["rows"] == in_rows
    else:
        assert said("EV-10", changes, measured=measured) == []


def test_ev_12_cannot_tell_before_rows_are_read() -> None:
    assert said("EV-12") == [(FILES, "cannot-tell")]
    assert finding("EV-12", gate=Gate.COMMIT).severity is Severity.BLOCK


@pytest.mark.parametrize(
    ("changes", "rows", "fields"),
    [
        ({}, 600, []),
        ({}, 599, [FILES]),
        ({}, 601, []),
        ({"baseline.tasks": None}, 599, []),
        ({"baseline.attempts_per_task": None}, 599, []),
        ({"baseline.attempts_per_task": 4}, 799, [FILES]),
    ],
)
def test_ev_12_wants_a_row_for_each_attempt(changes: dict[str, int | None], rows: int, fields: list[str]) -> None:
    assert opened("EV-12", changes, measured=ran(rows=rows)) == fields
    assert said("EV-12", changes, measured=ran(rows=rows)) == [(field, "open") for field in fields]


def test_ev_12_says_how_many_rows_there_are_and_should_be() -> None:
    found = finding("EV-12", {"baseline.tasks": 1000}, measured=ran(rows=1))
    assert found.message.startswith("The files hold 1 row, and by the answers there were 3,000 attempts. ")
    assert found.inputs == {"baseline.tasks": 1000, "baseline.attempts_per_task": 3, "rows": 1}


@pytest.mark.parametrize("name", ["accepted", "rejected", "no_verdict"])
def test_ev_12_wants_the_typed_counts_to_be_those_of_the_rows(name: str) -> None:
    field = f"baseline.{name}"
    for typed in (1233, 1235):
        found = finding("EV-12", {field: typed}, measured=ran(**{name: 1234}))
        assert (found.field, found.severity) == (field, Severity.WARN)
        assert f"{typed:,}, and the rows say 1,234." in found.message
        assert found.inputs == {field: typed, "rows": 1234}
    for equal in (1234, None):
        assert said("EV-12", {field: equal}, measured=ran(**{name: 1234})) == []


@pytest.mark.parametrize("name", ["latency_p50", "latency_p95"])
def test_ev_12_bears_five_per_cent_of_a_time(name: str) -> None:
    field = f"baseline.{name}_s"
    for near in (95, 105, 100):
        assert opened("EV-12", {field: near}, measured=ran(**{name: 100.0})) == []
    for far in (94.9, 105.1):
        found = finding("EV-12", {field: far}, measured=ran(**{name: 100.0}))
        assert found.field == field
        assert f"as {far:g} s, and the rows say 100 s." in found.message
    assert opened("EV-12", {field: 94}, measured=ran(**{name: None})) == []
    assert opened("EV-12", {field: None}, measured=ran(**{name: 100.0})) == []


@pytest.mark.parametrize(
    ("typed", "fields"),
    [(12000, []), (12600, []), (11400, []), (12601, ["baseline.cost_total"]), (11399, ["baseline.cost_total"])],
)
def test_ev_12_bears_five_per_cent_of_the_cost(typed: int, fields: list[str]) -> None:
    assert opened("EV-12", {"baseline.cost_total": typed}, measured=ran()) == fields


def test_ev_12_says_how_many_rows_carry_a_cost_where_not_all_do() -> None:
    found = finding("EV-12", {"baseline.cost_total": 1234567}, measured=ran(with_cost=599))
    assert "given as 12,345.67 dollars, and the rows say 120.00 dollars in 599 of 600 rows." in found.message
    assert "120.00 dollars." in finding("EV-12", {"baseline.cost_total": 1}, measured=ran()).message


def test_ev_12_compares_no_costs_in_two_currencies() -> None:
    assert said("EV-12", {"budget.currency": "EUR"}, measured=ran()) == [("baseline.cost_total", "cannot-tell")]
    assert "given in EUR" in finding("EV-12", {"budget.currency": "EUR"}, measured=ran()).message
    for changes in ({"budget.currency": None}, {"budget.currency": "EUR", "baseline.cost_total": None}):
        assert said("EV-12", changes, measured=ran()) == []
    assert said("EV-12", {"budget.currency": "EUR"}, measured=ran(cost_total=None)) == []


@pytest.mark.parametrize(
    ("figures", "words"),
    [
        ({"status": "success"}, ""),
        ({"status": "", "finished": True}, ""),
        ({"status": "", "invalidated": False}, ""),
        ({"status": "cancelled"}, "was cancelled"),
        ({"status": "error"}, "broke off with an error"),
        ({"status": "started"}, "was started and never ended"),
        ({"status": "odd"}, "ended as “odd”"),
        ({"status": "success", "finished": False}, "has no end"),
        ({"status": "", "finished": False}, "has no end"),
        ({"status": "success", "invalidated": True}, "was declared invalid"),
    ],
)
def test_ev_13_wants_a_finished_run(figures: dict[str, object], words: str) -> None:
    measured = ran(**figures)
    assert said("EV-13", measured=measured) == ([(FILES, "open")] if words else [])
    if words:
        assert finding("EV-13", measured=measured).message.startswith(f"The baseline run {words}. ")


def test_ev_13_cannot_tell_where_nothing_says_so() -> None:
    assert said("EV-13") == [(FILES, "cannot-tell")]
    assert said("EV-13", measured=ran(status="")) == [(FILES, "cannot-tell")]


@pytest.mark.parametrize(
    ("limited_to", "tasks", "whole", "words"),
    [
        (None, 200, 200, ""),
        (None, 201, 200, ""),
        (200, 200, 200, ""),
        (None, 199, 200, "199 tasks of 200"),
        (199, 200, 200, "199 tasks of 200"),
        (1, 200, 1000, "1 task of 1,000"),
        (10, 10, None, "10 tasks of a larger set"),
    ],
)
def test_ev_14_wants_the_whole_set(limited_to: int | None, tasks: int, whole: int | None, words: str) -> None:
    measured = ran(limited_to=limited_to, tasks=tasks, dataset_tasks=whole)
    assert said("EV-14", measured=measured) == ([(FILES, "open")] if words else [])
    if words:
        assert finding("EV-14", measured=measured).message.startswith(f"The baseline ran on {words}. ")


def test_ev_14_cannot_tell_where_neither_limit_nor_set_is_named() -> None:
    assert said("EV-14") == [(FILES, "cannot-tell")]
    assert said("EV-14", measured=ran(dataset_tasks=None)) == [(FILES, "cannot-tell")]


@pytest.mark.parametrize(
    ("total", "submitted", "completed", "words"),
    [
        (None, None, None, ""),
        (500, None, None, ""),
        (500, 500, 500, ""),
        (500, 500, None, ""),
        (500, 500, 499, "500 in the set, 500 submitted and 499 completed"),
        (500, 10, 7, "500 in the set, 10 submitted and 7 completed"),
        (None, 10, 7, "10 submitted and 7 completed"),
        (1500, 10, None, "1,500 in the set and 10 submitted"),
    ],
)
def test_ev_15_wants_one_denominator(
    total: int | None, submitted: int | None, completed: int | None, words: str
) -> None:
    measured = ran(total=total, submitted=submitted, completed=completed)
    assert said("EV-15", measured=measured) == ([(FILES, "open")] if words else [])
    if words:
        found = finding("EV-15", measured=measured)
        assert found.message.startswith(f"The report counts {words}. ")
        assert found.inputs == {"total": total, "submitted": submitted, "completed": completed}


def test_ev_15_cannot_tell_before_rows_are_read() -> None:
    assert said("EV-15") == [(FILES, "cannot-tell")]


def test_what_only_rows_tell_is_said_differently_with_and_without_a_file() -> None:
    unread, missing = finding("EV-13"), finding("EV-13", {"baseline.files": None})
    assert "not read yet" in unread.message
    assert unread.remedy == "Nothing is asked of you for it now."
    assert "No run is uploaded" in missing.message
    assert missing.remedy == "Upload the rows of the baseline run."
