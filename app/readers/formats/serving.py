"""Serving benchmarks of vLLM and SGLang: how fast a server answers under a made-up load, and nothing about quality."""

from collections.abc import Iterator, Sequence

from app.readers import values
from app.readers.bench import Bench
from app.readers.documents import document
from app.readers.dumps import Row
from app.readers.head import Head
from app.readers.lines import rows
from app.readers.reading import Options, Reading

NAME = "serving"
FEW = 100  # requests below which a 99th percentile is the slowest one
MOST = 1000  # benchmarks in one file
TIMES = ("ttft", "tpot", "itl", "e2el", "e2e_latency")
HARDWARE = ("gpu", "gpu_type", "gpu_name", "hardware", "accelerator", "device_name")
CANNOT_PROVE = (
    "A serving benchmark sends a made-up load: its times are not those of your tasks.",
    "It names no revision of the model and no sampling parameters; newer vLLM no longer sends temperature 0 by itself.",
    "It says nothing about the quality of the answers.",
)


def sniff(head: Head) -> bool:
    """A throughput of requests with times to the first token."""
    return head.has("request_throughput") and ("mean_ttft_ms" in head.first or "ttfts" in head.first)


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Each benchmark is a reading of its own; SGLang appends them to one file."""
    return [reading for head in heads for reading in _read(head, options)]


def _read(head: Head, options: Options) -> Iterator[Reading]:
    heard = Reading(NAME, (head.file(NAME),))
    if head.is_lines:
        found = [row for _, row in rows(head, heard, options)]
    else:
        found = [dict(values.mapping(document(head, heard, options)))]
    benches = [row for row in found if "request_throughput" in row]
    if len(benches) > MOST:
        heard.remark("too-many", f"{head.source.name} holds {len(benches):,} benchmarks; the first {MOST:,} are read.")
    for row in benches[:MOST]:
        bench = _bench(row)
        reading = Reading(NAME, heard.files, remarks=list(heard.remarks), bench=bench, cannot_prove=CANNOT_PROVE)
        reading.total, reading.completed = bench.prompts, bench.completed
        _remark(reading, bench, row)
        yield reading


def _bench(row: Row) -> Bench:
    completed, prompts = values.count(row.get("completed")), values.count(row.get("num_prompts"))
    failed = values.count(row.get("failed"))
    if failed is None:
        failed = _failed(row, prompts, completed)
    return Bench(
        engine=_engine(row),
        model_name=values.text(row.get("model_id")) or values.text(_server(row).get("model_path")),
        concurrency=values.count(row.get("max_concurrency")),
        prompts=prompts,
        completed=completed,
        failed=failed,
        duration_s=values.seconds(row.get("duration")),
        mean_input_tokens=_mean(row.get("total_input_tokens"), completed),
        mean_output_tokens=_mean(row.get("total_output_tokens"), completed),
        output_tokens_per_s=values.seconds(row.get("output_throughput")),
        hardware=next((found for name in HARDWARE if (found := values.text(row.get(name))) is not None), None),
        latency_ms=_latencies(row),
    )


def _server(row: Row) -> Row:
    return values.mapping(row.get("server_info"))


def _engine(row: Row) -> str:
    said = row.get("backend")
    if isinstance(said, str) and ("sglang" in said or "vllm" in said):
        return "sglang" if "sglang" in said else "vllm"
    return "sglang" if "total_output_tokens_retokenized" in row else "vllm"


def _failed(row: Row, prompts: int | None, completed: int | None) -> int | None:
    errors = row.get("errors")
    if isinstance(errors, list):
        return sum(1 for error in errors if error)
    return prompts - completed if prompts is not None and completed is not None and prompts >= completed else None


def _mean(total: object, count: int | None) -> float | None:
    known = values.count(total)
    return known / count if known is not None and count else None


def _latencies(row: Row) -> dict[str, float]:
    found = {}
    for key, value in row.items():
        name = key.removesuffix("_ms")
        if name != key and name.partition("_")[2] in TIMES:
            known = values.seconds(value)
            if known is not None:
                found[name] = known
    return found


def _remark(reading: Reading, bench: Bench, row: Row) -> None:
    if (
        bench.completed is not None
        and bench.completed < FEW
        and any(name.startswith("p99") for name in bench.latency_ms)
    ):
        said = f"Its 99th percentiles rest on {bench.completed:,} requests: they are the slowest request, hardly more."
        reading.remark("few-requests", said)
    if bench.failed:
        said = "where single requests are listed, a failed one has a latency of 0"
        reading.remark("failed-requests", f"Requests that failed: {bench.failed:,}; {said}.")
    if bench.hardware is None:
        reading.remark("no-hardware", "The file does not say on which devices the server ran.")
    if bench.concurrency is None:
        said = "No limit on concurrent requests is given, so the load hangs on the request rate alone."
        reading.remark("no-concurrency", said)
    if str(row.get("dataset_name", "")).startswith("random") or values.count(row.get("random_output_len")):
        said = "The prompts may be random text, where the end of an answer is ignored: output lengths are then chosen."
        reading.remark("random-prompts", said)
