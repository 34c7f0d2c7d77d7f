import pytest

from app.rules.facts import Answers
from app.rules.finding import Gate, Severity
from tests.rules.examples import CASES, case, finding, opened, row, said


def with_case(**cells: object) -> dict[str, object]:
    """Return the sound cases and one more, at place 19."""
    return {"verifier.cases": (*CASES, row(**cells))}


MORE = "verifier.cases.19"


@pytest.mark.parametrize(
    ("expected", "observed", "message"),
    [
        (
            "reject",
            "accept",
            (
                "Tried with edited or deleted tests, the verifier accepted it where it should have rejected it. "
                "Training would learn to win that way."
            ),
        ),
        (
            "accept",
            "reject",
            (
                "Tried with edited or deleted tests, the verifier rejected it where it should have accepted it. "
                "Training would learn to avoid right work."
            ),
        ),
        (
            "reject",
            "no-verdict",
            (
                "Tried with edited or deleted tests, the verifier gave no verdict where it should have rejected it. "
                "A reward that means something else teaches something else."
            ),
        ),
        (
            "no-verdict",
            "accept",
            (
                "Tried with edited or deleted tests, the verifier accepted it where it should have given no verdict. "
                "Training would learn to win that way."
            ),
        ),
    ],
)
def test_rw_04_finds_a_case_that_came_out_otherwise(expected: str, observed: str, message: str) -> None:
    changes = with_case(type="V09", expected=expected, observed=observed, note="rare")
    found = finding("RW-04", changes)
    assert (found.field, found.message) == (MORE, message)
    assert found.inputs == {MORE: {"type": "V09", "expected": expected, "observed": observed, "note": "rare"}}
    assert found.severity is Severity.WARN
    assert finding("RW-04", changes, gate=Gate.COMMIT).severity is Severity.BLOCK


def test_rw_04_lets_be_what_came_out_right_or_is_not_known() -> None:
    assert opened("RW-04") == []
    assert opened("RW-04", with_case(type="V27", expected="no-verdict", observed="no-verdict")) == []
    assert opened("RW-04", with_case(type="V09", expected="reject")) == []
    assert opened("RW-04", with_case(type="V09", observed="accept")) == []
    assert opened("RW-04", {"verifier.cases": None}) == []
    assert opened("RW-04", unreadable=frozenset({"verifier.cases"})) == []


@pytest.mark.parametrize("kind", ["V02", "V03"])
def test_rw_04_leaves_cases_without_work_to_the_graver_rule(kind: str) -> None:
    assert opened("RW-04", with_case(type=kind, expected="reject", observed="accept")) == []
    assert opened("RW-05", with_case(type=kind, expected="reject", observed="accept")) == [MORE]


@pytest.mark.parametrize("kind", ["V01", "V04", "V26", "V32"])
def test_rw_04_judges_every_other_kind(kind: str) -> None:
    assert opened("RW-04", with_case(type=kind, expected="reject", observed="accept")) == [MORE]


def test_rw_04_judges_a_case_of_no_kind_too() -> None:
    found = finding("RW-04", with_case(expected="reject", observed="accept"))
    assert found.field == MORE
    assert found.message.startswith("Tried with this case, the verifier accepted it")


def test_rw_05_says_which_work_was_not_done() -> None:
    found = finding("RW-05", with_case(type="V02", expected="reject", observed="accept"))
    assert found.message.startswith("The verifier accepted the untouched state that must fail. ")
    assert found.inputs == {MORE: {"type": "V02", "expected": "reject", "observed": "accept"}}


def test_rw_05_lets_other_kinds_be() -> None:
    assert opened("RW-05", with_case(type="V04", expected="reject", observed="accept")) == []


def test_rw_01_says_what_was_not_tried_and_why_that_matters() -> None:
    found = finding("RW-01", {"verifier.cases": (row(type="V01", expected="accept"), *CASES[1:])})
    assert found.message == (
        "The verifier was not tried with a reference solution that must pass. "
        "A verifier that rejects a right solution punishes right work."
    )
    assert found.inputs == {"verifier.cases": [{"type": "V01", "expected": "accept"}]}


def test_rw_01_counts_an_answer_that_cannot_be_read_as_given() -> None:
    odd = Answers({"type": "V01"}, frozenset({"observed"}))
    assert opened("RW-01", {"verifier.cases": (odd, *CASES[1:])}) == []


def test_rows_without_any_answer_keep_their_places_and_are_passed_over() -> None:
    cases = (row(), *CASES[1:], row(type="V09", expected="reject", observed="accept"))
    assert opened("RW-04", {"verifier.cases": cases}) == ["verifier.cases.19"]
    assert opened("RW-01", {"verifier.cases": cases}) == ["verifier.cases"]


def test_rw_19_wants_an_expected_answer_for_malformed_output() -> None:
    assert said("RW-19") == []
    others = tuple(c for c in CASES if c.text("type") != "V04")
    assert said("RW-19", {"verifier.cases": others}) == [("verifier.cases", "open")]
    begun = (row(type="V04", observed="reject"), *others, row(type="V04"), case("V04"))
    assert opened("RW-19", {"verifier.cases": begun}) == ["verifier.cases.0", "verifier.cases.19"]
    assert finding("RW-19", {"verifier.cases": (*others, row(type="V04"))}).inputs == {
        "verifier.cases": [{"type": "V04"}]
    }


def test_rw_19_is_a_note_and_says_nothing_where_no_case_is_given_at_all() -> None:
    others = tuple(c for c in CASES if c.text("type") != "V04")
    for gate in Gate:
        assert finding("RW-19", {"verifier.cases": others}, gate=gate).severity is Severity.NOTE
    assert opened("RW-19", {"verifier.cases": None}) == []
    assert opened("RW-19", unreadable=frozenset({"verifier.cases"})) == []
    odd = Answers({"type": "V04", "observed": "reject"}, frozenset({"expected"}))
    assert opened("RW-19", {"verifier.cases": (*others, odd)}) == []
