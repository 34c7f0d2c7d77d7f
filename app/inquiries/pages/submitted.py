"""What was answered in a submitted version, page by page of the form: for receipts and scopes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.inquiries import forms
from app.inquiries.fields import SECTIONS
from app.inquiries.forms import Grid, Names
from app.inquiries.pages.words import claims_of
from app.rules.records import RegistryFacts


@dataclass(frozen=True, slots=True)
class AnswersOf:
    """The answers of one page of the form; a page without any is left out."""

    title: str
    rows: tuple[tuple[str, str | Grid, str, str], ...]


def names_in(body: Mapping[str, Any], registry: RegistryFacts) -> Names:
    """Return what the files and the claims of a submitted version are called."""
    return Names({file["id"]: file["name"] for file in body["uploads"]}, claims_of(registry))


def submitted_answers(body: Mapping[str, Any], registry: RegistryFacts) -> tuple[AnswersOf, ...]:
    """Return what was answered, in the order of the form; nothing of it can be changed any more."""
    names, found = names_in(body, registry), []
    for section in SECTIONS.values():
        said = forms.answers(body["document"], section.id, names)
        rows = tuple((label, words, "", "") for label, words, _ in said if words)
        if rows:
            found.append(AnswersOf(section.title, rows))
    return tuple(found)
