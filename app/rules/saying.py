"""How single values are said inside a sentence: with an article, as a list, as a day."""

from collections.abc import Sequence
from datetime import date


def with_article(noun: str) -> str:
    """Return `A preprint`, `An issue thread`."""
    return f"{'An' if noun[:1] in set('aeiou') else 'A'} {noun}"


def listed(words: Sequence[str]) -> str:
    """Return `size`, `size and stage` or `size, stage and format`."""
    return " and ".join(", ".join(words).rsplit(", ", 1))


def day_in_words(day: date) -> str:
    """Return `30 November 2026`."""
    return f"{day.day} {day:%B %Y}"
