"""In which state each page of the form is shown on the task list."""

from collections.abc import Iterable, Mapping
from typing import Any

from app.inquiries.fields import SECTIONS, Section, section_of
from app.inquiries.fields.naming import promised_item
from app.inquiries.fields.scalars import is_blank
from app.inquiries.service.paths import MISSING, value_at
from app.rules.asks import ASKS
from app.rules.checklist import SPEAKS_FOR_THE_SECTION
from app.rules.finding import Finding, Severity, Status

PROMISES = "promise-"
FIXED = ("schema", "kind")
OPTIONAL = (
    "rollout-checkpoint",
    "evidence",
)  # may stay empty: rollouts can share the checkpoint, nothing need be cited


def by_section(findings: Iterable[Finding], document: Mapping[str, Any]) -> dict[str, list[Finding]]:
    """Return the findings of each page of the form."""
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        found.setdefault(section_of(finding.field, document), []).append(finding)
    return found


def state_of(section: Section, document: Mapping[str, Any], findings: list[Finding]) -> tuple[str, str]:
    """Return the mark and the words of one page: the gravest thing that can be said of it."""
    if section.id.startswith(PROMISES):
        return _promises(section, document, findings)
    refusing = [finding for finding in findings if finding.refuses]
    if not is_started(section, document):
        return ("not-started", "Optional, not started" if section.id in OPTIONAL else "Not started")
    if any(finding.severity is Severity.BLOCK for finding in refusing):
        return ("block", "Blocks submission")
    if refusing:
        return ("promise", "Answer or promise")
    return _passing(findings)


def unreviewed(token: str, said: str) -> tuple[str, str]:
    """Return the mark and the words of a copied page that nobody has saved since; what stands in the way stays."""
    if token in {"block", "promise"}:
        return (token, f"{said}, unreviewed")
    return ("not-checked", "Unreviewed")


def asked(token: str, said: str) -> tuple[str, str]:
    """Return the mark and the words of a page whose change was asked for, until it is saved; what blocks stays."""
    if token in {"block", "promise"}:
        return (token, f"{said}, changes asked")
    return ("promise", "Changes asked")


def _passing(findings: list[Finding]) -> tuple[str, str]:
    if any(finding.status is Status.PROMISED for finding in findings):
        return ("promised", "Promised")
    if any(finding.status is Status.WAIVED for finding in findings):
        return ("waived", "Waived")
    warnings = sum(finding.severity is Severity.WARN and finding.status is Status.OPEN for finding in findings)
    if warnings:
        return ("warn", "1 warning" if warnings == 1 else f"{warnings} warnings")
    if any(finding.status is Status.CANNOT_TELL for finding in findings):
        return ("cannot-tell", "Cannot tell yet")
    return ("done", "Complete")


def _promises(section: Section, document: Mapping[str, Any], findings: list[Finding]) -> tuple[str, str]:
    count = len(promises_of(section, document))
    if any(finding.refuses for finding in findings):
        return ("block", "Blocks submission")
    if not count:
        return ("not-started", "None made")
    return ("promised", "1 promise" if count == 1 else f"{count} promises")


def promises_of(section: Section, document: Mapping[str, Any]) -> list[object]:
    """Return the rows of promises that stand on this page."""
    rows = document.get("commitments")
    item = section.id.removeprefix(PROMISES)
    if not isinstance(rows, list):
        return []
    return [row for index, row in enumerate(rows) if not is_blank(row) and promised_item(rows, index) == item]


def is_started(section: Section, document: Mapping[str, Any]) -> bool:
    """Say whether anything was answered on this page; schema and kind were there from the start.

    Text or a list where the page's answers should stand, as a program can send it, is something too.
    """
    asked = [field.id for field in section.fields if field.id not in FIXED]
    if any(_is_something(value_at(document, name)) for name in asked):
        return True
    groups = {name.partition(".")[0] for name in asked if "." in name}
    return any(_is_misplaced(document.get(group)) and section_of(group) == section.id for group in groups)


def _is_something(value: object) -> bool:
    return value is not MISSING and not is_blank(value)


def _is_misplaced(value: object) -> bool:
    return not isinstance(value, Mapping) and not is_blank(value)


def waiting_for(section: Section, findings: Iterable[Finding]) -> str:
    """Return the title of the page whose missing answer keeps this one from being judged; nothing where none does."""
    parts = {field.id.partition(".")[0] for field in section.fields}
    for finding in findings:
        asked = section_of(finding.field)
        if finding.rule == SPEAKS_FOR_THE_SECTION and finding.field in parts and asked != section.id:
            return SECTIONS[asked].title
    return ""


def asks_answered(findings: Iterable[Finding]) -> tuple[int, int]:
    """Return how many of the asks are answered or promised, and how many there are."""
    open_asks = sum(finding.rule == SPEAKS_FOR_THE_SECTION for finding in findings)
    return len(ASKS) - open_asks, len(ASKS)


SECTIONS_BY_ITEM = {
    item: tuple(section for section in SECTIONS.values() if section.item is item)
    for item in dict.fromkeys(section.item for section in SECTIONS.values())
}
