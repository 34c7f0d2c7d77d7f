"""Whether held-out tasks are in the training set, told from hashes alone, so that private texts stay at home.

Four tests: the same text; the same text with other numbers; a run of thirteen words in common (GPT-3, appendix C, as
lm-eval has it); and texts that are alike by MinHash. None of them finds everything: a clean result says "no overlap
found by these tests", and no more. Every step can be done alike in a browser, so that both give the same hashes:
text is brought to NFKC and lower case; punctuation, symbols, separators and controls (P, S, Z, Cc, Cf, Cs) become
spaces, and words are what is between spaces.
"""

import hashlib
import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RUN_WORDS = 13  # of which one in common is a hit
SHINGLE_WORDS = 5  # that texts are compared by
PERMUTATIONS = 128
BANDS, BAND_ROWS = 32, 4  # finds nearly every pair that is alike enough
ALIKE = 0.5  # from which a person has a look
HASH_DIGITS = 16  # of a run of words; 64 bits
DIGITS = re.compile(r"\d+")
COMMON = 10  # training tasks; a run of words that more of them share is a form that they fill in, and no hit
LOOKED_AT = 100  # training tasks that share one hash
SHOWN = 5  # training tasks for each held-out one
AT_ONCE = 4096  # shingles, so that memory stays small
GOLDEN, BITS = 0x9E3779B9, 0xFFFFFFFF


class _Spaces(dict[int, str]):
    """Turns all that is no part of a word into spaces; remembers each character that it met."""

    def __missing__(self, letter: int) -> str:
        kind = unicodedata.category(chr(letter))
        self[letter] = said = " " if kind[0] in "PSZ" or kind in {"Cc", "Cf", "Cs"} else chr(letter)
        return said


_SPACES = _Spaces()


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """All that leaves the house of one task."""

    task_id: str
    exact: str  # SHA-256 of the normalised text, in hex
    masked: str  # the same with every number as 0
    runs: frozenset[str]  # hashes of its runs of thirteen words; of all its words where it has fewer
    signature: tuple[int, ...]  # MinHash of its shingles


@dataclass(frozen=True, slots=True)
class Hit:
    """A held-out task that looks like a training task."""

    held_out: str
    training: str
    likeness: float  # estimated Jaccard similarity of their shingles
    has_run: bool  # thirteen words in common
    same_masked: bool  # the same text with other numbers
    same: bool


@dataclass(frozen=True, slots=True)
class Overlap:
    """What the four tests found."""

    exact_hits: int  # held-out tasks whose very text is in training
    near_hits: int  # other held-out tasks with a hit
    hits: tuple[Hit, ...]  # for a person to judge, the most alike first
    held_out: int
    training: int

    @property
    def sentence(self) -> str:
        """Say what was found, and no more than that."""
        if not self.hits:
            return f"No overlap was found by these tests among {self.held_out:,} held-out tasks."
        return (
            f"Of {self.held_out:,} held-out tasks {self.exact_hits:,} are in training word for word, and "
            f"{self.near_hits:,} more look like a training task."
        )


def normalised(text: str) -> str:
    """Return the text as it is compared."""
    return " ".join(unicodedata.normalize("NFKC", text).lower().translate(_SPACES).split())


def fingerprint(task_id: str, text: str) -> Fingerprint:
    """Reduce a task to hashes."""
    plain = normalised(text)
    words = plain.split()
    return Fingerprint(
        task_id,
        _sha256(plain),
        _sha256(DIGITS.sub("0", plain)),
        frozenset(_sha256(run)[:HASH_DIGITS] for run in shingles(words, RUN_WORDS)),
        minhash(shingles(words, SHINGLE_WORDS)),
    )


def shingles(words: Sequence[str], size: int) -> set[str]:
    """Return every run of so many words; all of them where there are fewer."""
    if not words:
        return set()
    return {" ".join(words[start : start + size]) for start in range(max(1, len(words) - size + 1))}


def jaccard(one: set[str], other: set[str]) -> float:
    """Return the share of what is in either that is in both."""
    either = len(one | other)
    return len(one & other) / either if either else 0.0


def containment(one: set[str], other: set[str]) -> float:
    """Return the share of the first that is in the other."""
    return len(one & other) / len(one) if one else 0.0


