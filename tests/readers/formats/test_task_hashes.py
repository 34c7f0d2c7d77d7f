import json
from collections.abc import Callable

import pytest

from app.readers import hashes
from app.readers.files import read_files
from app.readers.formats import task_hashes
from app.readers.reading import Refused
from app.readers.source import Source, of_bytes
from app.statistics import overlap
from app.statistics.overlap import compare_sets, fingerprint
from tests.readers.making import lines

HEAD = {"format": "pilot-task-hashes/1", "set": "training", "source_sha256": "0" * 64}
QUESTION = "A farmer has {} sheep and {} goats; how many animals does the farmer have in all?"


def task(line: int, text: str) -> dict[str, object]:
    made = fingerprint(str(line), text)
    least = "".join(f"{number:08x}" for number in made.signature)
    return {"line": line, "exact": made.exact, "masked": made.masked, "runs": sorted(made.runs), "minhash": least}


def hashed(*texts: str, which: str = "training") -> Source:
    rows = [task(line, text) for line, text in enumerate(texts, start=1)]
    return lines(f"{which}.jsonl", {**HEAD, "set": which}, *rows, {"tasks": len(rows), "left_out": 0})


def test_what_was_hashed_is_read_and_can_be_read_again() -> None:
    (reading,) = read_files([hashed("one thing", QUESTION.format(1, 2))])
    assert reading.hashes is not None
    assert (reading.format, reading.hashes.which, reading.hashes.count) == ("task-hashes", "training", 2)
    for _ in range(2):
        first, second = reading.hashes
        made = fingerprint("2", QUESTION.format(1, 2))
        assert first.task_id == "1"
        assert (second.exact, second.masked, second.runs, second.signature) == (
            *(made.exact, made.masked, made.runs, made.signature),
        )
    assert list(reading.trials) == []
    assert [remark.sentence for remark in reading.remarks] == [
        "training.jsonl holds the hashes of 2 training tasks, and no text."
    ]
    assert reading.cannot_prove == task_hashes.CANNOT_PROVE


def test_two_files_of_one_inquiry_say_what_they_share() -> None:
    held_out = hashed("One thing!", QUESTION.format(8, 9), "nothing like it", which="held-out")
    readings = read_files([hashed("one thing", QUESTION.format(1, 2)), held_out])
    found = compare_sets((reading.hashes.which, reading.hashes) for reading in readings if reading.hashes)
    assert found is not None
    assert (found.exact_hits, found.near_hits, found.held_out, found.training) == (1, 1, 3, 2)
    assert [(hit.held_out, hit.training) for hit in found.hits] == [("1", "1"), ("2", "2")]


def test_both_sides_speak_of_the_same_sets_and_sizes() -> None:
    assert hashes.SETS == overlap.SETS
    assert (task_hashes.PERMUTATIONS, task_hashes.MOST_RUNS) == (overlap.PERMUTATIONS, overlap.MOST_RUNS)


def test_another_version_and_an_unknown_set_are_refused() -> None:
    with pytest.raises(Refused, match="in a version that is not read here"):
        read_files([lines("a.jsonl", {**HEAD, "format": "pilot-task-hashes/2"}, {"tasks": 0})])
    with pytest.raises(Refused, match="does not say whether its tasks are training or held-out"):
        read_files([lines("a.jsonl", {**HEAD, "set": "test"}, {"tasks": 0})])


def test_a_file_of_one_line_is_cut_off() -> None:
    with pytest.raises(Refused, match="is cut off or was changed"):
        read_files([of_bytes("a.jsonl", json.dumps(HEAD).encode())])


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows[:-1],
        lambda rows: [*rows[:1], *rows[2:]],
        lambda rows: [*rows, {"tasks": 1}],
        lambda rows: [rows[0], "nonsense", *rows[1:]],
        lambda rows: [rows[0], {**rows[1], "line": -1}, *rows[2:]],
        lambda rows: [rows[0], {**rows[1], "exact": "x"}, *rows[2:]],
        lambda rows: [rows[0], {**rows[1], "masked": None}, *rows[2:]],
        lambda rows: [rows[0], {**rows[1], "minhash": "00"}, *rows[2:]],
        lambda rows: [rows[0], {**rows[1], "runs": "0" * 16}, *rows[2:]],
        lambda rows: [rows[0], {**rows[1], "runs": []}, *rows[2:]],
        lambda rows: [rows[0], {**rows[1], "runs": ["0" * 16] * 4097}, *rows[2:]],
        lambda rows: [rows[0], {**rows[1], "runs": ["0" * 15]}, *rows[2:]],
        lambda rows: [rows[0], {**rows[1], "runs": [7]}, *rows[2:]],
    ],
    ids=(
        *("no end", "a task less", "two ends", "nonsense", "line", "exact", "masked", "minhash"),
        *("runs as text", "no runs", "too many runs", "a short run", "a number as a run"),
    ),
)
def test_a_file_that_is_not_whole_is_refused(change: Callable[[list[object]], list[object]]) -> None:
    rows: list[object] = [HEAD, task(1, "one thing"), task(2, "another thing"), {"tasks": 2, "left_out": 0}]
    assert read_files([lines("a.jsonl", *rows)])
    with pytest.raises(Refused, match=r"a\.jsonl is cut off or was changed; make these hashes once more\."):
        read_files([lines("a.jsonl", *change(rows))])
