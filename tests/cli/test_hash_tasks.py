import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from app.statistics.overlap import fingerprint
from tests.cli.conftest import Pilotdesk

SECRET = "Which fruit does the orchard of Farmer Quillfeather sell on Tuesdays, and for how many coins?"
ROWS = f'{{"id": "quince", "prompt": "{SECRET}"}}\nnonsense\n{{"prompt": "..."}}\n{{"prompt": "Another one"}}\n'


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    path = tmp_path / "tasks.jsonl"
    path.write_text(ROWS)
    return path


def test_hashes_are_printed_and_what_is_left_out_is_said_beside_them(pilotdesk: Pilotdesk, tasks: Path) -> None:
    done = pilotdesk("hash-tasks", tasks, "--set", "training")
    head, first, second, last = (json.loads(line) for line in done.out.splitlines())
    made = fingerprint("1", SECRET)
    assert done.status == 0
    assert head == {
        "format": "pilot-task-hashes/1",
        "set": "training",
        "source_sha256": hashlib.sha256(ROWS.encode()).hexdigest(),
    }
    assert (first["line"], first["exact"], first["masked"]) == (1, made.exact, made.masked)
    assert first["runs"] == sorted(made.runs)
    assert (len(first["minhash"]), second["line"]) == (8 * 128, 4)
    assert last == {"tasks": 2, "left_out": 2}
    assert done.err.splitlines() == [
        "Line 2 of tasks.jsonl is not JSON, and is left out.",
        "Line 3 of tasks.jsonl has no words, and is left out.",
    ]


def test_no_word_of_a_task_travels(pilotdesk: Pilotdesk, tasks: Path) -> None:
    told = pilotdesk("hash-tasks", tasks, "--set", "held-out").out.lower()
    assert not [word for word in [*SECRET.lower().split(), "quince", "tasks.jsonl"] if len(word) > 3 and word in told]


def test_a_file_is_written_whole_or_not_at_all(pilotdesk: Pilotdesk, tasks: Path, tmp_path: Path) -> None:
    goal = tmp_path / "hashes.jsonl"
    printed = pilotdesk("hash-tasks", tasks, "--set", "held-out").out
    done = pilotdesk("hash-tasks", tasks, "--set", "held-out", "--out", goal)
    assert (done.status, done.out) == (0, f"2 held-out tasks are hashed in {goal}. No text is in it.\n")
    assert goal.read_text() == printed
    tasks.write_text('{"prompt": "..."}\n')
    assert pilotdesk("hash-tasks", tasks, "--set", "held-out", "--out", tmp_path / "none").status == 2
    assert sorted(path.name for path in tmp_path.glob("*")) == ["hashes.jsonl", "tasks.jsonl"]


def test_what_was_written_is_read(pilotdesk: Pilotdesk, tasks: Path, tmp_path: Path) -> None:
    pilotdesk("hash-tasks", tasks, "--set", "held-out", "--out", tmp_path / "hashes.jsonl")
    told = pilotdesk("read", tmp_path / "hashes.jsonl")
    assert told.status == 0
    assert "hashes.jsonl holds the hashes of 2 held-out tasks, and no text." in told.out


def test_the_text_can_be_named(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    path = tmp_path / "tasks.csv"
    path.write_text("mine;prompt\nours;theirs\n")
    told = json.loads(pilotdesk("hash-tasks", path, "--set", "training", "--text", "mine").out.splitlines()[1])
    assert told["exact"] == fingerprint("", "ours").exact
    written = pilotdesk("hash-tasks", path, "--set", "training", "--text", "mine", "--out", tmp_path / "hashes")
    assert written.out.startswith("1 training task is hashed in ")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('{"a": 1}\n', "There is no task in tasks. Line 1 of tasks has no text in prompt, question, problem, "),
        ("id,name\n1,a\n", "tasks has no column prompt, question, problem, "),
        ("id,prompt\n", "There is no task in tasks.\n"),
        ("", "tasks is empty."),
    ],
)
def test_a_file_without_tasks_is_refused_in_a_sentence(
    pilotdesk: Pilotdesk, tmp_path: Path, content: str, sentence: str
) -> None:
    path = tmp_path / "tasks"
    path.write_text(content)
    done = pilotdesk("hash-tasks", path, "--set", "training")
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(sentence)