def minhash(shingled: Iterable[str], permutations: int = PERMUTATIONS) -> tuple[int, ...]:
    """Return the smallest hash under each permutation of 32-bit numbers; none of a text without words."""
    import numpy as np

    hashes = [int(_sha256(shingle)[:8], 16) for shingle in shingled]
    if not hashes:
        return ()
    seeds = _mixed(np.arange(1, permutations + 1, dtype=np.uint64) * np.uint64(GOLDEN) & np.uint64(BITS))
    least = np.full(permutations, BITS, dtype=np.uint64)
    for start in range(0, len(hashes), AT_ONCE):
        some = np.array(hashes[start : start + AT_ONCE], dtype=np.uint64)
        least = np.minimum(least, _mixed(some[None, :] ^ seeds[:, None]).min(axis=1))
    return tuple(int(number) for number in least)


def _mixed(numbers: "NDArray[np.uint64]") -> "NDArray[np.uint64]":
    """Return each 32-bit number well stirred, no two alike: the last step of MurmurHash3."""
    import numpy as np

    bits = np.uint64(BITS)
    numbers = numbers ^ (numbers >> np.uint64(16))
    numbers = numbers * np.uint64(0x85EBCA6B) & bits
    numbers = numbers ^ (numbers >> np.uint64(13))
    numbers = numbers * np.uint64(0xC2B2AE35) & bits
    return numbers ^ (numbers >> np.uint64(16))


def likeness(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    """Estimate the Jaccard similarity from two signatures."""
    if not one or len(one) != len(other):
        return 0.0
    return sum(left == right for left, right in zip(one, other, strict=True)) / len(one)


def likeness_se(similarity: float, permutations: int = PERMUTATIONS) -> float:
    """Return the standard error of that estimate."""
    return math.sqrt(similarity * (1 - similarity) / permutations)


def band_threshold(bands: int = BANDS, rows: int = BAND_ROWS) -> float:
    """Return the similarity around which pairs begin to meet in a band."""
    return float((1 / bands) ** (1 / rows))


def band_chance(similarity: float, bands: int = BANDS, rows: int = BAND_ROWS) -> float:
    """Return the chance that a pair of this similarity meets in some band."""
    return float(1 - (1 - similarity**rows) ** bands)


def compare(training: Iterable[Fingerprint], held_out: Iterable[Fingerprint], *, alike: float = ALIKE) -> Overlap:
    """Hold every held-out task against the training tasks that share a hash with it."""
    shelf = _Shelf(training)
    hits, exact, near, count = [], 0, 0, 0
    for task in held_out:
        count += 1
        found = [hit for hit in shelf.compared(task) if hit.same_masked or hit.has_run or hit.likeness >= alike]
        hits += sorted(found, key=_worst_first)[:SHOWN]
        if any(hit.same for hit in found):
            exact += 1
        elif found:
            near += 1
    return Overlap(exact, near, tuple(sorted(hits, key=_worst_first)), count, len(shelf.tasks))


def _worst_first(hit: Hit) -> tuple[bool, float, str, str]:
    return not hit.same, -hit.likeness, hit.held_out, hit.training


class _Shelf:
    """Training tasks, to be found by any of their hashes."""

    def __init__(self, tasks: Iterable[Fingerprint]) -> None:
        self.tasks = list(tasks)
        self.places: defaultdict[object, list[int]] = defaultdict(list)
        self.runs: Counter[str] = Counter()
        for place, task in enumerate(self.tasks):
            self.runs.update(task.runs)
            for key in _keys(task):
                if len(self.places[key]) < LOOKED_AT:
                    self.places[key].append(place)

    def compared(self, task: Fingerprint) -> Iterator[Hit]:
        """Compare a task with all that share a hash."""
        telling = {run for run in task.runs if 0 < self.runs[run] <= COMMON}
        for place in sorted({place for key in _keys(task) for place in self.places.get(key, ())}):
            other = self.tasks[place]
            same = task.exact == other.exact
            alike = 1.0 if same else likeness(task.signature, other.signature)
            has_run = same or not telling.isdisjoint(other.runs)
            yield Hit(task.task_id, other.task_id, alike, has_run, task.masked == other.masked, same)


def _keys(task: Fingerprint) -> Iterator[object]:
    if not task.signature:  # a text without words is like no other
        return
    yield task.exact
    yield task.masked
    yield from task.runs
    for start in range(0, BANDS * BAND_ROWS, BAND_ROWS):
        yield start, task.signature[start : start + BAND_ROWS]


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
