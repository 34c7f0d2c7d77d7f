"""What `validate` of verifiers writes: for each task, whether the reference solution passes. An audit, not a run."""

from collections.abc import Iterator, Mapping

from app.readers import values
from app.readers.head import Head
from app.readers.lines import BadRows, rows
from app.readers.reading import Options, Reading
from app.readers.repeats import Repeats
from app.readers.trial import Trial, Verdict

VERDICTS = {"valid": Verdict.ACCEPTED, "invalid": Verdict.REJECTED}
MOST = 10  # modes that are kept
CANNOT_PROVE = ("An audit of the verifier says whether reference solutions pass; it says nothing about a model.",)


def sniff(first: Mapping[str, object]) -> bool:
    """A task key beside a mode and whether it is valid."""
    return {"task_key", "mode", "valid"} <= first.keys()


def read(name: str, head: Head, options: Options) -> Reading:
    """Return the reading of one audit."""
    reading = Reading(name, (head.file(name),), status="validate", cannot_prove=CANNOT_PROVE)
    reading.trials = _trials(head, reading, options)
    return reading


def _trials(head: Head, reading: Reading, options: Options) -> Iterator[Trial]:
    bad, repeats = BadRows(reading, options, head.source.name), Repeats()
    modes: dict[str, None] = {}
    for line, row in rows(head, reading, options):
        task, mode = values.name(row.get("task_key")), values.text(row.get("mode"))
        if task is None:
            bad.add(line, "names no task")
            continue
        verdict, reason = _verdict(row), values.text(row.get("reason"))
        if mode is not None and len(modes) < MOST:
            modes[mode] = None
        yield Trial(
            task_id=task,
            repeat=repeats.next(task),
            verdict=verdict,
            sampling={"mode": mode} if mode else {},
            error_type=reason if verdict is Verdict.NONE else None,
            infra=True if verdict is Verdict.NONE else None,
            line=line,
        )
    bad.close()
    if modes:
        reading.remark("audit", f"This is an audit of the verifier ({', '.join(modes)}), not a run of a model.")


def _verdict(row: Mapping[str, object]) -> Verdict:
    reason = row.get("reason")
    if isinstance(reason, str):
        return VERDICTS.get(reason, Verdict.NONE)
    valid = values.truth(row.get("valid"))
    if valid is None:
        return Verdict.NONE
    return Verdict.ACCEPTED if valid else Verdict.REJECTED
