"""One attempt at one task, as every reader gives it. None is not known, and never 0."""

from dataclasses import dataclass, field
from enum import StrEnum


class Verdict(StrEnum):
    """What the grader said; `none` where it said nothing, which is no rejection."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"
    NONE = "none"


@dataclass(slots=True)
class Trial:
    """One attempt. Not frozen: a file may hold a million of them."""

    task_id: str
    repeat: int = 0
    cluster: str = ""  # what many tasks share, such as a repository; empty: the task itself
    verdict: Verdict = Verdict.NONE
    reward: float | None = None
    components: dict[str, float] = field(default_factory=dict)
    model_name: str | None = None
    model_revision: str | None = None
    sampling: dict[str, object] = field(default_factory=dict)
    error_type: str | None = None
    infra: bool | None = None  # whether the machinery failed, and not the model
    truncated: bool | None = None
    latency_s: float | None = None
    latency_kind: str | None = None  # sample, agent, request
    tokens_in: int | None = None
    tokens_in_cached: int | None = None
    tokens_out: int | None = None
    usage_known: bool = False
    cost_usd: float | None = None
    started_at: str | None = None
    finished_at: str | None = None
    tool_errors: tuple[str, ...] = ()
    has_output: bool | None = None
    prompt_hash: str | None = None
    line: int | None = None
