"""`pilot-scope/1` as canonical text, put together from texts that are canonical already: what was approved, untouched.

Taking the document out of the snapshot as text, and not as values, is both the proof that nothing of it was changed on
the way and what makes an export of many scopes fast.
"""

import hashlib
from collections.abc import Mapping
from json import JSONDecoder
from typing import NamedTuple

from app.infra import canonical

SCHEMA = "pilot-scope/1"

_START = '{"document":'
_READER = JSONDecoder()


class Part(NamedTuple):
    """The texts and values of which one scope is made; every text is canonical JSON."""

    reference: str
    version: int
    snapshot: str
    granted: str
    report: str
    reasons: str
    evidence: str
    decided: Mapping[str, str]
    revoked: Mapping[str, str] | None


def laid_out(part: Part) -> tuple[str, str]:
    """Return the canonical text of the scope and its digest, which is of the text without the digest."""
    document, uploads = _of_snapshot(part.snapshot)
    report = canonical.parse(part.report)
    reasons = [
        {"rule": key.partition("|")[0], "field": key.partition("|")[2], "reason": reason}
        for key, reason in sorted(canonical.parse(part.reasons).items())
    ]
    texts = {
        "schema": _text(SCHEMA),
        "reference": _text(part.reference),
        "version": _text(part.version),
        "document": document,
        "granted": part.granted,
        "uploads": uploads,
        "report": _text({**report, "reasons": reasons}),
        "evidence": part.evidence,
        "ruleset": _text(report["ruleset"]),
        "registry": _text(report["registry"]),
        "decided": _text(dict(part.decided)),
        "state": _text("approved" if part.revoked is None else "revoked"),
    }
    if part.revoked is not None:
        texts["revoked"] = _text(dict(part.revoked))
    digest = "sha256:" + hashlib.sha256(_joined(texts).encode()).hexdigest()
    return _joined({**texts, "digest": _text(digest)}), digest


def _of_snapshot(snapshot: str) -> tuple[str, str]:
    """Return the document as it stands in the snapshot, and the names and digests of its files."""
    if not snapshot.startswith(_START):
        raise ValueError("this is not the canonical text of a snapshot")
    _, end = _READER.raw_decode(snapshot, len(_START))
    body = canonical.parse("{" + snapshot[end + 1 :])
    uploads = [{"name": upload["name"], "sha256": upload["sha256"]} for upload in body["uploads"]]
    return snapshot[len(_START) : end], _text(uploads)


def _joined(texts: Mapping[str, str]) -> str:
    return "{" + ",".join(f'"{key}":{texts[key]}' for key in sorted(texts)) + "}"


def _text(value: object) -> str:
    return canonical.canonical(value).decode()
