"""All that a rule may look at: the answers as read, the registry's records, rows of uploaded runs, and today's date."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypeVar

from app.rules.finding import Gate
from app.rules.measured import NOTHING_MEASURED, Measured
from app.rules.records import InvitationRecord, RegistryFacts

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An answer that cannot be read as its field asks; rule SC-10 speaks of it and no other rule does."""

    field: str
    label: str
    given: str
    reason: str
    remedy: str


@dataclass(slots=True)
class Answers:
    """Answers by field id, or the cells of one row by their keys, each read as its type.

    Text is a stripped `str`, whole numbers and money are `int`, numbers are `float` or `int`, dates are `date`, yes and
    no are `bool`, lists of choices are tuples of `str`, objects are mappings of their parts, lists of rows are tuples
    of `Answers`. What was not answered has no key. What cannot be read has no key either, and its field id stands in
    `unreadable`: it counts as answered, so that no rule calls it empty. Types are asked for exactly, as a check asks
    hundreds of times: readers give no subclasses. Nor is this frozen, which takes three times as long to make, and an
    inquiry has a hundred rows; nothing changes it all the same.
    """

    values: Mapping[str, Any] = field(default_factory=dict)
    unreadable: frozenset[str] = frozenset()

    def answered(self, name: str) -> bool:
        """Whether something stands there, readable or not."""
        return name in self.values or name in self.unreadable

    def readable(self, name: str) -> bool:
        """Whether something stands there that a rule can judge."""
        return name in self.values

    def lacks(self, name: str, key: str = "") -> bool:
        """Whether nothing stands there; with a key, whether that part of an object is missing."""
        if not key or name not in self.values:
            return name not in self.values and name not in self.unreadable
        return not self.part(name).answered(key)

    def text(self, name: str) -> str:
        """The text, or an empty one."""
        value = self.values.get(name)
        return value if type(value) is str else ""

    def number(self, name: str) -> int | float | None:
        """The number in its field's unit, or None where it is not known."""
        value = self.values.get(name)
        return value if type(value) is int or type(value) is float else None

    def day(self, name: str) -> date | None:
        """The date, or None."""
        value = self.values.get(name)
        return value if type(value) is date else None

    def flag(self, name: str) -> bool | None:
        """Yes, no, or None where it was not answered."""
        value = self.values.get(name)
        return value if type(value) is bool else None

    def items(self, name: str) -> tuple[str, ...]:
        """The list of texts or choices; empty where there is none."""
        value = self.values.get(name)
        return value if type(value) is tuple else ()

    def part(self, name: str) -> "Answers":
        """The parts of an object such as `rollout.sampling`; without any where there is none."""
        value = self.values.get(name)
        return value if type(value) is Answers else NOTHING

    def rows(self, name: str) -> Sequence["Answers"]:
        """The rows of a list such as `verifier.cases`, in the order in which they were given."""
        value = self.values.get(name)
        return value if type(value) is tuple else ()

    def numbered(self, name: str) -> Iterator[tuple[str, "Answers"]]:
        """Each row with its own field id: `evidence.0`, `evidence.1` and so on; blank ones were not answered."""
        for index, row in enumerate(self.rows(name)):
            if row.values or row.unreadable:
                yield f"{name}.{index}", row


NOTHING = Answers()


@dataclass(frozen=True, slots=True)
class Waiver:
    """A finding that somebody took upon themselves for a while: of one field, or of every field where none is named."""

    rule: str
    field: str
    until: date
    reason: str = ""
    by: tuple[str, ...] = ()  # who took it upon themselves, by name

    def as_json(self) -> dict[str, Any]:
        """Return what a verdict says of it: who, why, until when."""
        return {"by": list(self.by), "reason": self.reason, "until": self.until.isoformat()}


@dataclass(frozen=True, slots=True)
class Facts:
    """What one check looks at."""

    gate: Gate
    today: date
    answers: Answers
    registry: RegistryFacts
    unreadable: tuple[Unreadable, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    measured: Measured = NOTHING_MEASURED
    invitations: tuple[InvitationRecord, ...] = ()
    waivers: tuple[Waiver, ...] = ()
    worked_out: dict[Callable[["Facts"], Any], Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def once(self, work: Callable[["Facts"], T]) -> T:
        """What a function makes of these facts, worked out when it is first asked for: many rules need the same."""
        if work not in self.worked_out:
            self.worked_out[work] = work(self)
        found: T = self.worked_out[work]
        return found
