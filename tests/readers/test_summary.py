"""What files hold together: the object of `pilotdesk read`."""

from app.readers.files import read_files
from app.readers.summary import summarise
from tests.readers.making import document, lines, summary


def row(task: str = "a", verdict: str = "accepted", **fields: object) -> dict[str, object]:
    return {"task_id": task, "verdict": verdict} | fields


def test_the_object_has_the_names_of_the_contract() -> None:
    file = lines(
        "a.jsonl",
        row(model_name="m", model_revision="r", tokens_in=1, tokens_out=1),
        row("b", "none"),
        row("b", "rejected"),
    )
    answer = summary(file).as_json()
    warnings = answer.pop("warnings")
    files = answer.pop("files")
    assert answer == {
        "rows": 3,
        "tasks": 2,
        "repeats": [1, 2],
        "accepted": 1,
        "rejected": 1,
        "no_verdict": 1,
        "usage_known": 1,
        "model_name": "m",
        "model_revision": "r",
        "rate": {"graded_only": 0.5, "all": 1 / 3},
    }
    assert files == [{"name": "a.jsonl", "format": "plain", "sha256": read_files([file])[0].files[0].sha256}]
    asked = "declare whether they count as rejected, are left out, or are run again"
    assert warnings == [
        "Rows that do not say how many tokens they took: 2 of 3; that is not known, and not 0.",
        f"Rows without a verdict: 1 of 3; {asked}. Both rates are given.",
        "Plain rows say what somebody wrote into them; no tool stands behind them.",
    ]


def test_what_is_not_there_is_unknown_and_counts_of_rows_are_facts() -> None:
    log = {"status": "success", "eval": {"task": "t", "model": "m"}, "samples": []}
    answer = summary(document("a.json", log)).as_json()
    assert (answer["rows"], answer["tasks"], answer["usage_known"], answer["repeats"]) == (0, 0, 0, None)
    assert (answer["model_name"], answer["rate"]) == (None, {"graded_only": None, "all": None})


def test_several_models_are_told_and_none_is_chosen() -> None:
    found = summary(lines("a.jsonl", *(row(model_name=f"m{n}", model_revision=f"r{n % 2}") for n in range(100))))
    assert (found.model_name, found.model_revision) == (None, None)
    assert [remark.sentence for remark in found.remarks[:2]] == [
        "The rows name more than one model: m0, m1, m2 and more.",
        "The rows name more than one revision: r0, r1.",
    ]
    many = summary(lines("a.jsonl", *(row(model_revision=f"r{n}") for n in range(100))))
    assert many.remarks[0].code == "several-revisions"


def test_each_policy_is_said_and_changes_no_count() -> None:
    file = lines("a.jsonl", row(), row("b", "none"))
    for policy, words in (("reject", "count as rejected"), ("drop", "are left out"), ("rerun", "have to be run again")):
        found = summary(file, policy=policy)
        assert (found.rejected, found.no_verdict, found.graded_only, found.of_all) == (0, 1, 1.0, 0.5)
        assert f"by the declared policy they {words}" in found.remarks[-2].sentence


def test_files_that_say_the_same_say_it_once() -> None:
    found = summarise(
        read_files([lines("a.jsonl", row(model_revision="r")), lines("b.jsonl", row(model_revision="r"))])
    )
    assert (found.rows, found.tasks, found.repeats) == (2, 1, (2, 2))
    assert [remark.code for remark in found.remarks] == ["cannot-prove"]
