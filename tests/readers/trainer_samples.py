"""A small file of each trainer's dump, of traces, benchmarks and checkpoints, of the shape that its tool writes."""

import io
import json
from collections.abc import Mapping, Sequence

import pyarrow as pa
import pyarrow.parquet as pq

from app.readers.source import Source, of_bytes

ASKED = {"input": [{"role": "user", "content": "2+2"}], "temperature": 0.6, "top_p": None, "max_output_tokens": 64}
ANSWER = {
    "model": "maker/model",
    "output": [{"type": "message", "content": "4"}],
    "incomplete_details": None,
    "usage": {"input_tokens": 40, "output_tokens": 5, "input_tokens_details": {"cached_tokens": 8}},
}
ROLLOUT = {
    "responses_create_params": ASKED,
    "response": ANSWER,
    "reward": 1.0,
    "hit": True,
    "_ng_task_index": 0,
    "_ng_rollout_index": 0,
    "agent_ref": {"name": "clicker"},
    "ng_trajectory": {"turns": [{"model_calls": [{"duration_ms": 1500.0}, {"duration_ms": 500}]}]},
}
FAILURE = {
    "responses_create_params": ASKED,
    "_ng_failure_class": "judge_failed",
    "_ng_failure_terminal": False,
    "_ng_task_index": 1,
    "_ng_rollout_index": 0,
    "agent_ref": {"name": "clicker"},
}
INPUT = {
    "responses_create_params": ASKED,
    "_ng_task_index": 0,
    "_ng_rollout_index": 0,
    "agent_ref": {"name": "clicker"},
}
AVERAGES = [{"mean/reward": 1.0, "pass@1/reward": 50.0, "max/reward": 1.0, "agent_ref": {"name": "clicker"}}]
PROFILE = {"_ng_task_index": 0, "mean/reward": 1.0}
VERL = {"input": "2+2", "output": "4", "gts": "4", "score": 1.0, "step": 3, "acc": True, "pred": "4"}
SKYRL = {
    "input_prompt": "2+2",
    "output_response": "4",
    "score": 1.0,
    "stop_reason": "stop",
    "env_class": "sums",
    "env_extras": {},
    "data_source": "sums",
}
AVERAGE = {"eval/all/avg_score": 0.5, "eval/sums/pass_at_1": 0.5}
NEMO_RL = {"content": ["2+2", "4"], "rewards": [1.0], "input_lengths": [9], "idx": 0}
SLIME = {
    "group_index": 0,
    "index": 0,
    "prompt": "2+2",
    "tokens": [1, 2, 3, 4],
    "response": "4",
    "response_length": 2,
    "loss_mask": [1, 0],
    "reward": 1.0,
    "status": "completed",
    "weight_versions": ["0"],
    "non_generation_time": 0.4,
    "prefix_cache_info": {"cached_tokens": 1, "total_prompt_tokens": 2},
}
SPEC = {"spec": {"completion_fns": ["maker"], "eval_name": "sums.dev", "run_config": {"max_samples": None}}}
EVENT = {"run_id": "r", "event_id": 0, "sample_id": "sums.0", "created_at": "2026-11-01 09:00:01"}
SAMPLING = EVENT | {"type": "sampling", "data": {"usage": {"prompt_tokens": 40, "completion_tokens": 3}}}
MATCH = EVENT | {"type": "match", "data": {"correct": True, "expected": "4", "picked": "4"}}
METRICS = EVENT | {"type": "metrics", "sample_id": "sums.1", "data": {"score": 0.5}}
ERROR = EVENT | {"type": "error", "sample_id": "sums.2", "data": {"type": "Timeout", "message": "no answer"}}
REPORT = {"final_report": {"accuracy": 1.0, "boostrap_std": 0.1}, "run_id": "r"}
GRADE = {
    "item": {"id": "q1", "question": "2+2"},
    "reward": 1.0,
    "sub_rewards": {"style": 0.5},
    "metadata": {
        "errors": {"python_grader_runtime_error": False, "python_grader_runtime_error_details": None},
        "execution_time": 4.0,
        "scores": {"length": 0.25},
        "token_usage": {"prompt_tokens": 190},
        "sampled_model_name": "judge",
    },
}


