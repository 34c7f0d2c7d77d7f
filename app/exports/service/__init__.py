"""What ops can do with scopes: take what is new, prove that it is what was approved, say that it arrived."""

from app.exports.service.acknowledging import acknowledge, acknowledged
from app.exports.service.bundles import (
    Bundle,
    Exported,
    Kind,
    counted,
    exported,
    find_bundle,
    manifest,
    spanned,
    stream,
)
from app.exports.service.reading import read_csv, read_jsonl

__all__ = [
    "Bundle",
    "Exported",
    "Kind",
    "acknowledge",
    "acknowledged",
    "counted",
    "exported",
    "find_bundle",
    "manifest",
    "read_csv",
    "read_jsonl",
    "spanned",
    "stream",
]
