"""What customers read of the rules about evaluation, with what each looked at, as `words/EV.txt` keeps it."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from app.rules.facts import Facts
from app.rules.measured import NOTHING_MEASURED, BenchFacts, Interval, Measured, OverlapFacts
from tests.rules.examples import COMMIT, LARGE, SAMPLING, SMALL, facts, ran, row
from tests.rules.wording import kept, spoken

FEW = {"baseline.tasks": 20, "baseline.attempts_per_task": 1, "baseline.accepted": 8, "baseline.rejected": 12}
TIMES = {"baseline.latency_p50_s": 60, "baseline.latency_p95_s": 120, "baseline.timeouts": 0}
PER_CENT = {"success.metric": "share accepted in %"}
PRICED = {"baseline.cost_total": 12_000, "budget.currency": "USD"}
ONE = {"rows": 1, "tasks": 1, "accepted": 1, "rejected": 0, "all_pass_tasks": 1, "accepted_with_usage": 0}
# answers, one after the other in place of the sound ones; each is tried without rows and with those of a sound run
CHANGED: tuple[dict[str, Any], ...] = (
    {},
    {"baseline.files": None},
    {"baseline.files": (), "baseline.untuned": False},
    {"baseline.untuned": None},
    {"baseline.repository": LARGE.id},
    {"baseline.repository": None, "baseline.revision": None},
    {"baseline.revision": "main"},
    {"checkpoint.revision": "main", "baseline.revision": "f" * 40},
    {"success.sampling": row(temperature=0, top_p=0.9, top_k=20, max_tokens=1, thinking=False)},
    {"success.sampling": None},
    {"baseline.sampling": row(temperature=0.7)},
    {"baseline.sampling": None, "rollout.sampling": None},
    {"rollout.sampling": row(**{key: value for key, value in SAMPLING.values.items() if key != "thinking"})},
    {"data.held_out_tasks": 10},
    {"data.held_out_tasks": 1},
    {"data.held_out_tasks": 0},
    {"data.held_out_tasks": None},
    {"success.minimum_gain": 0},
    {"success.minimum_gain": 0.5},
    {"success.minimum_gain": None},
    {"success.minimum_gain": None, "success.target_value": 0.45},
    {"success.minimum_gain": None, "success.target_value": 0.5, "success.baseline_value": 0.4},
    {"success.comparison": "less", "success.minimum_gain": 0.02},
    {**PER_CENT, "success.minimum_gain": 5},
    FEW,
    {**FEW, "baseline.rejected": None},
    {**FEW, "baseline.accepted": 0, "baseline.rejected": 20},
    {**FEW, "baseline.accepted": 1, "baseline.rejected": 1, "baseline.tasks": 2},
    dict.fromkeys(FEW),
    {"baseline.attempts_per_task": None},
    {"baseline.attempts_per_task": 1},
    {"baseline.accepted": None, "success.baseline_value": 0.4},
    {"baseline.accepted": None, "success.baseline_value": 0.95},
    {"baseline.no_verdict": 60},
    {"baseline.no_verdict": 60, "baseline.rejected": 300, "baseline.no_verdict_policy": "drop"},
    {"baseline.no_verdict": 1, "baseline.no_verdict_policy": None},
    {"baseline.no_verdict": None, "baseline.no_verdict_policy": None},
    {"data.overlap_check": None},
    {"data.overlap_check": row(method="n-gram")},
    {"data.overlap_check": row(exact_hits=1, near_hits=2)},
    {"data.overlap_check": row(exact_hits=2, near_hits=1)},
    {"data.overlap_check": row(near_hits=0)},
    {"data.split_method": None},
    TIMES,
    {**TIMES, "baseline.timeouts": 30},
    {**TIMES, "baseline.timeouts": 300},
    {**TIMES, "baseline.timeouts": 1, **FEW},
    {**TIMES, "baseline.timeouts": None},
    {**TIMES, "baseline.tasks": None},
    {**TIMES, "baseline.timeouts": 3, "baseline.tasks": None, "baseline.attempts_per_task": None},
    {"baseline.bench_files": ("bench.json",)},
    {"baseline.bench_files": ("bench.json",), "rollout.concurrency": None, "budget.hardware": None},
    {"budget.price_list": row(name="prices")},
    {"budget.price_list": None, "baseline.files": None},
    {**PRICED},
    {**PRICED, "budget.currency": "EUR"},
    {**PRICED, "baseline.cost_total": 20_000},
    {"baseline.accepted": 9, "baseline.rejected": 591},
    {"baseline.accepted": 1, "baseline.rejected": 599},
    {"baseline.accepted": None},
    {"baseline.runs": 1, "success.runs": 1},
    {"baseline.runs": None, "success.runs": None},
    {"baseline.runs": 1, "success.minimum_gain": None},
    {"success.metric": None},
    {"success.metric": "accuracy"},
    {"success.metric": "accepted work of the agent"},
    {"success.metric": "share solved, pass@5"},
    {"success.metric": "share solved, pass@1", "success.attempts": 2},
    {"success.attempts": None},
    {"success.harness": row(name="harness", version="2"), "success.engine": row(name="other", version="1")},
    {"success.harness": None, "baseline.engine": None},
    {"training.method": "grpo", "training.group_size": 8, **FEW, "baseline.accepted": 1, "baseline.rejected": 19},
    {"training.method": "grpo", "training.group_size": None},
    {"training.method": None, "training.group_size": None},
    {"training.method": "sao", "training.group_size": None},
    {"training.method": "grpo", "training.group_size": 1},
    {"training.method": "grpo", "baseline.accepted": None},
)
# what rows say, one after the other in place of a sound run
MEASURED: tuple[dict[str, Any], ...] = (
    {"model_names": frozenset({"another", LARGE.id})},
    {"model_names": frozenset(), "model_revisions": frozenset()},
    {"model_revisions": frozenset({COMMIT, "f" * 40})},
    {"interval": Interval(0.1, 0.9)},
    {"interval": None, "accepted": 2, "rejected": 3, "rows": 5, "tasks": 5, "all_pass_tasks": 2},
    {"gain_variance": 0.5, "accepted": 250, "rejected": 350},
    {"no_verdict": 60, "rejected": 300},
    {"no_verdict": 1, "rejected": 359},
    {"rows": 599, "tasks": 150, "attempts": (1, 4)},
    {**ONE, "with_latency": 1, "with_usage": 0, "with_cost": 0},
    {"accepted": 5, "rejected": 595},
    {"accepted": 1, "rejected": 599, "accepted_with_usage": 1},
    {"latency_p50": 66.123456789, "latency_p95": 200.0},
    {"latency_p50": 60.0, "latency_p95": 126.1, "timeouts": 1},
    {"timeouts": 30},
    {"timeouts": 300},
    {"timeouts": None},
    {"with_latency": 0},
    {"with_latency": 58},
    {"with_latency": 1},
    {"cost_total": 200.5},
    {"cost_total": 200.5, "with_cost": 599},
    {"cost_total": None, "with_cost": 0},
    {"with_usage": 0, "with_cost": 0, "accepted_with_usage": 0},
    {"with_usage": 500, "accepted_with_usage": 200},
    {"zero_tokens_with_output": 1},
    {"zero_tokens_with_output": 197},
    {"fieller_g": 0.1},
    {"fieller_g": 1.0},
    {"fieller_g": 0.09},
    {"fieller_g": None},
    {"status": "cancelled"},
    {"status": "error", "finished": False},
    {"status": "started", "invalidated": True},
    {"status": "", "finished": None},
    {"status": "", "finished": False},
    {"status": "", "finished": True},
    {"invalidated": True},
    {"dataset_tasks": 500},
    {"dataset_tasks": None},
    {"dataset_tasks": None, "limited_to": 50},
    {"dataset_tasks": 500, "limited_to": 50},
    {"total": 500, "submitted": 10, "completed": 7},
    {"total": 500, "submitted": 500},
    {"total": 7, "completed": 7},
    {"standard_error": 0.034, "stated_standard_error": 0.0197},
    {"standard_error": 0.02, "stated_standard_error": 0.0191},
    {"standard_error": None, "stated_standard_error": 0.02},
    {"standard_error": 0.03, "stated_standard_error": 0.01, "attempts": (1, 1)},
    {"run_spread": 0.2},
    {"run_spread": None},
    {"informative": 0.1},
    {"informative": 0.3},
    {"informative": None},
    {"all_pass_tasks": 180},
    {"all_pass_tasks": 179},
    {"all_pass_tasks": None},
    {"filters": ("strict-match", "flexible-extract")},
    {"filters": ("strict", "share"), "metric_named": False},
    {"metric_named": False},
)
BENCHES = (
    BenchFacts(concurrency=8, failed=1, hardware="H100"),
    BenchFacts(concurrency=64, failed=0),
    BenchFacts(failed=2, hardware="A100"),
)
OVERLAPS = (OverlapFacts(0), OverlapFacts(0, 0), OverlapFacts(1, 3), OverlapFacts(2, 1), OverlapFacts(0, 1))


def inquiries() -> Iterator[Facts]:
    """Yield what is tried, one change after the other."""
    yield from (facts(change, measured=rows) for change, rows in product(CHANGED, (NOTHING_MEASURED, ran())))
    yield from (facts({**TIMES, **PRICED, **more}, measured=ran(**change)) for change in MEASURED for more in ({}, FEW))
    for bench in BENCHES:
        yield facts({"baseline.bench_files": ("bench.json",)}, measured=Measured(benches=(bench,)))
    yield facts({"baseline.bench_files": ("bench.json",)}, measured=Measured(benches=BENCHES))
    for found, check in product(OVERLAPS, (None, row(exact_hits=0), row(exact_hits=0, near_hits=0), row(exact_hits=4))):
        yield facts({"data.overlap_check": check}, measured=Measured(overlap=found))
    yield facts({}, measured=ran(model_names=frozenset({SMALL.repository})))


def test_each_rule_of_the_evaluation_says_word_by_word_what_was_agreed() -> None:
    assert spoken("EV", inquiries()) == kept("EV")
