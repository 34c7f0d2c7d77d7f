import pytest

from app.rules.arithmetic import upper_bound
from app.rules.facts import Answers
from app.rules.measured import Measured, RunFacts
from tests.rules.examples import finding, opened, row, said

BOUND = "verifier.false_accept_bound"
RATE = {"baseline.accepted": 240, "baseline.rejected": 360, "baseline.no_verdict": 0}


def fail(runs: int | None, observed: str = "reject") -> Answers:
    """Return a case that must fail, run so often."""
    cells = {"type": "V03", "expected": "reject", "observed": observed, "runs": runs}
    return row(**{key: value for key, value in cells.items() if value is not None})


def right(runs: int, observed: str = "accept") -> Answers:
    """Return a case that must pass, run so often."""
    return row(type="V01", expected="accept", observed=observed, runs=runs)


def cases(*rows: Answers, bound: float | None = 0.05) -> dict[str, object]:
    """Return answers with these cases and this bound."""
    return {"verifier.cases": rows, BOUND: bound}


@pytest.mark.parametrize(("bound", "needed"), [(0.05, 59), (0.02, 149), (0.01, 299), (0.005, 598)])
def test_rw_07_wants_as_many_clean_cases_as_the_bound_takes(bound: float, needed: int) -> None:
    assert said("RW-07", cases(fail(needed), bound=bound)) == []
    found = finding("RW-07", cases(fail(needed - 1), bound=bound))
    assert found.field == "verifier.cases"
    assert f"at least {needed} cases" in found.remedy
    assert (found.inputs["runs"], found.inputs["accepted"], found.inputs[BOUND]) == (needed - 1, 0, bound)


def test_rw_07_says_what_the_cases_leave_possible() -> None:
    found = finding("RW-07", cases(fail(20)))
    assert found.message == (
        "Of 20 runs of cases that must fail, none came out as accepted, so as much as 13.9 % of wrong work may be "
        "accepted; the bound is 5 %. Training finds what a verifier accepts, however rare."
    )
    assert found.inputs["upper_bound"] == 0.139108


@pytest.mark.parametrize(("bound", "fields"), [(0.1012, ["verifier.cases"]), (0.1013, [])])
def test_rw_07_takes_misses_into_the_bound(bound: float, fields: list[str]) -> None:
    missed = cases(fail(58), fail(2, "accept"), bound=bound)
    assert opened("RW-07", missed) == fields  # two of 60: one-sided 95 %, Clopper-Pearson
    assert all("2 came out as accepted" in finding("RW-07", missed).message for _ in fields)


def test_rw_07_takes_a_bound_that_is_just_reached() -> None:
    assert said("RW-07", cases(fail(80), bound=upper_bound(0, 80))) == []


def test_rw_07_counts_a_case_without_a_number_as_one_run() -> None:
    assert said("RW-07", cases(*[fail(None)] * 59)) == []
    assert opened("RW-07", cases(*[fail(None)] * 58)) == ["verifier.cases"]
    assert opened("RW-07", cases(fail(58), fail(0))) == ["verifier.cases"]


def test_rw_07_counts_neither_right_work_nor_runs_without_a_verdict() -> None:
    assert opened("RW-07", cases(fail(58), right(60), fail(60, "no-verdict"))) == ["verifier.cases"]
    late = row(type="V27", expected="no-verdict", observed="reject", runs=60)
    assert opened("RW-07", cases(fail(58), late, row(type="V04", observed="reject", runs=60))) == ["verifier.cases"]


def test_rw_07_holds_the_loosest_bound_where_none_is_stated() -> None:
    found = finding("RW-07", cases(fail(58), bound=None))
    assert (found.field, str(found.status)) == ("verifier.cases", "open")
    assert "the loosest usual bound is 5 %" in found.message
    unsure = finding("RW-07", cases(fail(59), bound=None))
    assert (unsure.field, str(unsure.status)) == (BOUND, "cannot-tell")
    assert "Of 59 runs of cases that must fail, none came out as accepted, which allows up to 4.95 %." in unsure.message
    assert unsure.inputs == {BOUND: None, "runs": 59, "accepted": 0, "upper_bound": 0.049508}


def test_rw_07_bears_any_bound() -> None:
    assert said("RW-07", cases(fail(1), bound=1)) == []
    none_bearable = finding("RW-07", cases(fail(100000), bound=0))
    assert none_bearable.remedy == "Give a bound above 0: no number of cases shows that nothing is ever accepted."
    nothing_tried = finding("RW-07", cases(right(60)))
    assert nothing_tried.message.startswith("No case that must fail was run, so as much as 100 % ")


