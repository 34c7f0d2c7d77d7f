"""What a rule reads, in people's words: questions of the form by their pages, and facts that no question asks for."""

from collections.abc import Mapping
from types import MappingProxyType

from app.inquiries.fields.table import FIELDS, SECTIONS

FACTS: Mapping[str, str] = MappingProxyType(
    {
        "today": "today's date",
        "registry": "what the registry has on record",
        "rows": "the rows of the baseline run",
        "checkpoint files": "the checkpoint's own files, such as config.json and the index of its weights",
        "overlap hashes": "the hashes of training and held-out tasks",
        "speed tests": "the files of a speed test",
        "invitations": "invitations to managed RFT that an engineer recorded",
    }
)
_PAGES = MappingProxyType({section.key: section for section in SECTIONS.values()})


def names_read(reads: str) -> tuple[str, ...]:
    """Return the names in a row of the catalogue, each once."""
    return tuple(dict.fromkeys(name.strip() for name in reads.split(",") if name.strip()))


def is_read(name: str) -> bool:
    """Say whether a rule can read that: a field, a whole page of the form, or a fact."""
    return name in FIELDS or name in _PAGES or name in FACTS


def read_words(reads: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Return the questions by the title of their page, whole pages by theirs, and last the facts, under no title."""
    by_page: dict[str, list[str]] = {}
    for name in names_read(reads):
        page, words = _said(name)
        by_page.setdefault(page, []).append(words)
    in_words = ((page, tuple(words)) for page, words in by_page.items())
    return tuple(sorted(in_words, key=lambda group: not group[0]))


def _said(name: str) -> tuple[str, str]:
    field = FIELDS.get(name)
    if field is not None:
        return SECTIONS[field.section].title, field.label
    if name in _PAGES:
        return _PAGES[name].title, "the whole page"
    return "", FACTS.get(name, name)
