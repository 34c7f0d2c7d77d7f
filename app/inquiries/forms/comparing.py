"""What differs between two drafts, answer by answer, in words."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.inquiries.fields.table import FIELDS
from app.inquiries.forms.texts import tidy
from app.inquiries.forms.words import said
from app.inquiries.service.paths import MISSING, value_at


@dataclass(frozen=True, slots=True)
class Difference:
    """One answer that is not the same in both; empty words mean that it is not answered there."""

    field: str
    label: str
    before_words: str
    after_words: str


def differences(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """Return the answers that differ, in the order of the form; two that only look alike are told apart."""
    found = []
    for field in FIELDS.values():
        old, new = value_at(before, field.id), value_at(after, field.id)
        if _same(old, new):
            continue
        words = said(field, old, before), said(field, new, after)
        if words[0] == words[1]:
            words = _exactly(old), _exactly(new)
        found.append(Difference(field.id, field.label, *words))
    return found


def _same(old: object, new: object) -> bool:
    if old is MISSING or new is MISSING:
        return old is new
    return _exactly(old) == _exactly(new)


def _exactly(value: object) -> str:
    return "" if value is MISSING else tidy(json.dumps(value, ensure_ascii=False, sort_keys=True))
