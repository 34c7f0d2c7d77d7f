"""What the model calls of one task add up to: tokens, time, and how the last of them ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.readers import values
from app.readers.telemetry import duration, whole

SAMPLING = ("temperature", "top_p", "top_k", "max_tokens", "seed")
CUT_OFF = frozenset({"length", "max_tokens", "max_output_tokens"})
Attributes = Mapping[str, object]


@dataclass(slots=True)
class Sums:
    """What the calls of one conversation or trace add up to."""

    calls: int = 0
    unmeasured: int = 0  # calls without token counts
    untimed: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cached: int = 0
    call_s: float = 0.0
    agent_s: float | None = None
    start: int = 0
    end: int = 0
    error: str | None = None  # of the last call
    is_cut_off: bool | None = None  # likewise
    model: str | None = None
    sampling: dict[str, object] = field(default_factory=dict)
    tool_errors: tuple[str, ...] = ()
    scores: dict[str, tuple[int, float]] = field(default_factory=dict)  # when, and what

    def add_call(self, span: Mapping[str, object], about: Attributes) -> None:
        """Add one model call."""
        start, end = whole(span.get("startTimeUnixNano")), whole(span.get("endTimeUnixNano"))
        took = duration(start, end)
        error = values.text(about.get("error.type"))
        self.calls += 1
        self.untimed += took is None
        self.call_s += took or 0.0
        self.add_usage(about, has_failed=error is not None)
        self.model = self.model or model_of(about)
        self.sampling = self.sampling or _sampling(about)
        self.start = min(self.start or start or 0, start or self.start)
        if (end or 0) >= self.end:
            self.end = end or 0
            self.error = error
            self.is_cut_off = _is_cut_off(about)

    def add_usage(self, about: Attributes, *, has_failed: bool) -> None:
        """Add the tokens of one call; what a failed call wrote before it failed is not in its zero."""
        tokens_in = _tokens(about, "input_tokens", "prompt_tokens")
        tokens_out = _tokens(about, "output_tokens", "completion_tokens")
        if not tokens_in or tokens_out is None or (has_failed and not tokens_out):
            self.unmeasured += 1
        self.tokens_in += tokens_in or 0
        self.tokens_out += tokens_out or 0
        self.cached += _tokens(about, "cache_read.input_tokens", "cached_tokens") or 0

    def add_score(self, name: str, at: int, value: float) -> None:
        """Keep the latest score of that name."""
        if at >= self.scores.get(name, (0, 0.0))[0]:
            self.scores[name] = (at, value)

    def absorb(self, other: "Sums") -> None:
        """Add what stood under the trace of this conversation."""
        is_later = other.end >= self.end
        self.calls += other.calls
        self.unmeasured += other.unmeasured
        self.untimed += other.untimed
        self.tokens_in += other.tokens_in
        self.tokens_out += other.tokens_out
        self.cached += other.cached
        self.call_s += other.call_s
        self.add_agent(other.agent_s)
        self.model = self.model or other.model
        self.sampling = self.sampling or other.sampling
        self.tool_errors += other.tool_errors
        if other.calls and is_later:
            self.end, self.error, self.is_cut_off = other.end, other.error, other.is_cut_off
        self.start = min(self.start or other.start, other.start or self.start)
        for name, (at, value) in other.scores.items():
            self.add_score(name, at, value)

    def add_agent(self, took: float | None) -> None:
        """Add the time of a whole agent; the outermost span is the longest."""
        if took is not None:
            self.agent_s = max(self.agent_s or 0.0, took)


def model_of(about: Attributes) -> str | None:
    """Return the model that answered, else the one that was asked for."""
    names = ("gen_ai.response.model", "gen_ai.request.model")
    return next((found for name in names if (found := values.text(about.get(name))) is not None), None)


def _sampling(about: Attributes) -> dict[str, object]:
    found = {name: about.get(f"gen_ai.request.{name}") for name in SAMPLING}
    return {name: value for name, value in found.items() if values.number(value) is not None}


def _tokens(about: Attributes, *names: str) -> int | None:
    """Return a count by its newest name; older exporters write other ones, some as text."""
    for name in names:
        value = about.get(f"gen_ai.usage.{name}")
        found = values.count(value) if isinstance(value, float) else whole(value)
        if found is not None:
            return found
    return None


def _is_cut_off(about: Attributes) -> bool | None:
    reasons = values.sequence(about.get("gen_ai.response.finish_reasons"))
    return any(isinstance(reason, str) and reason in CUT_OFF for reason in reasons) if reasons else None
