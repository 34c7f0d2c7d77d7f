"""Where a rule's reason is published, in words: short marks of the catalogue become what a reader can look up."""

import re
from types import MappingProxyType

LINES = re.compile(r"\bL\d+(?:, L\d+)*\b")
REFERENCES = MappingProxyType(
    {
        "2.1": "Wilson 1927",
        "2.1, 2.2": "Wilson 1927; Miller 2024, arXiv:2411.00640",
        "2.4": "Chen and others 2021, arXiv:2107.03374",
        "2.5": "Hahn and Meeker, order-statistic intervals",
        "2.6": "Fieller 1954",
        "2.8": "Lan and DeMets 1983; Wald, sequential tests",
        "2.10": "Clopper and Pearson 1934; Hanley and Lippman-Hand 1983",
        "2.11": "share of groups with both verdicts, one minus p^G minus (1-p)^G",
        "3.1": "tokens of a rollout of T turns, with and without a cache",
        "3.3": "bytes of each parameter by format, and of keys and values by layer",
        "3.4": "waves of rollouts times the longest task",
        "3.5": "the bounds of a budget that must hold",
        "V30": "NeMo Gym, seeded case",
        "data file": "seen in real files of such tools",
        "sample verifiers file": "seen in a real file of verifiers",
        "config.json": "the checkpoint's own config.json",
    }
)


def source_in_words(source: str) -> str:
    """Return a source as people read it: lines of the research page are said as such, short marks in full."""
    return REFERENCES.get(source) or LINES.sub(_lines_in_words, source)


def _lines_in_words(found: re.Match[str]) -> str:
    numbers = re.findall(r"\d+", found[0])
    if len(numbers) == 1:
        return f"research page, line {numbers[0]}"
    return f"research page, lines {', '.join(numbers[:-1])} and {numbers[-1]}"
