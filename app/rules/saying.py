"""How single values are said inside a sentence: with an article, as a list, as a day."""

import re
from collections.abc import Sequence
from datetime import date

UNCOUNTED = ("documentation", "code")
PIN = re.compile(r"(?<![0-9a-fA-F])(?:[0-9a-fA-F]{64}|[0-9a-fA-F]{40})(?![0-9a-fA-F])")


def with_article(noun: str) -> str:
    """Return `A preprint`, `An issue thread`, `Platform documentation`."""
    if noun.endswith(UNCOUNTED):
        return noun[:1].upper() + noun[1:]
    return f"{'An' if noun[:1] in set('aeiou') else 'A'} {noun}"


def counted(number: float, noun: str) -> str:
    """Return `1 attempt` or `1,200 attempts`."""
    return f"{number:,} {noun if number == 1 else f'{noun}s'}"


def listed(words: Sequence[str]) -> str:
    """Return `size`, `size and stage` or `size, stage and format`."""
    return " and ".join(", ".join(words).rsplit(", ", 1))


def day_in_words(day: date) -> str:
    """Return `30 November 2026`."""
    return f"{day.day} {day:%B %Y}"


def shortened(text: str) -> str:
    """Return the text with commits and digests cut to their first twelve signs, as people compare them."""
    return PIN.sub(lambda found: f"{found[0][:12]}…", text)