def test_what_is_called_wrongly_is_refused_in_a_sentence(pilotdesk: Pilotdesk, tasks: Path, tmp_path: Path) -> None:
    assert pilotdesk("hash-tasks", tasks).err == "Missing option '--set'. Choose from: training, held-out\n"
    assert "test" in pilotdesk("hash-tasks", tasks, "--set", "test").err
    assert pilotdesk("hash-tasks", tmp_path, "--set", "training").err == (
        f"{tmp_path} is a folder; name one file of tasks.\n"
    )
    assert pilotdesk("hash-tasks", tmp_path / "none", "--set", "training").status == 2
    assert pilotdesk("hash-tasks", tasks, "--set", "training", "--out", tmp_path / "no" / "where").status == 2


def test_at_a_terminal_long_work_shows_a_bar(tmp_path: Path) -> None:
    path, seen = tmp_path / "tasks.jsonl", tmp_path / "seen"
    path.write_text("".join(f'{{"prompt": "task {number} {"word " * 200}"}}\n' for number in range(300)))
    ours, theirs = os.openpty()
    command = [sys.executable, "-c", "from app.cli import main; main()", "hash-tasks", str(path), "--set", "training"]
    with seen.open("w") as out:
        assert subprocess.run(command, stdout=out, stderr=theirs, check=False).returncode == 0  # noqa: S603  our own command
    assert b"Reading" in os.read(ours, 4096)
    os.close(ours)
    os.close(theirs)


def both(pilotdesk: Pilotdesk, folder: Path, training: list[str], held_out: list[str]) -> tuple[Path, Path]:
    """Hash both sets and return the two files."""
    made = []
    for which, texts in (("training", training), ("held-out", held_out)):
        (folder / "tasks").write_text("".join(json.dumps({"prompt": text}) + "\n" for text in texts))
        pilotdesk("hash-tasks", folder / "tasks", "--set", which, "--out", folder / which)
        made.append(folder / which)
    return made[0], made[1]


def test_two_files_of_hashes_say_what_a_person_has_to_look_at(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    sheep = "A farmer has {} sheep and {} goats, and sells {} of them; how many animals are left?"
    files = both(pilotdesk, tmp_path, ["One thing", sheep.format(1, 2, 3)], [sheep.format(7, 8, 9), "one thing!"])
    told = pilotdesk("read", *files).out.splitlines()
    assert told[-3] == "Of 2 held-out tasks 1 are in training word for word, and 1 more look like a training task."
    assert told[-2] == "  held-out line 2, training line 1: the same text"
    assert told[-1].startswith("  held-out line 1, training line 2: ")
    assert told[-1].endswith(" % alike, the same with other numbers")
    answer = json.loads(pilotdesk("read", *files, "--format", "json").out)["overlap"]
    assert {key: answer[key] for key in ("held_out", "training", "exact_hits", "near_hits")} == {
        "held_out": 2,
        "training": 2,
        "exact_hits": 1,
        "near_hits": 1,
    }
    assert [(hit["held_out_line"], hit["training_line"], hit["same"]) for hit in answer["hits"]] == [
        (2, 1, True),
        (1, 2, False),
    ]


def test_many_pairs_are_shown_in_part_and_runs_of_words_are_named(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    shared = " ".join(f"common{number}" for number in range(14))
    training, held_out = [f"{shared} {' '.join(end * 40)}" for end in ("a", "b")][:1], [f"{shared} z"] * 51
    told = pilotdesk("read", *both(pilotdesk, tmp_path, training, held_out)).out.splitlines()
    assert told[-2].endswith("thirteen words in common")
    assert told[-1] == "  and 1 more pairs; --format json names all"


def test_sets_that_share_nothing_claim_no_more_than_that(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    files = both(pilotdesk, tmp_path, ["One thing"], ["Quite another matter"])
    assert pilotdesk("read", *files).out.endswith("No overlap was found by these tests among 1 held-out tasks.\n")
    assert "overlap" not in json.loads(pilotdesk("read", files[0], "--format", "json").out)
