"""Reading a submitted version back: the report is the one that was given then, whatever the rules say today."""

from typing import Any

from app.infra import canonical
from app.rules.finding import Finding, Gate, Item, Report, Severity, Status


def report_of(snapshot: str) -> Report:
    """Return the report that a snapshot holds."""
    report: dict[str, Any] = canonical.parse(snapshot)["report"]
    return Report(
        gate=Gate(report["gate"]),
        ruleset_version=report["ruleset"]["version"],
        ruleset_digest=report["ruleset"]["digest"],
        input_digest=report["input_digest"],
        today=report["today"],
        registry_revision=report["registry"]["revision"],
        findings=tuple(_finding(finding) for finding in report["findings"]),
        not_checked=report["not_checked"],
    )


def _finding(plain: dict[str, Any]) -> Finding:
    return Finding(
        rule=plain["rule"],
        item=Item(plain["item"]),
        severity=Severity(plain["severity"]),
        status=Status(plain["status"]),
        field=plain["field"],
        message=plain["message"],
        remedy=plain["remedy"],
        inputs=plain["inputs"],
        source=plain["source"],
        waiver=plain.get("waiver"),
    )