def test_rw_07_and_rw_08_leave_to_others_what_is_empty_or_cannot_be_read() -> None:
    for rule in ("RW-07", "RW-08"):
        assert said(rule, {"verifier.cases": None}) == []
        assert said(rule, unreadable=frozenset({"verifier.cases"})) == []
        for cell in ("expected", "observed", "runs"):
            odd = Answers({key: value for key, value in fail(5).values.items() if key != cell}, frozenset({cell}))
            assert said(rule, cases(odd)) == []
        noted = Answers(fail(5).values, frozenset({"note"}))
        assert opened(rule, {**cases(noted), "success.baseline_value": 0.4}) == ["verifier.cases"]
    assert said("RW-07", cases(fail(5)), unreadable=frozenset({BOUND})) == []


def rated(rate: float, *rows: Answers) -> dict[str, object]:
    """Return answers with these cases at this rate of the baseline."""
    counts = dict.fromkeys((*RATE, "baseline.tasks", "baseline.attempts_per_task"))
    return {**cases(*rows), **counts, "success.baseline_value": rate}


@pytest.mark.parametrize(("rate", "fields"), [(0.3048, []), (0.3046, ["verifier.cases"])])
def test_rw_08_wants_nine_of_ten_rewards_to_be_right(rate: float, fields: list[str]) -> None:
    assert opened("RW-08", rated(rate, fail(60))) == fields  # upper end for 0 of 60: 0.048703


def test_rw_08_says_how_few_may_be_right() -> None:
    found = finding("RW-08", rated(0.02, fail(60)))
    assert found.message == (
        "At a baseline of 2 % and up to 4.87 % of wrong work accepted, as few as 29.5 % of the rewards may be for "
        "right work. Training follows the wrong ones as well."
    )
    assert found.inputs == {
        "rate": 0.02,
        "false_accept_upper": 0.048703,
        "accepted_of_right": 1.0,
        "share_right": 0.295295,
    }


def test_rw_08_counts_right_work_that_is_rejected() -> None:
    found = finding("RW-08", rated(0.31, fail(60), right(50), right(10, "reject")))
    assert found.inputs["accepted_of_right"] == 0.833333
    assert opened("RW-08", rated(0.31, fail(60), right(60))) == []
    nothing_right = finding("RW-08", rated(0.31, fail(60), right(60, "reject")))
    assert nothing_right.inputs["share_right"] == 0.0


def test_rw_08_counts_wrong_work_that_is_accepted() -> None:
    found = finding("RW-08", rated(0.4, fail(58), fail(2, "accept")))
    assert found.inputs["false_accept_upper"] == 0.101236


@pytest.mark.parametrize(("rate", "fields"), [(0.0, ["verifier.cases"]), (1.0, [])])
def test_rw_08_bears_the_ends_of_the_scale(rate: float, fields: list[str]) -> None:
    assert opened("RW-08", rated(rate, fail(60))) == fields


def test_rw_08_bears_that_all_is_solved_and_nothing_right_accepted() -> None:
    assert finding("RW-08", rated(1.0, fail(60), right(60, "reject"))).inputs["share_right"] == 0.0


def test_rw_08_takes_just_nine_of_ten() -> None:
    assert said("RW-08", rated(0.9, fail(5, "accept"))) == []


def test_rw_08_says_a_rate_to_six_places() -> None:
    assert finding("RW-08", rated(1 / 30, fail(60))).inputs["rate"] == 0.033333


def test_rw_08_takes_the_rate_of_the_rows() -> None:
    runs = Measured(runs=RunFacts(600, 200, accepted=12, rejected=588, no_verdict=0))
    assert opened("RW-08", cases(fail(60))) == []
    assert finding("RW-08", cases(fail(60)), measured=runs).inputs["rate"] == 0.02


def test_rw_08_cannot_tell_without_a_case_that_must_fail() -> None:
    found = finding("RW-08", cases(right(60)))
    assert (found.field, str(found.status)) == ("verifier.cases", "cannot-tell")
    assert "because no case that must fail was run" in found.message


def test_rw_08_cannot_tell_without_a_rate() -> None:
    unknown = {**rated(0.4, fail(60)), "success.baseline_value": None}
    assert said("RW-08", unknown) == [("baseline.accepted", "cannot-tell")]
    assert said("RW-08", {**unknown, "baseline.accepted": 5}) == [("baseline.rejected", "cannot-tell")]
    assert said("RW-08", {**unknown, "baseline.accepted": 5, "baseline.rejected": 0}) == [
        ("baseline.no_verdict", "cannot-tell")
    ]
    assert "because the baseline's rate is not known" in finding("RW-08", unknown).message


def test_rw_08_leaves_a_rate_that_only_lacks_its_policy_to_the_rule_about_that() -> None:
    runs = Measured(runs=RunFacts(10, 10, accepted=1, rejected=1, no_verdict=8))
    lacking = {**rated(0.4, fail(60)), "success.baseline_value": None, "baseline.no_verdict_policy": None}
    assert said("RW-08", lacking, measured=runs) == []
    typed = {**lacking, "baseline.accepted": 1, "baseline.rejected": 1, "baseline.no_verdict": 8}
    assert said("RW-08", typed) == []
