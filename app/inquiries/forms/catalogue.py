"""Which part of the catalogue of rules is shown; all of it stands in the address."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from app.rules.finding import Gate, Item, Severity
from app.rules.rule import Rule


@dataclass(frozen=True, slots=True)
class RulesFilter:
    """A gate, a weight and a checklist item; "" narrows nothing."""

    gate: str = ""
    severity: str = ""
    item: str = ""

    @classmethod
    def of(cls, query: Iterable[tuple[str, str]]) -> "RulesFilter":
        """Read the address; the last value of a name counts, and what is no choice narrows nothing."""
        given = dict(query)
        gate, severity, item = given.get("gate", ""), given.get("severity", ""), given.get("item", "")
        return cls(
            gate if gate in set(Gate) else "",
            severity if severity in set(Severity) else "",
            item if item in set(Item) else "",
        )

    @property
    def gates(self) -> tuple[Gate, ...]:
        """The gates that are asked about."""
        return (Gate(self.gate),) if self.gate else tuple(Gate)

    @property
    def is_narrowed(self) -> bool:
        """Whether anything was chosen."""
        return bool(self.gate or self.severity or self.item)

    def takes(self, rule: Rule) -> bool:
        """Say whether the rule is part of it: of this item, and of this weight at one of the gates."""
        weighs = not self.severity or any(rule.severity(gate) == self.severity for gate in self.gates)
        return weighs and self.item in {"", rule.item}

    def address(self) -> str:
        """Return the address of this part."""
        chosen = [(name, getattr(self, name)) for name in self.__slots__ if getattr(self, name)]
        return "/rules" + ("?" + urlencode(chosen) if chosen else "")
