"""PrimeIntellect verifiers: runs of 2025, of later 0.1 versions, of v1 (and prime-rl), and its validate audits."""

from collections.abc import Sequence

from app.readers import values
from app.readers.documents import document
from app.readers.formats import verifiers_audit, verifiers_rows, verifiers_traces
from app.readers.head import Head
from app.readers.lines import rows
from app.readers.reading import Options, Reading

NAME = "verifiers"
SAME = 1e-9


def sniff(head: Head) -> bool:
    """The metadata of a run, or lines of one of the three generations, or of an audit."""
    return _is_metadata(head) or (head.is_lines and any(part.sniff(head.first) for part in PARTS))


PARTS = (verifiers_traces, verifiers_audit, verifiers_rows)


def _is_metadata(head: Head) -> bool:
    has_run = head.has("num_examples", "rollouts_per_example") and (head.has("env") or head.has("env_id"))
    return head.is_document and has_run and not head.has("reward")


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Give each file of rows the metadata that counts its rows and states their mean."""
    lines = [head for head in heads if any(part.sniff(head.first) for part in PARTS)]
    found = [verifiers_rows.Metadata.of(head, _metadata(head, options)) for head in heads if head not in lines]
    own = [head for head in lines if verifiers_rows.sniff(head.first)]
    pairs = _paired(own, found, options)
    readings = []
    for head in lines:
        if verifiers_traces.sniff(head.first):
            readings.append(verifiers_traces.read(NAME, head, options))
        elif verifiers_audit.sniff(head.first):
            readings.append(verifiers_audit.read(NAME, head, options))
        else:
            readings.append(verifiers_rows.read(NAME, head, pairs.pop(head.source.name, None), options))
    used = {file.name for reading in readings for file in reading.files}
    readings.extend(_lonely(metadata) for metadata in found if metadata.head.source.name not in used)
    return readings


def _metadata(head: Head, options: Options) -> dict[str, object]:
    value = document(head, Reading(NAME, ()), options)
    return dict(values.mapping(value))


def _lonely(metadata: verifiers_rows.Metadata) -> Reading:
    reading = Reading(NAME, (metadata.head.file(NAME),), cannot_prove=verifiers_rows.CANNOT_PROVE)
    metadata.describe(reading)
    reading.remark("no-rows", f"The rows that belong to {metadata.head.source.name} are not among the files.")
    return reading


def _paired(
    lines: Sequence[Head], found: Sequence[verifiers_rows.Metadata], options: Options
) -> dict[str, verifiers_rows.Metadata]:
    if len(lines) == len(found) == 1:
        return {lines[0].source.name: found[0]}
    pairs, left = {}, list(found)
    for head in lines if found else ():
        count, mean = _counted(head, options)
        fitting = [metadata for metadata in left if metadata.fits(count, mean, SAME)]
        if fitting:
            left.remove(fitting[0])
            pairs[head.source.name] = fitting[0]
    return pairs


def _counted(head: Head, options: Options) -> tuple[int, float]:
    count, total = 0, 0.0
    for _, row in rows(head, Reading(NAME, ()), options):
        count += 1
        total += values.number(row.get("reward")) or 0.0
    return count, total / max(1, count)
