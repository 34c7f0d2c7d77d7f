"""The memory of the planned devices, and what training keeps in it for each parameter."""

from dataclasses import dataclass

from app.rules.facts import Facts
from app.rules.sizes import BYTES
from app.rules.thresholds import THRESHOLDS

PARTS = frozenset({"devices", "memory_bytes", "usable_share"})
GIB = 2**30


@dataclass(frozen=True, slots=True)
class Memory:
    """Memory of all devices together, bytes."""

    devices: int | float
    whole: float
    share: int | float | None

    @property
    def usable(self) -> float:
        """What can be used of it: all of it, as long as no share is given."""
        return self.whole if self.share is None else self.whole * self.share

    def __str__(self) -> str:
        devices, have = ("1 device", "has") if self.devices == 1 else (f"{self.devices:,} devices", "have")
        whole = self.share is None
        return f"{devices} {have} {gib(self.usable)}" if whole else f"{gib(self.usable)} can be used on {devices}"


def hardware_is_unreadable(facts: Facts) -> bool:
    """Whether another rule speaks of what stands there."""
    return "budget.hardware" in facts.answers.unreadable or not PARTS.isdisjoint(
        facts.answers.part("budget.hardware").unreadable
    )


def memory_of(facts: Facts) -> Memory | None:
    """Return the memory of all planned devices, where devices and memory are given."""
    return facts.once(_memory)


def _memory(facts: Facts) -> Memory | None:
    hardware = facts.answers.part("budget.hardware")
    devices, bytes_of_one = hardware.number("devices"), hardware.number("memory_bytes")
    if devices is None or bytes_of_one is None:
        return None
    return Memory(devices, devices * bytes_of_one, hardware.number("usable_share"))


def width_of(facts: Facts) -> float | None:
    """Return the bytes that training keeps for each parameter, at the least."""
    update = facts.answers.text("training.update")
    if update == "full":
        return THRESHOLDS.full_update_bytes
    return BYTES.get(facts.answers.text("checkpoint.format")) if update else None


def gib(amount: float) -> str:
    """Return a number of bytes in GiB, for people."""
    return f"{amount / GIB:,.1f} GiB"
