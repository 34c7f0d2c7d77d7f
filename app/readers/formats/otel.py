"""OpenTelemetry spans and logs of model calls. One span is a call and not a task: calls are summed by conversation.

Where a span names no conversation, its trace stands for the task. Scores are events of a span, or log records.
"""

from collections.abc import Iterator, Mapping, Sequence

from app.readers import values
from app.readers.calls import Calls
from app.readers.documents import document
from app.readers.dumps import refuse_tasks
from app.readers.head import Head, Shape
from app.readers.judging import Judge
from app.readers.lines import rows
from app.readers.reading import Options, Reading
from app.readers.telemetry import records, spans
from app.readers.trial import Trial

NAME = "otel"
CANNOT_PROVE = (
    "Traces name no revision of the model and hold no cost.",
    "The response time is that of the model calls, with tools and waiting only where the whole agent has a span.",
    "Which calls were attempts at the same task is not written, so each conversation counts as a task of its own.",
)


def sniff(head: Head) -> bool:
    """An export of spans or of logs."""
    return "resourceSpans" in head.first or "resourceLogs" in head.first


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """All files are one reading: calls and scores of one conversation may stand in different files."""
    reading = Reading(NAME, tuple(head.file(NAME) for head in heads), cannot_prove=CANNOT_PROVE)
    reading.trials = _trials(heads, reading, options)
    return [reading]


def _trials(heads: Sequence[Head], reading: Reading, options: Options) -> Iterator[Trial]:
    judge, calls = Judge(reading, options), Calls()
    for head in heads:
        for export in _exports(head, reading, options):
            for span in spans(export):
                calls.add_span(span)
            for record in records(export):
                calls.add_record(record)
            refuse_tasks(head.source.name, len(calls), options)
    yield from calls.trials(reading, judge, options)
    judge.close()


def _exports(head: Head, reading: Reading, options: Options) -> Iterator[Mapping[str, object]]:
    if head.shape is Shape.DOCUMENT:
        yield values.mapping(document(head, reading, options))
    else:
        yield from (row for _, row in rows(head, reading, options))
