"""Whether held-out tasks are in the training set, told from hashes alone, so that private texts stay at home.

Four tests: the same text; the same text with other numbers; a run of thirteen words in common (GPT-3, appendix C, as
lm-eval has it); and texts that are alike by MinHash. None of them finds everything: a clean result says "no overlap
found by these tests", and no more. Every step can be done alike in a browser, so that both give the same hashes:
text is brought to NFKC and lower case; punctuation, symbols, separators and controls (P, S, Z, Cc, Cf, Cs) become
spaces, and words are what is between spaces.
"""

import hashlib
import itertools
import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RUN_WORDS = 13  # of which one in common is a hit
SHINGLE_WORDS = 5  # that texts are compared by
PERMUTATIONS = 128
BANDS, BAND_ROWS = 32, 4  # finds nearly every pair that is alike enough
ALIKE = 0.5  # from which a person has a look
HASH_DIGITS = 16  # of a run of words; 64 bits
MOST_RUNS = 4096  # of one task; of a longer one the smallest hashes, so that two such texts keep the same ones
DIGITS = re.compile(r"\d+")
COMMON = 10  # training tasks; a run of words that more of them share is a form that they fill in, and no hit
LOOKED_AT = 100  # training tasks that share one hash
SETS = ("training", "held-out")
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


class Hashes(Protocol):
    """What is compared: a fingerprint made here, or one that was read from a file."""

    @property
    def task_id(self) -> str:
        """What the task is called by."""
        ...

    @property
    def exact(self) -> str:
        """Hash of the text."""
        ...

    @property
    def masked(self) -> str:
        """Hash of the text with every number as 0."""
        ...

    @property
    def runs(self) -> frozenset[str]:
        """Hashes of its runs of words."""
        ...

    @property
    def signature(self) -> tuple[int, ...]:
        """MinHash of its shingles."""
        ...


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
        frozenset(sorted({_sha256(run)[:HASH_DIGITS] for run in shingles(words, RUN_WORDS)})[:MOST_RUNS]),
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


def compare(training: Iterable[Hashes], held_out: Iterable[Hashes], *, alike: float = ALIKE) -> Overlap:
    """Hold every held-out task against the training tasks that share a hash with it.

    Training tasks pass by twice and only the held-out ones stay in memory, so `training` has to be iterable again.
    """
    shelf = _Shelf(held_out)
    count = shelf.count_runs(training)
    for task in training:
        shelf.compare(task, alike)
    hits = sorted((hit for found in shelf.found for hit in found), key=_worst_first)
    near = sum(1 for found, is_exact in zip(shelf.found, shelf.exact, strict=True) if found and not is_exact)
    return Overlap(sum(shelf.exact), near, tuple(hits), len(shelf.tasks), count)


def compare_sets(sets: Iterable[tuple[str, Iterable[Hashes]]]) -> Overlap | None:
    """Compare all that is named training with all that is named held-out; None unless there is some of both."""
    named = list(sets)
    training, held_out = (_Chain([tasks for name, tasks in named if name == which]) for which in SETS)
    return compare(training, held_out) if training.parts and held_out.parts else None


class _Chain:
    """Several sets, one after another, as often as one likes."""

    def __init__(self, parts: Sequence[Iterable[Hashes]]) -> None:
        self.parts = parts

    def __iter__(self) -> Iterator[Hashes]:
        return itertools.chain.from_iterable(self.parts)


def _worst_first(hit: Hit) -> tuple[bool, float, str, str]:
    return not hit.same, -hit.likeness, hit.held_out, hit.training


class _Shelf:
    """Held-out tasks, to be found by any of their hashes, and what was found of each."""

    def __init__(self, tasks: Iterable[Hashes]) -> None:
        self.tasks = list(tasks)
        self.found: list[list[Hit]] = [[] for _ in self.tasks]
        self.exact = [False] * len(self.tasks)
        self.runs: Counter[str] = Counter()  # training tasks that hold each run
        self._places: defaultdict[object, list[int]] = defaultdict(list)
        self._seen: Counter[object] = Counter()
        for place, task in enumerate(self.tasks):
            for key in _keys(task):
                self._places[key].append(place)

    def count_runs(self, training: Iterable[Hashes]) -> int:
        """Count in how many training tasks each run of a held-out task stands; return how many tasks passed by."""
        count = 0
        for task in training:
            count += 1
            self.runs.update(run for run in task.runs if run in self._places)
        return count

    def compare(self, task: Hashes, alike: float) -> None:
        """Compare a training task with all that share a hash."""
        for place in self._met(task):
            hit = self._hit(self.tasks[place], task)
            if hit.same_masked or hit.has_run or hit.likeness >= alike:
                found = self.found[place]
                found.append(hit)
                found.sort(key=_worst_first)
                del found[SHOWN:]
                self.exact[place] = self.exact[place] or hit.same

    def _met(self, task: Hashes) -> list[int]:
        met = set()
        for key in _keys(task):
            if key in self._places and self._seen[key] < LOOKED_AT:
                self._seen[key] += 1
                met.update(self._places[key])
        return sorted(met)

    def _hit(self, held_out: Hashes, training: Hashes) -> Hit:
        same = held_out.exact == training.exact
        alike = 1.0 if same else likeness(held_out.signature, training.signature)
        has_run = same or any(self.runs[run] <= COMMON for run in held_out.runs & training.runs)
        return Hit(held_out.task_id, training.task_id, alike, has_run, held_out.masked == training.masked, same)


def _keys(task: Hashes) -> Iterator[object]:
    if not task.signature:  # a text without words is like no other
        return
    yield task.exact
    yield task.masked
    yield from task.runs
    for start in range(0, BANDS * BAND_ROWS, BAND_ROWS):
        yield start, task.signature[start : start + BAND_ROWS]


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
