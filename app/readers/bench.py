"""What a serving benchmark says about speed under a load; nothing about quality."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Bench:
    """What a serving benchmark measured; it has no trials."""

    engine: str  # vllm or sglang
    model_name: str | None = None
    concurrency: int | None = None
    prompts: int | None = None
    completed: int | None = None
    failed: int | None = None
    duration_s: float | None = None
    mean_input_tokens: float | None = None
    mean_output_tokens: float | None = None
    output_tokens_per_s: float | None = None
    hardware: str | None = None
    latency_ms: dict[str, float] = field(default_factory=dict)  # p99_ttft and the like, as the file names them
