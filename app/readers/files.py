"""The door of this room: files in, readings out. Files that belong together become one reading, by their content."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from app.readers import archives
from app.readers.head import Head, Shape
from app.readers.look import look
from app.readers.reading import Options, Reading, Refused
from app.readers.sniffing import Format, sniff
from app.readers.source import Source

KNOWN = (
    "Inspect, lm-evaluation-harness, verifiers, Harbor, terminal-bench, SWE-bench, mini-swe-agent, NeMo Gym, "
    "trainer dumps, OpenAI evals, OpenTelemetry, serving benchmarks, checkpoint files, hashes of tasks and plain rows"
)
NAMED = 5  # files that are named one by one when they are left out


class _Left:
    """What was found in a folder or an archive and is no run."""

    def __init__(self) -> None:
        self.sentences: list[str] = []
        self.unknown: list[str] = []

    def remark(self, reading: Reading) -> None:
        """Say on a reading what was left out beside it."""
        for sentence in self.sentences[:NAMED]:
            reading.remark("left-out", f"Left out: {sentence}")
        if len(self.sentences) > NAMED:
            reading.remark("left-out", f"{len(self.sentences) - NAMED:,} more files are left out for the like.")
        if self.unknown:
            shown = ", ".join(self.unknown[:NAMED])
            more = f" and {len(self.unknown) - NAMED:,} more" if len(self.unknown) > NAMED else ""
            reading.remark("no-run", f"These files are no runs and were left alone: {shown}{more}.")


def read_files(sources: Sequence[Source], options: Options | None = None) -> list[Reading]:
    """Return a reading for each run that the files hold; raise Refused where one of them cannot be read.

    Trials stream: consume each reading's trials once, then its remarks and figures are complete.
    """
    options = options or Options()
    left = _Left()
    groups: dict[str, tuple[Format, list[Head]]] = {}
    for count, (form, head) in enumerate(_known(sources, options, left), start=1):
        if count > options.limits.files:
            raise Refused(f"There are more than {options.limits.files:,} files; read them in parts.", "too-many-files")
        kept = replace(head, first={}, items=None) if head.shape is Shape.DOCUMENT else head
        groups.setdefault(form.NAME, (form, []))[1].append(kept)
    readings = [reading for form, heads in groups.values() for reading in form.read(heads, options)]
    if not readings:
        raise Refused(f"None of these files is a run in a format that is read here: {KNOWN}.", "unknown-format")
    left.remark(readings[0])
    return readings


def refusal_of(source: Source, options: Options | None = None) -> Refused | None:
    """Return why this file is not read, looked at by itself and not to its end; None where nothing speaks against it.

    A folder's file that is no run is refused too: who asks for it by its name wants to know why.
    """
    try:
        list(_known([replace(source, is_optional=False)], options or Options(), _Left()))
    except Refused as refusal:
        return refusal
    return None


def _known(sources: Iterable[Source], options: Options, left: _Left) -> Iterator[tuple[Format, Head]]:
    for source in sources:
        try:
            head = look(source, options)
        except Refused as refusal:
            if not source.is_optional:
                raise
            left.sentences.append(refusal.sentence)
            continue
        form = sniff(head)
        if form is not None:
            yield form, head
        elif head.shape is Shape.ZIP and not source.is_optional:
            yield from _known(archives.sources(source, options), options, left)
        elif source.is_optional:
            left.unknown.append(source.name)
        else:
            raise Refused(f"{source.name} is in none of the formats that are read here: {KNOWN}.", "unknown-format")
