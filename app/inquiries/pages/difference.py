"""What differs between two submitted versions: answers, files, verdicts, rules and registry, each in words."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.infra import canonical
from app.inquiries.fields import FIELDS, label_of
from app.inquiries.forms import Side, called, row_differences
from app.inquiries.pages.submitted import names_in
from app.inquiries.service.frozen import report_of
from app.inquiries.service.paths import value_at
from app.rules.finding import Finding, Report, Severity, Status
from app.rules.records import RegistryFacts


@dataclass(frozen=True, slots=True)
class Changed:
    """One thing that is not the same in both versions; empty words mean that it is not there."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Compared:
    """Everything that differs, apart by what it is about."""

    before: int
    after: int
    answers: tuple[Changed, ...]
    files: tuple[Changed, ...]
    verdicts: tuple[Changed, ...]
    law: tuple[Changed, ...]

    @property
    def is_same(self) -> bool:
        """Whether nothing at all differs."""
        return not (self.answers or self.files or self.verdicts or self.law)


def compare_snapshots(before: str, after: str, registry: RegistryFacts) -> Compared:
    """Compare two snapshots as they were submitted, whatever the rules say today; `registry` names their claims."""
    old, new = canonical.parse(before), canonical.parse(after)
    old_report, new_report = report_of(before), report_of(after)
    sides = [Side(body["document"], names_in(body, registry)) for body in (old, new)]
    return Compared(
        before=old["version"],
        after=new["version"],
        answers=tuple(Changed(found.label, found.before_words, found.after_words) for found in row_differences(*sides)),
        files=tuple(_files(old, new)),
        verdicts=tuple(_verdicts(old_report, new_report, *sides)),
        law=tuple(_law(old_report, new_report)),
    )


def counted(report: Report) -> str:
    """Say how many findings of which weight a report holds."""
    open_ones = [finding for finding in report.findings if finding.status is Status.OPEN]
    words = [
        _number(sum(finding.severity is weight for finding in open_ones), word)
        for weight, word in ((Severity.BLOCK, "block"), (Severity.PROMISE, "open promise"), (Severity.WARN, "warning"))
    ]
    unclear = sum(finding.status is Status.CANNOT_TELL for finding in report.findings)
    return ", ".join([*words, f"{unclear} that cannot be told"])


def _files(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Changed]:
    before, after = _by_id(old), _by_id(new)
    for file in {**before, **after}:
        was, now = before.get(file, ""), after.get(file, "")
        if was != now:
            yield Changed("File", was, now)


def _by_id(snapshot: Mapping[str, Any]) -> dict[str, str]:
    return {file["id"]: f"{file['name']}, sha256:{file['sha256']}" for file in snapshot["uploads"]}


def _verdicts(old: Report, new: Report, before_side: Side, after_side: Side) -> Iterator[Changed]:
    if counted(old) != counted(new):
        yield Changed("Checklist", counted(old), counted(new))
    before, after = _by_place(old), _by_place(new)
    for place in {**before, **after}:
        was, now = before.get(place), after.get(place)
        if _words(was) != _words(now):
            label = _label(place[1], before_side if now is None else after_side)
            yield Changed(f"{label}, rule {place[0]}", _words(was), _words(now))


def _label(field: str, side: Side) -> str:
    """Return what a finding's answer is called; a row by what it is in the version that the finding is of."""
    group, _, place = field.rpartition(".")
    rows = value_at(side.document, group) if place.isdigit() and group in FIELDS else None
    if not isinstance(rows, list) or int(place) >= len(rows):
        return label_of(field)
    return called(FIELDS[group], rows[int(place)], int(place), side)


def _by_place(report: Report) -> dict[tuple[str, str], Finding]:
    return {(finding.rule, finding.field): finding for finding in report.findings}


def _words(finding: Finding | None) -> str:
    if finding is None:
        return ""
    became = {Status.PROMISED: "Promised: ", Status.WAIVED: "Waived: ", Status.CANNOT_TELL: "Cannot tell: "}
    return became.get(finding.status, "") + finding.message


def _law(old: Report, new: Report) -> Iterator[Changed]:
    for label, was, now in (
        ("Rule set", f"{old.ruleset_version}, {old.ruleset_digest}", f"{new.ruleset_version}, {new.ruleset_digest}"),
        ("Registry revision", old.registry_revision, new.registry_revision),
    ):
        if was != now:
            yield Changed(label, was, now)


def _number(count: int, word: str) -> str:
    return f"1 {word}" if count == 1 else f"{count} {word}s"
