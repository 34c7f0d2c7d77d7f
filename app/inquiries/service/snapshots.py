"""The body of a submitted version: everything that the customer saw and the desk will judge, under one digest."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from app.infra import canonical
from app.inquiries.queries import File, Stored
from app.measurements.fields import measured_as_json
from app.rules.finding import Report
from app.rules.measured import NOTHING_MEASURED, Measured


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The canonical text and its digest; the digest is SHA-256 of exactly this text."""

    number: int
    text: str
    digest: str


def snapshot(inquiry: Stored, files: Sequence[File], report: Report, measured: Measured = NOTHING_MEASURED) -> Snapshot:
    """Return what would be, or is, submitted; with what was read from files, where anything was."""
    number = inquiry.submissions + 1
    body: dict[str, Any] = {
        "schema": "pilot-snapshot/1",
        "reference": inquiry.reference,
        "version": number,
        "document": inquiry.document,
        "uploads": [
            {"id": file.public_id, "name": file.name, "sha256": file.sha256, "size": file.size, "format": file.format}
            for file in files
        ],
        "report": report.as_json(),
        "ruleset": {"version": report.ruleset_version, "digest": report.ruleset_digest},
        "registry": {"revision": report.registry_revision},
    }
    if measured != NOTHING_MEASURED:
        body["measured"] = measured_as_json(measured)
    text = canonical.canonical(body)
    return Snapshot(number=number, text=text.decode(), digest="sha256:" + hashlib.sha256(text).hexdigest())
