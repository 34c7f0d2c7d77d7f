"""Hashes of tasks, made by `pilotdesk hash-tasks` or in a browser, so that private tasks stay at home.

One JSON object a line: a head that names the set, then the tasks, then how many there are. A file that was cut off or
changed is refused, since half a set would show less overlap than there is.
"""

import re
import struct
from collections.abc import Iterator, Sequence

from app.readers import values
from app.readers.hashes import SETS, TaskHashes, TaskSet
from app.readers.head import Head
from app.readers.lines import rows
from app.readers.reading import Options, Reading, Refused

NAME = "task-hashes"
FORMAT = "pilot-task-hashes/1"
FAMILY = "pilot-task-hashes/"
WHOLE = re.compile(r"[0-9a-f]{64}")
RUN = re.compile(r"[0-9a-f]{16}")
PERMUTATIONS = 128
SIGNATURE = re.compile(rf"[0-9a-f]{{{8 * PERMUTATIONS}}}")
MOST_RUNS = 4096
CANNOT_PROVE = (
    "Hashes show which tasks are alike and nothing else: whether all tasks of the set were hashed is not proved.",
)


def sniff(head: Head) -> bool:
    """The first line names the format."""
    return head.is_lines and str(head.first.get("format", "")).startswith(FAMILY)


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Each file is a set of its own; one that is not whole is refused."""
    return [_read(head, options) for head in heads]


def _read(head: Head, options: Options) -> Reading:
    if head.first.get("format") != FORMAT:
        raise Refused(f"{head.source.name} holds hashes of tasks in a version that is not read here.", "unknown-format")
    which = head.first.get("set")
    if which not in SETS:
        raise Refused(f"{head.source.name} does not say whether its tasks are training or held-out.", "unreadable")
    count = sum(1 for _ in _tasks(head, options))
    reading = Reading(NAME, (head.file(NAME),), cannot_prove=CANNOT_PROVE)
    reading.hashes = TaskSet(str(which), count, lambda: _tasks(head, options))
    reading.remark("task-hashes", f"{head.source.name} holds the hashes of {count:,} {which} tasks, and no text.")
    return reading


def _tasks(head: Head, options: Options) -> Iterator[TaskHashes]:
    """Yield the tasks; a file that is not whole is refused, at the latest at its end."""
    heard = Reading(NAME, ())
    found = rows(head, heard, options)
    next(found, None)
    for count, (_, row) in enumerate(found):
        if "tasks" in row:
            if row["tasks"] == count and next(found, None) is None and not heard.remarks:
                return
            break
        task = _task(row)
        if task is None:
            break
        yield task
    raise Refused(f"{head.source.name} is cut off or was changed; make these hashes once more.", "unreadable")


def _task(row: dict[str, object]) -> TaskHashes | None:
    line, runs = values.count(row.get("line")), row.get("runs")
    exact, masked, signature = (str(row.get(key)) for key in ("exact", "masked", "minhash"))
    is_whole = WHOLE.fullmatch(exact) and WHOLE.fullmatch(masked) and SIGNATURE.fullmatch(signature)
    if line is None or not is_whole or not isinstance(runs, list) or not 0 < len(runs) <= MOST_RUNS:
        return None
    if not all(isinstance(run, str) and RUN.fullmatch(run) for run in runs):
        return None
    numbers = struct.unpack(f">{PERMUTATIONS}I", bytes.fromhex(signature))
    return TaskHashes(str(line), exact, masked, frozenset(runs), numbers)
