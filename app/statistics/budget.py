"""What a plan takes at least: tokens, GPU-hours, memory and time. Lower bounds, and named as such where shown.

Inputs come from the customer's files or from a measurement on the named checkpoint and hardware. Never from the name
of a model, and never from a publication about another one. Memory is in bytes unless it says GiB; times are seconds.
"""

import math
from dataclasses import dataclass
from enum import StrEnum

GIB = 2**30
HOUR = 3600
FULL_FLOPS, LORA_FLOPS = 6, 4  # for each active parameter and token; recomputation and attention come on top
FULL_ADAM = 16  # bytes: 2 weight, 2 gradient, 4 master copy, 8 moments
FULL_ADAM_WIDE_GRADIENTS = 18  # with gradients of 4 bytes
BYTES = {"bf16": 2.0, "fp16": 2.0, "fp8": 1.0, "int8": 1.0, "4-bit": 0.5, "4-bit scaled": 0.5 + 2 / 64}


class Provenance(StrEnum):
    """Where a number comes from, best first; a number that was computed is no better than its worst input."""

    MEASURED = "measured"
    QUOTED = "quoted"
    ASSUMED = "assumed"
    PUBLISHED = "published"


def worst_of(*sources: Provenance) -> Provenance:
    """Return where a number comes from that was computed from such inputs."""
    return max(sources, key=list(Provenance).index)


@dataclass(frozen=True, slots=True)
class Turns:
    """One rollout: a prompt, and turns of which each writes some tokens and then reads a tool's answer."""

    prompt: int
    turns: int
    written: int
    read: int

    @property
    def length(self) -> int:
        """Return the tokens at the end; the last turn has no tool."""
        return self.prompt + self.turns * self.written + (self.turns - 1) * self.read

    @property
    def output(self) -> int:
        """Return the tokens that the model writes."""
        return self.turns * self.written

    @property
    def prefill_uncached(self) -> int:
        """Return the tokens that are read where every turn reads all of it again."""
        return self.turns * self.prompt + (self.written + self.read) * self.turns * (self.turns - 1) // 2

    @property
    def prefill_cached(self) -> int:
        """Return the tokens that are read where a perfect cache keeps what was read or written before."""
        return self.prompt + (self.turns - 1) * self.read

    @property
    def range_without_cache(self) -> float:
        """Return how many times more is read where the cached share is not known."""
        return self.prefill_uncached / self.prefill_cached


def rollouts(steps: int, prompts: int, group: int) -> int:
    """Return the rollouts of the whole training."""
    return steps * prompts * group


def rollout_gpu_hours(output_tokens: float, per_second: float) -> float:
    """Return the GPU-hours that writing takes at least, at a measured rate of one GPU."""
    return output_tokens / (per_second * HOUR)


def training_flops(active_parameters: float, tokens: float, *, lora: bool = False) -> float:
    """Return the operations that training takes at least. Of a mixture of experts only the active ones count."""
    return (LORA_FLOPS if lora else FULL_FLOPS) * active_parameters * tokens


def training_gpu_hours(flops: float, peak_per_second: float, used: float = 1.0) -> float:
    """Return the GPU-hours at the share of the peak that was measured; at all of it, nobody does better."""
    return flops / (peak_per_second * used) / HOUR


def reserved_cost(devices: int, hours: float, price: float) -> float:
    """Return what reserved devices cost, whether they are busy or not."""
    return devices * hours * price


def weights_gib(parameters: float, bytes_each: float) -> float:
    """Return what the weights take. Of a mixture of experts all of them count."""
    return parameters * bytes_each / GIB


def devices_for(parameters: float, bytes_each: float, device_bytes: float) -> float:
    """Return how many devices it takes to hold this at all."""
    return parameters * bytes_each / device_bytes


def lora_parameters(rank: int, shapes: list[tuple[int, int]], layers: int = 1) -> int:
    """Return the parameters that adapters of these matrices add, in so many layers."""
    return layers * rank * sum(rows + columns for rows, columns in shapes)


def cache_bytes_a_token(full_layers: int, heads: int, width: int, bytes_each: float) -> float:
    """Return what one token takes in the cache; only layers with full attention keep it."""
    return 2 * full_layers * heads * width * bytes_each


def cache_gib(bytes_a_token: float, tokens: int, sequences: int = 1) -> float:
    """Return what so many sequences take in the cache."""
    return bytes_a_token * tokens * sequences / GIB


def logits_gib(tokens: int, vocabulary: int, bytes_each: float = 4) -> float:
    """Return what the scores of all words take at their peak: the cause of many a run out of memory."""
    return tokens * vocabulary * bytes_each / GIB


def worst_step(batch: int, concurrency: int, *limits: float) -> float:
    """Return the seconds of a step in which every rollout takes all its limits: to boot, to act, to be graded."""
    return math.ceil(batch / concurrency) * sum(limits)


def concurrency(rate: float, seconds: float) -> float:
    """Return how many run at once at so many a second: Little's law."""
    return rate * seconds


@dataclass(frozen=True, slots=True)
class Wall:
    """The time of one rollout by the clock, and the part of it in which the model writes."""

    seconds: float
    decoding: float

    @property
    def share_decoding(self) -> float:
        """Return the share in which a GPU is busy, unless other rollouts fill the rest."""
        return self.decoding / self.seconds


def wall(turns: Turns, *, decoded_per_second: float, tool: float, verifier: float) -> Wall:
    """Return how long a rollout takes: to write, to wait for tools, to be graded."""
    decoding = turns.output / decoded_per_second
    return Wall(decoding + (turns.turns - 1) * tool + verifier, decoding)
