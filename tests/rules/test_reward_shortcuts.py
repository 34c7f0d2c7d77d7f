import pytest

from app.rules.finding import Gate, Severity
from app.rules.reward.shortcuts import needed_cases
from app.rules.reward.words import CASE_WORDS, words_of
from tests.rules.examples import CASES, case, facts, finding, opened, row, said

JUDGE = row(model="judge", revision="1", prompt_sha256="ab" * 32, sampling=row(temperature=0.0))
JUDGED_CASES = (*CASES, case("V19"), case("V20"))


def judged(*kinds: str, **changes: object) -> dict[str, object]:
    """Return answers with a judge, and its cases but for some types."""
    cases = tuple(c for c in JUDGED_CASES if c.text("type") not in kinds)
    return {"verifier.kind": "judge", "verifier.judge": JUDGE, "verifier.cases": cases, **changes}


def test_every_kind_of_case_has_words() -> None:
    assert sorted(CASE_WORDS) == [f"V{number:02}" for number in range(1, 33)]
    assert len(set(CASE_WORDS.values())) == 32
    assert words_of("V99") == "this case"


def test_rw_06_says_what_was_begun_and_not_run() -> None:
    cases = (*(c for c in CASES if c.text("type") != "V09"), row(type="V09", expected="reject"))
    found = finding("RW-06", {"verifier.cases": cases})
    assert found.field == "verifier.cases.18"
    assert found.message.startswith("It is not written down what the verifier answered to edited or deleted tests. ")
    assert found.inputs == {"missing": ["V09"]}


def test_rw_06_names_all_that_nobody_tried() -> None:
    cases = tuple(c for c in CASES if c.text("type") not in ("V04", "V24"))
    assert finding("RW-06", {"verifier.cases": cases}).message == (
        "The verifier was not tried with what such tasks invite: empty or malformed output; a refusal, or doing "
        "nothing. An optimiser finds what nobody tried."
    )


@pytest.mark.parametrize("kind", ["code", "repository", "terminal"])
def test_rw_06_wants_sixteen_of_work_on_code(kind: str) -> None:
    needed = [4, 5, 6, 7, 8, 9, 10, 11, 15, 16, 17, 18, 21, 22, 24, 25]
    assert needed_cases(facts({"task.kind": (kind,)})) == [f"V{number:02}" for number in needed]


@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("math", ["V10", "V17"]),
        ("documents", ["V10", "V17"]),
        ("other", ["V10", "V17"]),
        ("retrieval", ["V16", "V17", "V18"]),
        ("tool-use", ["V16", "V17", "V18"]),
        ("dialogue", ["V19", "V20"]),
    ],
)
def test_rw_06_wants_what_each_other_kind_invites(kind: str, more: list[str]) -> None:
    assert needed_cases(facts({"task.kind": (kind,)})) == sorted(["V04", *more, "V21", "V24", "V25"])


@pytest.mark.parametrize("missing", [("V04",), ("V19",), ("V20",), ("V04", "V19", "V20")])
def test_rw_12_wants_a_judge_to_be_tried_with_tricks(missing: tuple[str, ...]) -> None:
    assert opened("RW-12", judged()) == []
    assert opened("RW-12", judged(*missing)) == ["verifier.cases"]
    found = finding("RW-12", judged(*missing), gate=Gate.COMMIT)
    assert found.severity is Severity.BLOCK
    assert found.inputs == {"verifier.kind": "judge", "missing": list(missing)}


def test_rw_12_names_the_tricks() -> None:
    assert finding("RW-12", judged("V19", "V20")).message.startswith(
        "A model judges, and it was not tried with an empty phrase that impresses a judge; "
        "an instruction to the judge. "
    )


def test_rw_12_points_at_the_case_that_was_begun() -> None:
    cases = (*CASES, case("V20"), row(type="V19", expected="reject"))
    assert opened("RW-12", judged(**{"verifier.cases": cases})) == ["verifier.cases.20"]
    assert finding("RW-12", judged(**{"verifier.cases": cases})).inputs["missing"] == ["V19"]


@pytest.mark.parametrize("kind", ["tests", "rules", "human"])
def test_rw_12_asks_only_where_a_model_judges(kind: str) -> None:
    plain = {"verifier.kind": kind, "verifier.cases": CASES}
    assert opened("RW-12", plain) == []
    assert opened("RW-12", {**plain, "verifier.judge": JUDGE}) == ["verifier.cases"]
    assert opened("RW-12", {**plain, "verifier.kind": "mixed"}) == ["verifier.cases"]


def test_rw_12_asks_where_there_is_no_case_and_not_where_they_cannot_be_read() -> None:
    assert opened("RW-12", judged(**{"verifier.cases": None})) == ["verifier.cases"]
    assert opened("RW-12", judged(), unreadable=frozenset({"verifier.cases"})) == []


def test_rw_15_wants_one_part_alone_where_there_are_parts() -> None:
    parts = {"verifier.components": ("tests pass", "format holds")}
    assert opened("RW-15") == []
    found = finding("RW-15", parts)
    assert found.field == "verifier.cases"
    assert found.message.startswith(
        "The reward is made of tests pass, format holds, and was not tried with one part of the reward maximised "
        "alone. "
    )
    assert found.inputs == {"verifier.components": ["tests pass", "format holds"]}
    assert opened("RW-15", {**parts, "verifier.cases": (*CASES, case("V23"))}) == []
    assert opened("RW-15", {**parts, "verifier.cases": (*CASES, row(type="V23"))}) == ["verifier.cases.19"]
    assert said("RW-15", {**parts, "verifier.cases": None}) == []
    assert said("RW-15", parts, unreadable=frozenset({"verifier.cases"})) == []


def test_rw_11_wants_all_that_could_change_a_judge() -> None:
    assert said("RW-11") == []
    assert said("RW-11", judged()) == []
    assert said("RW-11", judged(**{"verifier.kind": "mixed"})) == []
    assert said("RW-11", judged(), unreadable=frozenset({"verifier.judge"})) == []
    found = finding("RW-11", judged(**{"verifier.judge": None}))
    assert found.field == "verifier.judge"
    assert found.message.startswith(
        "A model judges, and it is not said which model judges, its revision, the SHA-256 of its prompt and how it is "
        "sampled. "
    )


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("model", "which model judges"),
        ("revision", "its revision"),
        ("prompt_sha256", "the SHA-256 of its prompt"),
        ("sampling", "how it is sampled"),
    ],
)
def test_rw_11_names_the_part_that_is_missing(part: str, words: str) -> None:
    judge = row(**{key: value for key, value in JUDGE.values.items() if key != part})
    found = finding("RW-11", judged(**{"verifier.judge": judge, "verifier.kind": "tests"}))
    assert found.message.startswith(f"A model judges, and it is not said {words}. ")
    assert found.inputs["verifier.kind"] == "tests"
    assert set(found.inputs["verifier.judge"]) == set(JUDGE.values) - {part}
