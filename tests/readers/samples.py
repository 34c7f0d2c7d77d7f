"""A small file of each format, of the shape that its tool writes: what the fuzzing begins with."""

import hashlib
from collections.abc import Mapping, Sequence

from app.readers.source import Source
from tests.readers.making import ZSTANDARD, archive, document, lines
from tests.readers.trainer_samples import MORE, ROWLESS

TEXT = [{"role": "user", "content": "2+2"}]
SPAN = {"start": 100.0, "end": 102.5}
USAGE = {"prompt_tokens": 10, "completion_tokens": 2, "cached_input_tokens": 4, "cost": 0.01}
LOG = {
    "version": 2,
    "status": "success",
    "eval": {
        "task": "demo",
        "model": "m",
        "dataset": {"samples": 9, "sample_ids": [1]},
        "config": {"limit": 1, "epochs": 1},
        "model_generate_config": {"temperature": 0.6},
        "scorers": [{"name": "match", "metrics": [{"options": {}}]}],
    },
    "plan": {"config": {"top_p": 0.9}},
    "results": {
        "total_samples": 2,
        "completed_samples": 1,
        "scores": [{"name": "match", "metrics": {"accuracy": {"name": "accuracy", "value": 0.5, "params": {}}}}],
    },
    "invalidated": False,
}
SAMPLE = {
    "id": "q1",
    "epoch": 1,
    "input": "2+2",
    "scores": {"match": {"value": "C"}, "style": {"value": {"a": 1}}},
    "model_usage": {"m": {"input_tokens": 4, "output_tokens": 3, "total_tokens": 7, "input_tokens_cache_read": 1}},
    "messages": [{"role": "tool", "function": "bash", "error": {"type": "timeout"}}, {"role": "assistant"}],
    "output": {"choices": [{}], "usage": {"input_tokens": 1}},
    "events": [{"timestamp": "2024-10-15T12:00:00Z"}],
    "limit": {"type": "time"},
    "error": {"message": "RuntimeError('x')"},
    "metadata": {"cluster": 1},
    "total_time": 1.5,
}
LM_ROW = {
    "doc_id": 0,
    "resps": [["a"]],
    "filtered_resps": ["a"],
    "filter": "strict",
    "metrics": ["em"],
    "em": 1.0,
    "doc_hash": "d",
    "prompt_hash": "p",
    "target_hash": "t",
}
LM_RESULTS = {
    "results": {"sums": {"alias": "sums", "em,strict": 1.0, "em_stderr,strict": 0.1}, "more": {"em,strict": 0.5}},
    "configs": {"sums": {"generation_kwargs": {"temperature": 0}}, "more": {}},
    "n-shot": {"sums": 0},
    "config": {"model_args": "pretrained=a,revision=main", "model_sha": "", "gen_kwargs": {}},
    "n-samples": {"sums": {"original": 2, "effective": 1}},
    "higher_is_better": {"sums": {"em": True}},
    "task_hashes": {"sums": hashlib.sha256(b"dpt").hexdigest()},
}
HARBOR_TRIAL = {
    "task_name": "t",
    "trial_name": "t__a",
    "task_id": {"path": "t"},
    "task_checksum": "c",
    "agent_info": {"model_info": {"name": "m"}},
    "config": {"agent": {"model_name": "m"}},
    "agent_result": {"n_input_tokens": 1, "n_cache_tokens": 1, "n_output_tokens": 1, "cost_usd": 0.1},
    "verifier_result": {"rewards": {"reward": 1.0, "style": 0.5}},
    "exception_info": {"exception_type": "AgentTimeoutError"},
    "agent_execution": {"started_at": "2026-11-01T09:00:00Z", "finished_at": "2026-11-01T09:01:30Z"},
    "reward_valid": True,
}
HARBOR_JOB = {
    "n_total_trials": 2,
    "finished_at": None,
    "trial_results": [HARBOR_TRIAL],
    "stats": {
        "n_completed_trials": 1,
        "cost_usd": 0.1,
        "evals": {"a": {"reward_stats": {"reward": {"1.0": ["t__a"]}}}},
    },
}
TERMINAL = {
    "results": [
        {
            "task_id": "t",
            "is_resolved": False,
            "failure_mode": "unknown_agent_error",
            "total_input_tokens": 5,
            "total_output_tokens": 1,
            "agent_started_at": "2025-09-01T00:00:00+00:00",
            "agent_ended_at": "2025-09-01T00:01:00",
        },
        {"task_id": "t", "is_resolved": None, "failure_mode": "parse_error"},
    ],
    "n_resolved": 0,
    "accuracy": 0.0,
    "pass_at_k": {"2": 0.5},
}
REPORT = {
    "total_instances": 5,
    "submitted_instances": 2,
    "completed_instances": 1,
    "submitted_ids": ["a", "b"],
    "resolved_ids": ["a"],
    "unresolved_ids": ["b"],
    "error_ids": [],
    "infra_failure_ids": ["b"],
    "incomplete_ids": ["c"],
    "ambiguous_failure_ids": [],
}
TRAJECTORY = {
    "instance_id": "a",
    "trajectory_format": "mini-swe-agent-1.1",
    "info": {
        "exit_status": "Submitted",
        "submission": "d",
        "model_stats": {"instance_cost": 0.3},
        "config": {"model": {}},
    },
    "messages": [
        {"role": "user", "content": "x", "extra": {"timestamp": 1793000060.0}},
        {"role": "assistant", "extra": {"timestamp": 1793000070.0, "response": {"usage": USAGE}}},
    ],
}
PREDICTION = {"instance_id": "a", "model_name_or_path": "m", "model_patch": "diff"}
OLD = {
    "id": 0,
    "prompt": TEXT,
    "completion": [{"role": "tool", "content": "No module named 'a'"}],
    "generation_ms": 1500.0,
    "reward": 1.0,
    "style": 0.5,
}
METADATA = {
    "env": "sums",
    "model": "m",
    "num_examples": 1,
    "rollouts_per_example": 1,
    "sampling_args": {"temperature": 1},
    "avg_reward": 1.0,
    "avg_metrics": {"a": 1},
    "pass_threshold": 0.5,
}
LATER = {
    "example_id": 3,
    "prompt": TEXT,
    "reward": 1.0,
    "metrics": {"a": 0.5},
    "timing": {"generation": SPAN},
    "error": None,
    "token_usage": {"input_tokens": 10, "output_tokens": 2},
    "stop_condition": "timeout",
    "is_truncated": False,
}
EPISODE = {
    "env": {"id": "e"},
    "task": {"key": "t", "hash": "h", "data": {"prompt": "2+2"}},
    "ok": True,
    "errors": [],
    "is_timeout": False,
    "traces": [
        {
            "agent": {"config": {"model": "m", "sampling": {"a": 1}}, "trainable": True},
            "ok": True,
            "errors": [{"type": "E"}],
            "calls": [{"finish_reason": "stop", "usage": USAGE}],
            "rewards": {"a": {"score": 1.0, "weight": 1.0}},
            "timing": {"start": 1793000060.0, "agent": SPAN},
        }
    ],
}
AUDIT = {"task_key": "t", "mode": "gold", "valid": True, "reason": "valid"}
PLAIN = {
    "task_id": "t",
    "repeat": 0,
    "verdict": "accepted",
    "reward": 1.0,
    "components": {"a": 1},
    "sampling": {"a": 1},
    "latency_s": 1.5,
    "tokens_in": 5,
    "tokens_out": 1,
    "usage_known": True,
    "cost_usd": 0.1,
    "infra": False,
    "truncated": None,
}
TABLE = b'task_id,verdict,reward,sampling\nt,accepted,1,"{""a"": 1}"\nu,,0.5,\n'

