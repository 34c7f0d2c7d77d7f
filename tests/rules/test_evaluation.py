import pytest

from tests.rules.examples import COMMIT, SAMPLING, SMALL, finding, opened, row, said


def test_ev_01_wants_a_file_and_an_untuned_baseline() -> None:
    assert opened("EV-01") == []
    assert opened("EV-01", {"baseline.files": None}) == ["baseline.files"]
    assert opened("EV-01", {"baseline.untuned": False}) == ["baseline.untuned"]
    assert opened("EV-01", unreadable=frozenset({"baseline.untuned"})) == []


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({}, []),
        ({"baseline.repository": None, "baseline.revision": None}, []),
        ({"baseline.repository": "acme/Robin-1-27B"}, ["baseline.repository"]),
        ({"baseline.revision": "f" * 40}, ["baseline.revision"]),
        ({"baseline.revision": COMMIT.upper()}, []),
        ({"baseline.repository": f"vllm/{SMALL.id}"}, []),
        ({"baseline.repository": f"hf/{SMALL.id}"}, []),
        ({"baseline.repository": "hf/other"}, ["baseline.repository"]),
        ({"checkpoint.revision": None}, []),
    ],
)
def test_ev_02_wants_the_baseline_of_this_checkpoint(changes: dict[str, str | None], fields: list[str]) -> None:
    assert opened("EV-02", changes) == fields


def test_ev_02_cannot_tell_about_rows_that_were_not_read() -> None:
    assert said("EV-02") == [("baseline.files", "cannot-tell")]
    assert "No run is uploaded" in finding("EV-02", {"baseline.files": None}).message


def test_ev_03_compares_what_both_sides_answer() -> None:
    assert opened("EV-03") == []
    assert opened("EV-03", {"success.sampling": None}) == []
    assert opened("EV-03", {"success.sampling": row(temperature=0.7)}) == []
    assert opened("EV-03", {"success.sampling": row(temperature=0.0)}) == ["success.sampling"]
    assert opened("EV-03", {"success.sampling": row(system_prompt_sha256="ab" * 32)}) == []
    other = row(**{**SAMPLING.values, "thinking": False})
    assert "thinking on in the baseline and off at the end" in finding("EV-03", {"success.sampling": other}).message


def test_ev_03_takes_equal_numbers_written_differently_as_equal() -> None:
    assert opened("EV-03", {"baseline.sampling": row(top_p=1), "success.sampling": row(top_p=1.0)}) == []


@pytest.mark.parametrize(("hits", "fields"), [(0, []), (1, ["data.overlap_check"]), (3, ["data.overlap_check"])])
def test_ev_07_counts_from_one(hits: int, fields: list[str]) -> None:
    assert opened("EV-07", {"data.overlap_check": row(exact_hits=hits)}) == fields


def test_ev_07_cannot_tell_without_a_count() -> None:
    assert said("EV-07", {"data.overlap_check": row(method="hash")}) == [("data.overlap_check", "cannot-tell")]
    assert said("EV-07", {"data.overlap_check": None}) == [("data.overlap_check", "cannot-tell")]
    assert said("EV-07", unreadable=frozenset({"data.overlap_check"})) == []


def test_ev_10_wants_a_policy_once_verdicts_are_missing() -> None:
    assert opened("EV-10", {"baseline.no_verdict": 5}) == []
    assert opened("EV-10", {"baseline.no_verdict": 1, "baseline.no_verdict_policy": None}) == [
        "baseline.no_verdict_policy"
    ]
    for count in (0, None):
        assert said("EV-10", {"baseline.no_verdict": count, "baseline.no_verdict_policy": None}) == [
            ("baseline.files", "cannot-tell")
        ]


def test_ev_16_cannot_tell_before_rows_are_read() -> None:
    assert said("EV-16") == [("baseline.files", "cannot-tell")]


def test_ev_20_takes_a_price_list_and_cannot_tell_from_unread_rows() -> None:
    assert said("EV-20", {"budget.price_list": row(name="List", dated="2026-11-01")}) == []
    assert said("EV-20") == [("baseline.files", "cannot-tell")]
    assert opened("EV-20", {"baseline.files": None}) == ["budget.price_list"]


def test_ev_31_wants_a_number_and_a_way_of_splitting() -> None:
    assert opened("EV-31") == []
    assert opened("EV-31", {"data.held_out_tasks": None}) == ["data.held_out_tasks"]
    assert opened("EV-31", {"data.split_method": None}) == ["data.split_method"]
