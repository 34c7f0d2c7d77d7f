"""Plain rows: JSONL or CSV with the names of a trial."""

import pytest

from app.readers.source import of_bytes
from tests.readers.making import codes, document, lines, read, refusal, said, summary, trials, verdicts

FULL = {
    "task_id": "t1",
    "repeat": 2,
    "cluster": "repository",
    "verdict": "accepted",
    "reward": 1,
    "components": {"style": 0.5, "tests": True, "note": "good"},
    "model_name": "maker/model",
    "model_revision": "c" * 40,
    "sampling": {"temperature": 0.6},
    "error_type": None,
    "infra": False,
    "truncated": True,
    "latency_s": 12.5,
    "latency_kind": "agent",
    "tokens_in": 100,
    "tokens_in_cached": 40,
    "tokens_out": 7,
    "usage_known": True,
    "cost_usd": 0.01,
    "started_at": "2026-11-01T00:00:00Z",
    "finished_at": "2026-11-01T00:00:12Z",
    "prompt_hash": "ab",
}


def row(**fields: object) -> dict[str, object]:
    return {"task_id": "t", "verdict": "accepted"} | fields


def test_every_name_of_a_trial_is_read() -> None:
    (trial,) = trials(lines("a.jsonl", FULL))
    expected = FULL | {"components": {"style": 0.5, "tests": 1.0}, "line": 1, "tool_errors": (), "has_output": None}
    assert {name: getattr(trial, name) for name in expected} == expected


def test_what_is_not_there_is_not_known() -> None:
    (trial,) = trials(lines("a.jsonl", row()))
    assert (trial.reward, trial.latency_s, trial.tokens_in, trial.cost_usd, trial.usage_known) == (None,) * 4 + (False,)
    assert (trial.repeat, trial.cluster, trial.components, trial.sampling) == (0, "", {}, {})


def test_a_table_holds_the_same() -> None:
    names = [name for name in FULL if name not in {"components", "sampling"}]
    cells = ["" if FULL[name] is None else str(FULL[name]) for name in names]
    text = ",".join([*names, "sampling", "components"]) + "\n" + ",".join([*cells, '"{""a"": 1}"', "nonsense"]) + "\n"
    (trial,) = trials(of_bytes("a.csv", text.encode("utf-8-sig")))
    expected = {name: FULL[name] for name in names} | {"sampling": {"a": 1}, "components": {}, "line": 2}
    assert {name: getattr(trial, name) for name in expected} == expected


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_cells_may_be_parted_by_what_spreadsheets_use(mark: str) -> None:
    text = "task_id,reward,usage_known\nt,0.5,no\n".replace(",", mark)
    assert [trial.reward for trial in trials(of_bytes("a.csv", text.encode()))] == [0.5]


def test_bad_rows_of_a_table_are_left_out_by_their_number() -> None:
    text = 'task_id,reward\na,1\nb\n\n,1\nc,x\n"d,1\n' + "x" * 140_000 + '"\ne,0\n'
    reading = read(of_bytes("a.csv", text.encode()), threshold=1)
    assert [(trial.task_id, trial.verdict) for trial in reading.trials] == [
        ("a", "accepted"),
        ("c", "none"),
        ("e", "rejected"),
    ]
    assert [remark.sentence for remark in reading.remarks] == [
        "Line 3 of a.csv has 1 cells where the header has 2, and is left out.",
        "Line 5 of a.csv has no task_id, and is left out.",
        "Line 8 of a.csv is not CSV (field larger than field limit (131072)), and is left out.",
    ]


def test_rows_without_what_is_needed_are_left_out() -> None:
    file = lines("a.jsonl", row(), {"task_id": "t"}, row(task_id=None), row(verdict="maybe"), row(verdict=1), [1])
    reading = read(file)
    assert len(list(reading.trials)) == 1
    assert [remark.sentence for remark in reading.remarks] == [
        "Line 2 of a.jsonl has neither a verdict nor a reward, and is left out.",
        "Line 3 of a.jsonl has no task_id, and is left out.",
        "Line 4 of a.jsonl has a verdict that is none of accepted, rejected and none, and is left out.",
        "Line 5 of a.jsonl has a verdict that is none of accepted, rejected and none, and is left out.",
        "Line 6 of a.jsonl is not an object, and is left out.",
    ]


def test_a_reward_decides_by_the_threshold_and_the_assumption_is_said() -> None:
    file = lines("a.jsonl", *({"task_id": "t", "reward": reward} for reward in (1, 0.5, 0, None)))
    assert verdicts(file, threshold=0.5) == ["a", "a", "r", "-"]
    assert codes(read(file, threshold=0.5)) == []
    assert verdicts(file) == ["a", "r", "r", "-"]
    assert said(read(file), "threshold-assumed") == (
        "No threshold was declared: a reward of 1 and above counts as accepted. "
        "1 of 3 rewards lie between 0 and 1, so the choice matters."
    )


