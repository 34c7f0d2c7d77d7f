"""Which sentences stand beside which question, from the findings of a page."""

from collections.abc import Iterable, Mapping
from typing import Any

from app.inquiries.fields.naming import section_of
from app.inquiries.fields.reading import read
from app.inquiries.fields.scalars import is_blank
from app.inquiries.fields.table import SECTIONS
from app.inquiries.forms.showing import FIXED
from app.inquiries.service.paths import MISSING, value_at
from app.rules.finding import Finding


def errors_of(document: Mapping[str, Any], section: str, findings: Iterable[Finding]) -> dict[str, tuple[str, ...]]:
    """Return what keeps the gate shut, by field id, row id or section; nothing on a page that was not begun yet.

    A value that cannot be read is said here also while the law speaks of its whole section alone.
    """
    values = (value_at(document, field.id) for field in SECTIONS[section].fields if field.id not in FIXED)
    if all(value is MISSING or is_blank(value) for value in values):
        return {}
    errors: dict[str, tuple[str, ...]] = {}
    for finding in findings:
        if finding.refuses:
            errors[finding.field] = (*errors.get(finding.field, ()), f"{finding.message} {finding.remedy}")
    for item in read(document).unreadable:
        if section_of(item.field, document) == section and item.field not in errors:
            errors[item.field] = (f"{item.label}: {item.reason}. {item.remedy}",)
    return errors
