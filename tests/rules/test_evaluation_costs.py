"""What an accepted result costs (EV-20 to EV-23)."""

import pytest

from app.rules.finding import Gate, Severity
from app.rules.measured import Measured
from tests.rules.examples import finding, ran, row, said

FILES, ACCEPTED = "baseline.files", "baseline.accepted"
LIST = "budget.price_list"


@pytest.mark.parametrize(("usage", "cost", "fields"), [(1, 0, []), (0, 1, []), (1, 1, []), (0, 0, [LIST])])
def test_ev_20_wants_usage_or_a_cost_in_the_rows(usage: int, cost: int, fields: list[str]) -> None:
    measured = ran(with_usage=usage, with_cost=cost)
    assert said("EV-20", measured=measured) == [(field, "open") for field in fields]
    assert said("EV-20", {LIST: row(name="List", dated="2026-11-01")}, measured=measured) == []


def test_ev_20_may_be_promised_and_blocks_the_commitment() -> None:
    measured = ran(with_usage=0, with_cost=0)
    assert finding("EV-20", measured=measured).severity is Severity.PROMISE
    assert finding("EV-20", measured=measured, gate=Gate.COMMIT).severity is Severity.BLOCK


@pytest.mark.parametrize(("known", "fields"), [(600, []), (599, [FILES]), (0, [FILES])])
def test_ev_21_wants_usage_in_every_row(known: int, fields: list[str]) -> None:
    assert said("EV-21", measured=ran(with_usage=known)) == [(field, "open") for field in fields]


def test_ev_21_says_how_many_rows_and_accepted_ones_carry_it() -> None:
    measured = ran(rows=1400, with_usage=1203, accepted=77, accepted_with_usage=57)
    found = finding("EV-21", measured=measured)
    assert found.message.startswith("Usage is known for 1,203 of 1,400 rows, and for 57 of 77 accepted ones. ")
    assert found.inputs == {"rows": 1400, "with_usage": 1203, "accepted": 77, "accepted_with_usage": 57}


@pytest.mark.parametrize(
    ("zeros", "words"), [(0, ""), (1, "1 row with an answer claims 0"), (2, "2 rows with an answer claim 0")]
)
def test_ev_22_takes_no_zero_beside_an_answer(zeros: int, words: str) -> None:
    measured = ran(zero_tokens_with_output=zeros)
    assert said("EV-22", measured=measured) == ([(FILES, "open")] if words else [])
    if words:
        found = finding("EV-22", measured=measured)
        assert found.message.startswith(f"{words} tokens. ")
        assert found.inputs == {"rows": 600, "zero_tokens_with_output": zeros}


@pytest.mark.parametrize("rule", ["EV-21", "EV-22"])
def test_usage_cannot_be_told_before_rows_are_read(rule: str) -> None:
    assert said(rule) == [(FILES, "cannot-tell")]


@pytest.mark.parametrize(
    ("accepted", "g", "fields"),
    [(10, 0.0999, []), (9, 0.0999, [ACCEPTED]), (10, 0.1, [ACCEPTED]), (10, None, []), (0, None, [ACCEPTED])],
)
def test_ev_23_wants_a_stable_ratio(accepted: int, g: float | None, fields: list[str]) -> None:
    measured = ran(accepted=accepted, fieller_g=g)
    assert said("EV-23", {ACCEPTED: 300}, measured=measured) == [(field, "open") for field in fields]


FEW = "Only 9 attempts came out as accepted"
VAGUE = "The share of accepted attempts is known too vaguely"


@pytest.mark.parametrize(
    ("measured", "because", "limit"),
    [
        (ran(accepted=9, fieller_g=0.2), FEW, "can lie far from the figure"),
        (ran(accepted=9, fieller_g=None), FEW, "can lie far from the figure"),
        (ran(accepted=9, fieller_g=1.0), FEW, "has no upper limit"),
        (ran(fieller_g=0.99), f"{VAGUE} (g is 0.99)", "can lie far from the figure"),
        (ran(fieller_g=1.0), f"{VAGUE} (g is 1)", "has no upper limit"),
    ],
)
def test_ev_23_says_why_and_where_there_is_no_upper_limit(measured: Measured, because: str, limit: str) -> None:
    found = finding("EV-23", measured=measured)
    assert found.message.startswith(f"{because}, so the cost of one accepted result {limit}. ")
    assert "10 accepted ones are the least" in found.remedy
    assert found.inputs["g"] == (measured.runs and measured.runs.fieller_g)


def test_ev_23_takes_the_typed_count_where_there_are_no_rows() -> None:
    assert said("EV-23", {ACCEPTED: 9}) == [(ACCEPTED, "open")]
    assert said("EV-23", {ACCEPTED: 10}) == [(FILES, "cannot-tell")]
    assert said("EV-23", {ACCEPTED: None}) == [(ACCEPTED, "cannot-tell")]
    assert said("EV-23", unreadable=frozenset({ACCEPTED})) == []
    assert said("EV-23", {ACCEPTED: None}, measured=ran()) == []
