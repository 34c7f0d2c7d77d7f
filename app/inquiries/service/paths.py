"""Reading and changing one answer of a document by its field id, whatever else stands there."""

from collections.abc import Mapping
from typing import Any

MISSING = object()


def value_at(document: Mapping[str, Any], field: str) -> object:
    """Return what stands at a dotted field id; `MISSING` where nothing does."""
    here: object = document
    for key in field.split("."):
        if not isinstance(here, Mapping) or key not in here:
            return MISSING
        here = here[key]
    return here


def with_value(document: Mapping[str, Any], field: str, value: object) -> dict[str, Any]:
    """Return the document with another value there; `MISSING` takes the answer away."""
    key, _, rest = field.partition(".")
    changed = dict(document)
    if rest:
        inside = changed.get(key)
        value = with_value(inside if isinstance(inside, Mapping) else {}, rest, value) or MISSING
    if value is MISSING:
        changed.pop(key, None)
    else:
        changed[key] = value
    return changed


def merged(document: object, patch: object) -> object:
    """Return the document changed as a JSON merge patch says (RFC 7396)."""
    if not isinstance(patch, Mapping):
        return patch
    changed = dict(document) if isinstance(document, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            changed.pop(key, None)
        else:
            changed[key] = merged(changed.get(key), value)
    return changed