def attributes(**values: object) -> list[dict[str, object]]:
    """Attributes as they are exported; `a__b` is `a.b`."""
    return [{"key": key.replace("__", "."), "value": _typed(value)} for key, value in values.items()]


def _typed(value: object) -> dict[str, object]:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, int):
        return {"intValue": str(value)}
    if isinstance(value, float):
        return {"doubleValue": value}
    if isinstance(value, list):
        return {"arrayValue": {"values": [_typed(item) for item in value]}}
    return {"stringValue": value}


def call(seconds: float = 2.5, *, trace: str = "t1", start: int = 1_793_000_000, **about: object) -> dict[str, object]:
    """A span of one model call."""
    known: dict[str, object] = {
        "gen_ai__operation__name": "chat",
        "gen_ai__request__model": "maker/model",
        "gen_ai__request__temperature": 0.6,
        "gen_ai__usage__input_tokens": 40,
        "gen_ai__usage__output_tokens": 5,
        "gen_ai__response__finish_reasons": ["stop"],
    }
    told = {key: value for key, value in (known | about).items() if value is not None}
    return {
        "traceId": trace,
        "startTimeUnixNano": str(start * 10**9),
        "endTimeUnixNano": str(int((start + seconds) * 10**9)),
        "attributes": attributes(**told),
        "events": [],
    }


def score(value: object, name: str = "accepted", at: int = 1, **about: object) -> dict[str, object]:
    """A score as an event of a span, or as a log record."""
    key = "gen_ai__evaluation__score__label" if isinstance(value, str) else "gen_ai__evaluation__score__value"
    return {
        "name": "gen_ai.evaluation.result",
        "eventName": "gen_ai.evaluation.result",
        "timeUnixNano": str(at),
        "attributes": attributes(**{"gen_ai__evaluation__name": name, key: value}, **about),
    }


def spans(*found: Mapping[str, object]) -> dict[str, object]:
    """An export of spans."""
    return {"resourceSpans": [{"scopeSpans": [{"spans": list(found)}]}]}


def logs(*found: Mapping[str, object]) -> dict[str, object]:
    """An export of log records."""
    return {"resourceLogs": [{"scopeLogs": [{"logRecords": list(found)}]}]}


VLLM = {
    "date": "20261101-090000",
    "backend": "vllm",
    "model_id": "maker/model",
    "num_prompts": 10,
    "request_rate": "inf",
    "max_concurrency": 4,
    "duration": 20.0,
    "completed": 9,
    "failed": 1,
    "total_input_tokens": 900,
    "total_output_tokens": 450,
    "request_throughput": 0.45,
    "output_throughput": 22.5,
    "mean_ttft_ms": 100.0,
    "p99_ttft_ms": 180.0,
    "mean_e2el_ms": 900.5,
}
SGLANG = {
    "backend": "sglang-oai",
    "dataset_name": "random",
    "max_concurrency": None,
    "random_output_len": 256,
    "server_info": {"model_path": "maker/model"},
    "duration": 20.0,
    "completed": 200,
    "total_input_tokens": 1000,
    "total_output_tokens": 2000,
    "total_output_tokens_retokenized": 1990,
    "request_throughput": 10.0,
    "output_throughput": 100.0,
    "mean_ttft_ms": 100.0,
    "p99_e2e_latency_ms": 2000.0,
    "concurrency": 3.7,
}
CONFIG = {
    "architectures": ["MakerForCausalLM"],
    "model_type": "maker",
    "torch_dtype": "bfloat16",
    "eos_token_id": 7,
    "text_config": {
        "num_hidden_layers": 4,
        "layer_types": ["linear_attention", "full_attention"],
        "num_key_value_heads": 2,
        "head_dim": 64,
        "num_experts": 8,
        "max_position_embeddings": 4096,
    },
}
GENERATION = {"eos_token_id": [7, 8], "temperature": 0.6, "top_p": 0.95, "do_sample": True, "transformers_version": "5"}
TOKENIZER = {
    "tokenizer_class": "MakerTokenizer",
    "eos_token": {"content": "<end>"},
    "added_tokens_decoder": {"8": {"content": "<end>"}, "x": {}, "99999999999": {}},
    "chat_template": "{% for m in messages %}{% endfor %}",
}
INDEX = {"metadata": {"total_size": 2000, "total_parameters": 1000}, "weight_map": {"a": "model-00001-of-00002"}}
ADAPTER = {"peft_type": "LORA", "base_model_name_or_path": "maker/base", "r": 16, "revision": "c" * 40}
HEADER = {
    "__metadata__": {"format": "pt"},
    "a": {"dtype": "BF16", "shape": [4, 5], "data_offsets": [0, 40]},
    "b": {"dtype": "F32", "shape": [], "data_offsets": [40, 44]},
}
README = """---
license: apache-2.0  # as stated
base_model:
- maker/base
tags: [chat, "rl"]
---
# A model
"""
POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'a' * 64}\nsize 1234\n"


