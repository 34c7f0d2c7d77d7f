"""What uploaded files say, in figures, as the rules see it. None is not known, and never 0.

Readers and statistics fill these (rows of runs, files of a checkpoint, hashes of tasks, speed tests); until a file was
read there is no such object, and the rules that need it answer *cannot tell*.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Interval:
    """A 95 % interval, in the unit of the figure that it belongs to."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        """Half the distance between the two ends."""
        return (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class RunFacts:
    """The rows of the baseline run: one row for each attempt at a task, as trial rows are defined in files.md."""

    rows: int
    tasks: int
    accepted: int
    rejected: int
    no_verdict: int
    attempts: tuple[int, int] = (1, 1)  # fewest and most attempts at one task
    model_names: frozenset[str] = frozenset()
    model_revisions: frozenset[str] = frozenset()
    interval: Interval | None = None  # of the rate of accepted attempts, clustered by task, fraction
    standard_error: float | None = None  # clustered by task, fraction
    stated_standard_error: float | None = None  # what the file itself says
    gain_variance: float | None = None  # variance of a task's mean, for the size that repeats allow, fraction squared
    run_spread: float | None = None  # standard deviation between whole runs, fraction
    all_fail_tasks: int | None = None
    all_pass_tasks: int | None = None
    informative: float | None = None  # share of groups of the planned size with both verdicts, fraction
    with_latency: int = 0
    latency_p50: float | None = None  # seconds
    latency_p95: float | None = None  # seconds
    timeouts: int | None = None
    with_usage: int = 0
    with_cost: int = 0
    accepted_with_usage: int = 0
    zero_tokens_with_output: int = 0
    cost_total: float | None = None  # in the rows' own unit, US dollars
    fieller_g: float | None = None
    longest_tokens: int | None = None  # prompt and answer together
    tokens_p99: float | None = None
    truncated_accepted: int | None = None
    commonest_tool_error: str = ""
    tool_error_share: float | None = None  # share of rows with that very error, fraction
    status: str = ""  # success, cancelled, error, started; empty where the format has none
    finished: bool | None = None
    invalidated: bool | None = None
    limited_to: int | None = None  # tasks that were run of a larger set
    dataset_tasks: int | None = None
    total: int | None = None  # the three denominators of a report
    submitted: int | None = None
    completed: int | None = None
    filters: tuple[str, ...] = ()
    metric_named: bool | None = None


@dataclass(frozen=True, slots=True)
class CheckpointFiles:
    """What config.json, generation_config.json, tokenizer_config.json and the safetensors index say, where on hand."""

    dtype: str = ""
    quantisation: str = ""
    end_tokens: Mapping[str, frozenset[str]] = field(default_factory=dict)  # by file; ids and words as text
    total_size: int | None = None  # bytes, as the index states
    parameters: int | None = None
    context_length: int | None = None  # tokens
    full_attention_layers: int | None = None
    kv_heads: int | None = None
    head_dimension: int | None = None


@dataclass(frozen=True, slots=True)
class OverlapFacts:
    """Training against held-out tasks, computed from hashes."""

    exact_hits: int
    near_hits: int | None = None


@dataclass(frozen=True, slots=True)
class BenchFacts:
    """A speed test of a server."""

    concurrency: int | None = None
    failed: int | None = None
    input_tokens: float | None = None  # mean of a request
    output_tokens: float | None = None  # mean of a request
    hardware: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """All that was read from the files of one inquiry."""

    runs: RunFacts | None = None
    checkpoint: CheckpointFiles | None = None
    overlap: OverlapFacts | None = None
    benches: tuple[BenchFacts, ...] = ()


NOTHING_MEASURED = Measured()