def test_a_declared_threshold_overrides_the_verdict_of_the_file() -> None:
    file = lines("a.jsonl", row(reward=0.7), row(reward=0.9), row(), row(verdict="none", reward=1))
    assert verdicts(file, threshold=0.8) == ["r", "a", "a", "-"]
    sentence = "In 1 rows the declared threshold overrides the verdict that the file states."
    assert said(read(file, threshold=0.8), "verdict-overruled") == sentence


def test_a_failure_of_the_machinery_is_no_verdict() -> None:
    file = lines("a.jsonl", {"task_id": "t", "reward": 0, "infra": True}, {"task_id": "t", "reward": 0, "infra": False})
    assert verdicts(file, threshold=1) == ["-", "r"]


def test_attempts_without_a_number_are_counted() -> None:
    rows = [row(task_id=f"t{number % 1500}") for number in range(3000)]
    found = trials(lines("a.jsonl", *rows))
    assert [trial.repeat for trial in found] == [0] * 1500 + [1] * 1500


def test_no_usage_is_not_0_and_costs_nothing_that_is_known() -> None:
    file = lines(
        "a.jsonl",
        row(tokens_in=0, tokens_out=0, cost_usd=0),
        row(tokens_in=5, tokens_out=0, cost_usd=0),
        row(tokens_in=5, tokens_out=1, usage_known=False),
        row(tokens_in=5, cost_usd=0.5),
    )
    found = trials(file)
    assert [trial.usage_known for trial in found] == [False, True, False, False]
    assert [trial.cost_usd for trial in found] == [None, 0.0, None, 0.5]
    assert said(read(file), "zero-usage") == "1 rows count no tokens at all; that is taken for not measured."


def test_strange_numbers_are_not_known() -> None:
    raw = '{"task_id": "t", "verdict": "none", "reward": NaN, "latency_s": Infinity, "tokens_in": %s, "cost_usd": -1}'
    for huge in ("1" + "0" * 20, "1" + "0" * 30, "1" + "0" * 5000, "-1", "1.5", '"7"', "true"):
        (trial,) = trials(lines("a.jsonl", row(), raw % huge))[1:]
        assert (trial.reward, trial.latency_s, trial.tokens_in, trial.cost_usd) == (None,) * 4


def test_ids_stay_distinct_whatever_they_are() -> None:
    ids = [
        '"a"',
        "1",
        "2.0",
        '"' + "x" * 300 + '1"',
        '"' + "x" * 300 + '2"',
        '"a\\u0000b"',
        '"a\\u0001b"',
        '"\\ud800"',
        '"\\ud801"',
    ]
    file = lines("a.jsonl", row(), *(f'{{"task_id": {task}, "verdict": "none"}}' for task in ids))
    found = [trial.task_id for trial in trials(file)][1:]
    assert found[:3] == ["a", "1", "2"]
    assert len(set(found)) == len(ids)
    assert all(task.isprintable() and len(task) < 220 for task in found)


def test_ids_that_are_none_are_left_out() -> None:
    file = lines("a.jsonl", row(), *(row(task_id=task) for task in ("", " ", True, 1.5, [1], None)))
    assert len(trials(file)) == 1


def test_broken_text_is_replaced_and_said() -> None:
    file = lines("a.jsonl", b'{"task_id": "caf\xe9", "verdict": "accepted"}', row())
    reading = read(file)
    assert [trial.task_id for trial in reading.trials] == ["caf\ufffd", "t"]
    assert said(reading, "broken-text") == "a.jsonl holds text that is not UTF-8; it was replaced."


def test_the_first_row_may_be_bad_too() -> None:
    reading = read(lines("a.jsonl", '{"task_id": ', "", row()))
    assert [trial.line for trial in reading.trials] == [3]
    assert said(reading, "bad-row") == "Line 1 of a.jsonl is not JSON, and is left out."


@pytest.mark.parametrize(
    "text", ["{", "[1", '{"a": 1}}', "[1, 2]", "{}", '[{"a": 1}]', "[]", "{\n}", "plain", "a,b\n1,2"]
)
def test_what_is_no_run_is_refused(text: str) -> None:
    assert refusal(of_bytes("a", text.encode()))[0] in {"unreadable", "unknown-format"}


def test_a_document_of_one_row_is_a_row() -> None:
    assert verdicts(lines("a.json", row())) == ["a"]
    assert refusal(document("a.json", row()))[0] == "unknown-format"


def test_text_that_is_no_table_is_refused() -> None:
    assert refusal(of_bytes("a.csv", b'task_id\r,"verdict\nx'))[0] == "unknown-format"


def test_models_and_revisions_of_a_file_are_told() -> None:
    found = summary(lines("a.jsonl", row(model_name="m", model_revision="r"), row(model_name="m")))
    assert (found.model_name, found.model_revision) == ("m", "r")


def test_texts_that_are_none_or_too_long_are_unknown_or_shortened() -> None:
    rows = [row(model_name=7), row(model_name="m" * 300), row(model_name="m", latency_kind="m")]
    found = trials(lines("a.jsonl", *rows))
    assert [trial.model_name for trial in found] == [None, "m" * 200, "m"]