def weights(head: object = HEADER, name: str = "w") -> Source:
    """A safetensors file: its header, and numbers that nobody looks at."""
    raw = json.dumps(head).encode()
    return of_bytes(name, len(raw).to_bytes(8, "little") + raw + bytes(44))


def parquet(name: str = "p", **columns: Sequence[object]) -> Source:
    """A file of completions; columns that are not given hold what is usual."""
    known: dict[str, Sequence[object]] = {
        "step": [0, 0],
        "prompt": ["2+2", "2+2"],
        "completion": ["4", "5"],
        "right": [1.0, 0.0],
        "advantage": [1.0, -1.0],
    }
    out = io.BytesIO()
    pq.write_table(pa.table({**known, **columns}), out)
    return of_bytes(name, out.getvalue())


MORE: Mapping[str, Sequence[tuple[str, object]]] = {
    "nemo-gym": [
        ("lines", [ROLLOUT, ROLLOUT | {"_ng_rollout_index": 1}]),
        ("lines", [FAILURE, FAILURE]),
        ("lines", [INPUT, INPUT]),
        ("document", AVERAGES),
        ("lines", [PROFILE, PROFILE]),
    ],
    "verl": [("lines", [VERL, VERL])],
    "skyrl": [("lines", [SKYRL, SKYRL]), ("document", AVERAGE)],
    "nemo-rl": [("lines", [NEMO_RL, NEMO_RL])],
    "slime": [("lines", [SLIME, SLIME | {"reward": {"a": 1, "b": 0}}])],
    "openai evals": [("lines", [SPEC, SAMPLING, MATCH, METRICS, ERROR, REPORT])],
    "openai grades": [("lines", [GRADE, GRADE]), ("document", [GRADE])],
    "otel": [
        ("document", spans(call() | {"events": [score(1.0)]}, call(gen_ai__operation__name="execute_tool"))),
        ("lines", [logs(score(0.5) | {"traceId": "t1"}), logs()]),
    ],
}
ROWLESS: Mapping[str, Sequence[tuple[str, object]]] = {
    "hashes of tasks": [
        (
            "lines",
            [
                {"format": "pilot-task-hashes/1", "set": "training", "source_sha256": "0" * 64},
                {"line": 1, "exact": "1" * 64, "masked": "2" * 64, "runs": ["3" * 16], "minhash": "4" * 1024},
                {"tasks": 1, "left_out": 0},
            ],
        )
    ],
    "serving": [("document", VLLM), ("lines", [SGLANG, SGLANG])],
    "checkpoint": [
        ("document", CONFIG),
        ("document", GENERATION),
        ("document", TOKENIZER),
        ("document", INDEX),
        ("document", ADAPTER),
    ],
}
