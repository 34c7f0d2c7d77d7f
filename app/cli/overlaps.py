"""What hashes of training and held-out tasks have in common, told to a person who decides on each pair."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from app.cli.output import heading

if TYPE_CHECKING:
    from app.readers.reading import Reading
    from app.statistics.overlap import Hit, Overlap

SHOWN = 50  # pairs; a program is given all


def overlap_of(readings: "Sequence[Reading]") -> "Overlap | None":
    """Compare the sets of hashes among these readings; None unless there are some of both kinds."""
    sets = [(reading.hashes.which, reading.hashes) for reading in readings if reading.hashes]
    if not sets:
        return None
    from app.statistics.overlap import compare_sets

    return compare_sets(sets)


def as_json(found: "Overlap") -> dict[str, Any]:
    """Return the object for programs; lines are those of the files that stayed at home."""
    return {
        "held_out": found.held_out,
        "training": found.training,
        "exact_hits": found.exact_hits,
        "near_hits": found.near_hits,
        "hits": [
            {
                "held_out_line": int(hit.held_out),
                "training_line": int(hit.training),
                "likeness": hit.likeness,
                "same": hit.same,
                "same_with_other_numbers": hit.same_masked,
                "thirteen_words_in_common": hit.has_run,
            }
            for hit in found.hits
        ],
    }


def sentences(found: "Overlap") -> Iterator[str]:
    """Yield what was found, and the pairs to look at."""
    yield heading(found.sentence, good=not found.hits)
    for hit in found.hits[:SHOWN]:
        yield f"  held-out line {hit.held_out}, training line {hit.training}: {_why(hit)}"
    if len(found.hits) > SHOWN:
        yield f"  and {len(found.hits) - SHOWN:,} more pairs; --format json names all"


def _why(hit: "Hit") -> str:
    if hit.same:
        return "the same text"
    ways = [f"{100 * hit.likeness:.0f} % alike"]
    ways += ["the same with other numbers"] if hit.same_masked else []
    ways += ["thirteen words in common"] if hit.has_run else []
    return ", ".join(ways)