JSON: Mapping[str, Sequence[tuple[str, object]]] = {
    "inspect": [("document", LOG | {"samples": [SAMPLE, SAMPLE]})],
    "lm-eval": [("document", LM_RESULTS), ("lines", [LM_ROW, LM_ROW])],
    "harbor": [("document", HARBOR_JOB), ("document", HARBOR_TRIAL)],
    "terminal-bench": [("document", TERMINAL)],
    "swe-bench": [
        ("document", REPORT),
        ("lines", [PREDICTION]),
        ("document", TRAJECTORY),
        ("document", {"a": PREDICTION}),
    ],
    "mini-swe-agent": [("document", TRAJECTORY), ("document", TRAJECTORY["messages"])],
    "verifiers of 2025": [("document", METADATA), ("lines", [OLD, OLD])],
    "verifiers later": [("document", METADATA), ("lines", [LATER, LATER])],
    "verifiers v1": [("lines", [EPISODE, EPISODE])],
    "verifiers audit": [("lines", [AUDIT, AUDIT])],
    "plain": [("lines", [PLAIN, PLAIN])],
    **MORE,
    **ROWLESS,
}
EVAL = {
    "_journal/start.json": {"version": 2, "eval": LOG["eval"]},
    "_journal/summaries/1.json": [SAMPLE],
    "samples/q1_epoch_1.json": SAMPLE,
    "header.json": LOG,
}


def whole(form: str) -> list[Source]:
    """The files of a format, as they should be."""
    return [source_of(f"{number}", kind, value) for number, (kind, value) in enumerate(JSON[form])]


def source_of(name: str, kind: str, value: object) -> Source:
    if kind == "document":
        return document(name, value)
    assert isinstance(value, list)
    return lines(name, *value)


def archives() -> list[Source]:
    """Archives of every packing."""
    return [archive("log.eval", EVAL, method=method) for method in (0, 8, ZSTANDARD)]
