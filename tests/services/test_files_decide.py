"""Each rule that reads rows or files: a file that a test makes is uploaded and read, and the finding is there."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from app.cli import run
from app.infra.work import Work
from app.rules.catalogue import CATALOGUE
from tests.readers.samples import LM_RESULTS, LM_ROW, LOG, REPORT, SAMPLE
from tests.readers.trainer_samples import CONFIG, GENERATION, INDEX, VLLM
from tests.services.measuring import Desk, Row, by_task, jsonl, trials

pytestmark = pytest.mark.seeded

BASELINE = trials(112, latency_s=40.0, model_name="Qwen/Qwen3.8-27B")
NO_COUNTS = {"accepted": None, "rejected": None, "no_verdict": None}
READ_BY_FILES = {"rows", "checkpoint files", "overlap hashes", "speed tests"}
ELSEWHERE = {"EV-07", "EV-08", "EV-09", "EV-19"}  # named in other answers than the baseline's; below
THEIR_OWN = "maker/model"  # of which nothing is on record, so that only its files tell
OWN = {name: {"repository": THEIR_OWN, "format": "bf16"} for name in ("checkpoint", "rollout_checkpoint")}
MIXTURE = {name: {"repository": "zai-org/GLM-5.3", "format": "bf16"} for name in OWN}
GIGA = 10**9


@pytest.fixture
def desk(work: Work, tmp_path: Path, now: datetime) -> Desk:
    return Desk(work, tmp_path / "uploads", now)


def told(thing: object) -> bytes:
    return json.dumps(thing).encode()


def inspect(**more: Any) -> bytes:  # noqa: ANN401  parts of a log
    sample = {key: value for key, value in SAMPLE.items() if key not in {"error", "limit"}}
    samples = [sample | {"id": f"q{place}", "scores": {"match": {"value": "CI"[place % 2]}}} for place in range(40)]
    return told(LOG | {"samples": samples} | more)


def repeated(stderr: float) -> bytes:
    """Return a log of five epochs that states a standard error as if each were a fresh sample."""
    metrics = {"stderr": {"name": "stderr", "value": stderr, "params": {}}}
    samples = [
        {"id": f"q{task}", "epoch": epoch, "scores": {"match": {"value": "CI"[task % 2]}}}
        for task in range(20)
        for epoch in range(1, 6)
    ]
    return told(LOG | {"results": {"scores": [{"name": "match", "metrics": metrics}]}, "samples": samples})


def rowed(rows: Sequence[Row], **first: object) -> list[Row]:
    """Return the rows with something else in the first."""
    return [{**rows[0], **first}, *rows[1:]]


class Case(NamedTuple):
    """What is uploaded and answered, and a part of what the rule says then."""

    rule: str
    files: Mapping[str, bytes]
    says: str
    answers: Mapping[str, object] = {}


def rows_case(rule: str, rows: Sequence[Row], says: str, **answers: object) -> Case:
    return Case(rule, {"run.jsonl": jsonl(rows)}, says, answers)


TIMED = [
    {**row, **({"error_type": "timeout", "verdict": "rejected"} if place % 12 == 0 else {})}
    for place, row in enumerate(BASELINE)
]
TWO_FILTERS = {"results": {"sums": {"em,strict": 1.0, "em,loose": 1.0}}}
FILTERS = jsonl([LM_ROW, LM_ROW | {"filter": "loose"}])
TOOL = [
    {
        "id": place,
        "prompt": [{"role": "user", "content": str(place)}],
        "completion": [{"role": "tool", "content": "Error: No module named 'pandas'"}],
        "generation_ms": 1.0,
        "reward": 1.0,
    }
    for place in range(10)
]
CASES = [
    rows_case(
        "EV-02", trials(112, model_name="policy_model"), "do not name the exact revision", baseline={"revision": None}
    ),
    rows_case(
        "EV-05",
        BASELINE,
        "held-out tasks cannot show",
        baseline=NO_COUNTS,
        success={"minimum_gain": 0.02, "target_value": 0.33},
    ),
    rows_case("EV-06", BASELINE, "", baseline=NO_COUNTS, success={"minimum_gain": 0.02, "target_value": 0.33}),
    rows_case("EV-10", rowed(BASELINE, verdict=None), "1 attempt got no verdict", baseline={"no_verdict_policy": None}),
    rows_case(
        "EV-11",
        [{**row, "verdict": None} if place > 120 else row for place, row in enumerate(BASELINE)],
        "count as rejected",
        baseline=NO_COUNTS,
    ),
    rows_case("EV-12", BASELINE[:-1], "The files hold 359 rows, and by the answers there were 360 attempts"),
    rows_case("EV-12", trials(110), "accepted attempts is given as 112, and the rows say 110."),
    rows_case("EV-12", trials(112, latency_s=50.0), "median time is given as 41.5 s, and the rows say 50 s."),
    rows_case(
        "EV-12",
        trials(112, cost_usd=0.5),
        "given as 88.70 dollars, and the rows say 180.00 dollars.",
        budget={"currency": "USD"},
    ),
    Case("EV-13", {"log.json": inspect(status="cancelled")}, "was cancelled"),
    Case("EV-14", {"log.json": inspect()}, "The baseline ran on 1 task of 9"),
    Case("EV-15", {"report.json": told(REPORT)}, "5 in the set, 2 submitted and 1 completed"),
    rows_case("EV-16", trials(112), "None of 360 rows says how long"),
    rows_case("EV-17", trials(10, 20, 20, latency_s=2.0), "asked of 20 attempts"),
    rows_case("EV-18", TIMED, "30 attempts timed out"),
    rows_case("EV-20", BASELINE, "No cost per accepted result", budget={"price_list": None}),
    rows_case(
        "EV-21",
        rowed(
            trials(112, tokens_in=5, tokens_out=5, usage_known=True), tokens_in=None, tokens_out=None, usage_known=False
        ),
        "Usage is known for 359 of 360 rows, and for 111 of 112 accepted ones",
    ),
    rows_case(
        "EV-22",
        rowed(trials(112, tokens_in=5, tokens_out=5, usage_known=True), tokens_out=0),
        "1 row with an answer claims 0 tokens",
    ),
    rows_case("EV-23", trials(5), "Only 5 attempts", baseline=NO_COUNTS),
    Case("EV-24", {"log.json": repeated(0.01)}, "0.01"),
    rows_case("EV-25", by_task([1] * 120 + [0] * 60, 2), ""),
    Case("EV-26", {"results.json": told(LM_RESULTS | TWO_FILTERS), "samples_sums.jsonl": FILTERS}, "which of the"),
    rows_case("EV-29", by_task([2] * 56 + [0] * 124, 2), "Only 0 % of groups of 10"),
    rows_case("EV-30", by_task([2] * 170 + [0] * 10, 2), "170 of 180 tasks pass every time"),
    rows_case(
        "EN-07", rowed(trials(112, tokens_in=900, tokens_out=100, usage_known=True), tokens_in=40_000), "took 40,100"
    ),
    Case("EN-08", {"config.json": told(CONFIG)}, "in config.json is 4,096", OWN),
    Case("EN-17", {"results.jsonl": jsonl(TOOL)}, "a tool gave one error"),
    rows_case("RW-08", trials(4), "of the rewards may be for right work", baseline=NO_COUNTS),
    rows_case("RW-18", rowed(trials(112, truncated=False), truncated=True), ""),
    Case("CK-09", {"config.json": told(CONFIG | {"torch_dtype": "float16"})}, "config.json says float16"),
    Case("CK-10", {"config.json": told(CONFIG), "generation_config.json": told(GENERATION)}, "ends an answer at 7"),
    Case("CK-15", {"index.json": told(INDEX | {"metadata": {"total_size": 99 * GIGA}})}, ""),
    Case(
        "CK-16",
        {"config.json": told(CONFIG | {"quantization_config": {"quant_method": "fp8"}})},
        "",
    ),
    Case("BG-06", {"index.json": told(INDEX | {"metadata": {"total_parameters": 900 * GIGA}})}, "", OWN),
    Case("BG-07", {"index.json": told(INDEX | {"metadata": {"total_parameters": 744 * GIGA}})}, "", MIXTURE),
    Case(
        "BG-08",
        {
            "config.json": told(
                CONFIG | {"text_config": {"num_hidden_layers": 64, "num_key_value_heads": 8, "head_dim": 128}}
            )
        },
        "of keys and values",
        {"rollout": {"concurrency": 480}},
    ),
    rows_case("BG-17", trials(112, cost_usd=0.25), "", budget={"currency": "USD", "evaluation": 100}),
]


@pytest.mark.parametrize("case", CASES, ids=[f"{case.rule} {place}" for place, case in enumerate(CASES)])
def test_a_file_decides(desk: Desk, case: Case) -> None:
    desk.patch(**case.answers)
    for name, content in case.files.items():
        desk.attach_bytes(name, content)
    desk.read()
    messages = desk.told(case.rule)
    assert any(case.says in message for message in messages), (messages, [f.message for f in desk.said(case.rule)])


def test_rows_that_agree_leave_nothing_to_say(desk: Desk) -> None:
    desk.attach(
        trials(112, latency_s=40.0, cost_usd=0.25, tokens_in=5, tokens_out=5, usage_known=True, truncated=False)
    )
    desk.patch(baseline={"latency_p50_s": 40.0, "latency_p95_s": 40.0, "timeouts": 0})
    desk.read()
    for rule in ("EV-12", "EV-16", "EV-17", "EV-18", "EV-21", "EV-22", "EV-23", "EN-07", "RW-18"):
        assert desk.told(rule) == [], rule


def hashed(folder: Path, which: str, texts: Sequence[str]) -> bytes:
    tasks, out = folder / f"{which}.jsonl", folder / f"{which}.json"
    tasks.write_text("".join(json.dumps({"prompt": text}) + "\n" for text in texts))
    assert run(["hash-tasks", str(tasks), "--set", which, "--out", str(out)]) == 0
    return out.read_bytes()


LONG = "Sum the invoices of the finance department for the third quarter of 2026 and name the largest one of them all"
Name = Callable[[Desk, list[str]], None]


def name_hashes(desk: Desk, ids: list[str]) -> None:
    desk.patch(data={"overlap_check": {"files": ids, "exact_hits": None, "near_hits": None, "method": None}})


@pytest.mark.parametrize(
    ("rule", "held_out", "says"),
    [
        ("EV-07", [LONG, "quite another task"], "1 held-out task is also among the training tasks"),
        ("EV-08", [LONG.replace("2026", "2025")], "1 held-out task is nearly the same"),
        ("EV-09", ["quite another task"], ""),
    ],
)
def test_hashes_of_tasks_decide(desk: Desk, tmp_path: Path, rule: str, held_out: list[str], says: str) -> None:
    training = desk.attach_bytes("training.json", hashed(tmp_path, "training", [LONG, "and one more"]))
    others = desk.attach_bytes("held-out.json", hashed(tmp_path, "held-out", held_out))
    name_hashes(desk, [training.public_id, others.public_id])
    desk.read()
    messages = desk.told(rule)
    assert any(says in message for message in messages) if says else messages == []


def test_a_speed_test_of_another_load_is_found(desk: Desk) -> None:
    file = desk.attach_bytes("bench.json", told(VLLM))
    desk.patch(baseline={"bench_files": [file.public_id], "files": None})
    assert desk.told("EV-19") == []
    desk.read()
    (message,) = desk.told("EV-19")
    assert "1 request failed" in message
    assert "4 at once, and 48 are planned" in message


def test_every_rule_that_reads_files_has_its_file_here() -> None:
    reading = {rule.id for rule in CATALOGUE if READ_BY_FILES & {name.strip() for name in rule.reads.split(",")}}
    assert reading == {case.rule for case in CASES} | ELSEWHERE
