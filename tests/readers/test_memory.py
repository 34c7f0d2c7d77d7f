"""Memory stays bounded while a file streams, whatever the file is."""

import subprocess
import sys
from pathlib import Path

ROW = '{{"task_id": "task-{0}", "verdict": "rejected", "reward": 0.0, "latency_s": 32.7, "tokens_in": 3}}\n'
MEASURE = """
import os, resource, sys
from app.readers.files import read_files
from app.readers.source import Source
from app.readers.summary import summarise
path = sys.argv[1]
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
found = summarise(read_files([Source("rows", lambda: open(path, "rb"), os.path.getsize(path))]))
print(found.rows, found.tasks, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) // 1024)
"""


def measured(path: Path) -> tuple[int, int, int]:
    """Rows, tasks, and the MiB that reading took on top of the program itself, in a process of its own."""
    done = subprocess.run([sys.executable, "-c", MEASURE, str(path)], capture_output=True, text=True, check=True)  # noqa: S603  our own program
    rows, tasks, mib = map(int, done.stdout.split())
    return rows, tasks, mib


def test_rows_stream(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    with path.open("w") as file:
        for number in range(100_000):
            file.write(ROW.format(number))
    rows, tasks, mib = measured(path)
    assert (rows, tasks) == (100_000, 100_000)
    assert mib < 25


def test_one_line_of_the_longest_kind_fits(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    many = ",".join(["{}"] * 300_000)
    path.write_text(
        ROW.format(1) + f'{{"task_id": "b", "verdict": "none", "components": [{many}]}}\n' + "x" * 30_000_000
    )
    rows, _, mib = measured(path)
    assert rows == 2
    assert mib < 150
