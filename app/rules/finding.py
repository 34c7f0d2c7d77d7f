"""What the checklist answers: severities, findings and the report, as `pilotdesk check --format json` prints them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import Any, NamedTuple

from app.rules.sources import source_in_words


class Gate(StrEnum):
    """The two moments at which the checklist is asked."""

    SUBMIT = "submit"
    COMMIT = "commit"


class Severity(StrEnum):
    """How much a finding weighs at a gate."""

    BLOCK = "block"
    PROMISE = "promise"
    WARN = "warn"
    NOTE = "note"


class Status(StrEnum):
    """What became of a finding. None of these means passed."""

    OPEN = "open"
    PROMISED = "promised"
    WAIVED = "waived"
    CANNOT_TELL = "cannot-tell"


class Item(StrEnum):
    """What a rule belongs to: the five checklist items in order, then evidence and scope."""

    CHECKPOINT = "checkpoint"
    EVALUATION = "evaluation"
    ENVIRONMENT = "environment"
    REWARD = "reward"
    BUDGET = "budget"
    EVIDENCE = "evidence"
    SCOPE = "scope"


NO_INPUTS: Mapping[str, Any] = MappingProxyType({})
CHECKLIST_ITEMS = (Item.CHECKPOINT, Item.EVALUATION, Item.ENVIRONMENT, Item.REWARD, Item.BUDGET)


class Said(NamedTuple):
    """What one rule has to say about one field, before the checklist adds id, severity and status.

    A tuple, as findings are: an inquiry has thirty of each, and frozen dataclasses take four times as long to make.
    """

    field: str
    message: str
    remedy: str
    inputs: Mapping[str, Any] = NO_INPUTS
    cannot_tell: bool = False
    promisable: bool = True


class Finding(NamedTuple):
    """One finding: which rule, how much it weighs, where to mend it, in whose words, and from which public source."""

    rule: str
    item: Item
    severity: Severity
    status: Status
    field: str
    message: str
    remedy: str
    inputs: Mapping[str, Any]
    source: str
    waiver: Mapping[str, Any] | None = None  # who, why, until when; only of a finding that is waived

    @property
    def headline(self) -> str:
        """What is wrong: the first sentence of the message."""
        first, dot, _ = self.message.partition(". ")
        return f"{first}." if dot else first

    @property
    def why(self) -> str:
        """Why it matters: the rest of the message, where it has any."""
        return self.message.partition(". ")[2]

    @property
    def public_source(self) -> str:
        """The source in words: lines of the research page are said as such."""
        return source_in_words(self.source)

    @property
    def waived_words(self) -> str:
        """Who waived it, until when, and why; nothing where nobody did."""
        return "" if self.waiver is None else waiver_words(self.waiver)

    @property
    def refuses(self) -> bool:
        """Whether this finding alone keeps the gate shut."""
        return self.status is Status.OPEN and self.severity in (Severity.BLOCK, Severity.PROMISE)


@dataclass(frozen=True, slots=True)
class Report:
    """The verdict on one document at one gate: what page, API and command all show."""

    gate: Gate
    ruleset_version: str
    ruleset_digest: str
    input_digest: str
    today: str
    registry_revision: str
    findings: Sequence[Finding]
    not_checked: int

    @property
    def passes(self) -> bool:
        """Whether the gate opens: no open finding blocks or waits for a promise."""
        return not any(finding.refuses for finding in self.findings)

    def as_json(self) -> dict[str, Any]:
        """Return the object of the contract, made of JSON values only."""
        return {
            "schema": "pilot-report/1",
            "gate": str(self.gate),
            "passes": self.passes,
            "ruleset": {"version": self.ruleset_version, "digest": self.ruleset_digest},
            "input_digest": self.input_digest,
            "today": self.today,
            "registry": {"revision": self.registry_revision},
            "findings": [_finding_as_json(finding) for finding in self.findings],
            "not_checked": self.not_checked,
        }


def waiver_words(waiver: Mapping[str, Any]) -> str:
    """Say who waived a finding, until when, and why."""
    until = date.fromisoformat(waiver["until"])
    return f"Waived by {' and '.join(waiver['by'])} until {until.day} {until:%B %Y}: {waiver['reason']}"


def _finding_as_json(finding: Finding) -> dict[str, Any]:
    plain = {**finding._asdict(), "inputs": dict(finding.inputs)}
    if finding.waiver is None:
        del plain["waiver"]
    return {key: str(value) if isinstance(value, StrEnum) else value for key, value in plain.items()}
