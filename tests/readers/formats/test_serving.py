"""Serving benchmarks of vLLM and SGLang."""

import pytest

from app.readers.bench import Bench
from app.readers.files import read_files
from app.readers.source import Source
from tests.readers.making import codes, document, lines, read, said
from tests.readers.trainer_samples import SGLANG, VLLM


def bench(source: Source) -> Bench:
    found = read(source).bench
    assert found is not None
    return found


def without(*names: str) -> dict[str, object]:
    return {key: value for key, value in VLLM.items() if key not in names}


def test_a_benchmark_of_vllm_is_read() -> None:
    reading = read(document("b", VLLM | {"gpu": "H100"}))
    assert list(reading.trials) == []
    assert (reading.total, reading.completed) == (10, 9)
    assert reading.bench == Bench(
        engine="vllm",
        model_name="maker/model",
        concurrency=4,
        prompts=10,
        completed=9,
        failed=1,
        duration_s=20.0,
        mean_input_tokens=100.0,
        mean_output_tokens=50.0,
        output_tokens_per_s=22.5,
        hardware="H100",
        latency_ms={"mean_ttft": 100.0, "p99_ttft": 180.0, "mean_e2el": 900.5},
    )


def test_benchmarks_that_were_appended_are_readings_of_their_own() -> None:
    readings = read_files([lines("b", SGLANG, SGLANG | {"max_concurrency": 8}, {"a": 1})])
    found = [reading.bench for reading in readings]
    assert [(one.engine, one.concurrency, one.model_name) for one in found if one] == [
        ("sglang", None, "maker/model"),
        ("sglang", 8, "maker/model"),
    ]
    assert found[0] is not None
    assert found[0].latency_ms == {"mean_ttft": 100.0, "p99_e2e_latency": 2000.0}


def test_only_the_first_thousand_benchmarks_of_a_file_are_read() -> None:
    readings = read_files([lines("b", *([SGLANG] * 1001))])
    assert len(readings) == 1000
    assert said(readings[0], "too-many") == "b holds 1,001 benchmarks; the first 1,000 are read."


@pytest.mark.parametrize(
    ("fields", "engine"),
    [
        ({"backend": "openai-chat"}, "vllm"),
        ({"backend": "openai", "total_output_tokens_retokenized": 5}, "sglang"),
        ({"backend": "sglang"}, "sglang"),
    ],
)
def test_the_engine_is_told_by_what_it_writes(fields: dict[str, object], engine: str) -> None:
    assert bench(lines("b", VLLM | fields)).engine == engine


def test_failed_requests_are_counted_from_what_there_is() -> None:
    assert bench(lines("b", without("failed"))).failed == 1
    assert bench(lines("b", without("failed", "num_prompts"))).failed is None
    assert bench(lines("b", without("failed") | {"errors": ["", "timeout", "reset"]})).failed == 2


def test_nothing_completed_has_no_mean() -> None:
    found = bench(lines("b", VLLM | {"completed": 0, "p99_ttft_ms": None}))
    assert (found.mean_input_tokens, found.mean_output_tokens) == (None, None)
    assert "p99_ttft" not in found.latency_ms


def test_what_a_benchmark_does_not_say_is_said() -> None:
    reading = read(lines("b", VLLM))
    assert said(reading, "few-requests") == (
        "Its 99th percentiles rest on 9 requests: they are the slowest request, hardly more."
    )
    assert said(reading, "failed-requests").startswith("Requests that failed: 1;")
    assert said(reading, "no-hardware") == "The file does not say on which devices the server ran."
    quiet = read(lines("b", VLLM | {"completed": 100, "failed": 0, "gpu": "H100"}))
    assert codes(quiet) == []
    loud = codes(read(lines("b", SGLANG)))
    assert loud == ["no-hardware", "no-concurrency", "random-prompts"]
