"""Drafts for tests: opened through the service, filled with one of the example documents."""

import json
import re
import secrets
from collections.abc import Mapping
from datetime import datetime
from html import unescape
from pathlib import Path
from typing import Any

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.inquiries import service
from app.inquiries.service import Submission

DOCUMENTS = Path(__file__).parent / "documents"
KINDS = {"qwen": "qwen-27b", "promised": "qwen-27b", "glm": "glm-5.3"}


def document(name: str = "qwen") -> dict[str, Any]:
    """Return an example that may be submitted."""
    found: dict[str, Any] = json.loads((DOCUMENTS / f"{name}.json").read_text())
    return found


def owing(due: str = "2027-01-15", *, title: str = "") -> dict[str, Any]:
    """Return an example that may be submitted and owes what it promised: the way back, which blocks commitment.

    It also warns, of how few rollouts people read.
    """
    found = document()
    del found["deployment"]["rollback"]
    del found["verifier"]["rollouts_read"]
    found["commitments"] = [{"item": "budget", "owner": "Platform", "due": due}]
    return {**found, "title": title or found["title"]}


def opened(
    db: Session, person: Person, answers: Mapping[str, Any] | None = None, *, now: datetime, kind: str = "qwen-27b"
) -> str:
    """Return the reference of a new draft of this person with these answers."""
    return service.open_inquiry(
        db, person, kind=kind, form_key=secrets.token_hex(8), now=now, document=dict(answers or {})
    )


def submitted(db: Session, person: Person, reference: str, *, now: datetime) -> Submission:
    """Return what became of submitting a draft that may be."""
    done = service.submit(db, person, reference, digest=None, now=now)
    assert isinstance(done, Submission)
    return done


def posted_by(html: str, form: str) -> dict[str, list[str]]:
    """Return what a browser would post from the form with that id or action, by name: every control as it stands."""
    body = _form(html, form)
    pairs: dict[str, list[str]] = {}
    for name, value in [*_inputs(body), *_areas(body), *_selects(body)]:
        pairs.setdefault(unescape(name), []).append(unescape(value))
    return pairs


def ids_in(html: str) -> set[str]:
    """Return every id in a page."""
    return {unescape(found) for found in re.findall(r'\sid="([^"]*)"', html)}


def _form(html: str, form: str) -> str:
    for found in re.finditer(r"<form([^>]*)>(.*?)</form>", html, re.DOTALL):
        if f'id="{form}"' in found[1] or f'action="{form}"' in found[1]:
            return found[2]
    raise AssertionError(f"the page has no form {form}")


def _attribute(tag: str, name: str) -> str:
    found = re.search(rf'\s{name}="([^"]*)"', tag)
    return found[1] if found else ""


def _inputs(body: str) -> list[tuple[str, str]]:
    pairs = []
    for tag in re.findall(r"<input[^>]*>", body):
        kind, name = _attribute(tag, "type"), _attribute(tag, "name")
        is_sent = kind not in {"radio", "checkbox", "file"} or re.search(r"\schecked\b", tag)
        if name and is_sent and kind != "file":
            pairs.append((name, _attribute(tag, "value")))
    return pairs


def _areas(body: str) -> list[tuple[str, str]]:
    found = re.findall(r"<textarea([^>]*)>\n?(.*?)</textarea>", body, re.DOTALL)
    return [(_attribute(tag, "name"), text) for tag, text in found]


def _selects(body: str) -> list[tuple[str, str]]:
    pairs = []
    for tag, options in re.findall(r"<select([^>]*)>(.*?)</select>", body, re.DOTALL):
        chosen = re.search(r'<option value="([^"]*)" selected', options)
        pairs.append((_attribute(tag, "name"), chosen[1] if chosen else ""))
    return pairs


def answered(value: Any) -> Any:  # noqa: ANN401  any JSON value
    """Return a document without what answers nothing, and with lists of choices in one order."""
    if isinstance(value, dict):
        kept = {key: answered(item) for key, item in value.items()}
        return {key: item for key, item in kept.items() if item not in (None, "", [], {})}
    if isinstance(value, list):
        is_of_texts = all(isinstance(item, str) for item in value)
        return sorted(value) if is_of_texts else [answered(item) for item in value]
    return value
