"""A file that is one JSON value: parsed whole, within its limits."""

from app.readers.head import Head
from app.readers.parsing import UnreadableError, parse
from app.readers.reading import Options, Reading, Refused


def document(head: Head, reading: Reading, options: Options) -> object:
    """Read the one JSON value of a file again; a file that changed or is too much is refused."""
    with head.source.open() as stream:
        raw = stream.read(options.limits.document + 1)
    if len(raw) > options.limits.document:
        raise too_large(head.source.name, options)
    try:
        value, is_mended = parse(raw, options.limits, values=options.limits.document_values)
    except UnreadableError as fault:
        raise Refused(f"{head.source.name} {fault}.", "unreadable") from None
    if is_mended:
        reading.remark("broken-text", f"{head.source.name} holds text that is not UTF-8; it was replaced.")
    return value


def too_large(name: str, options: Options) -> Refused:
    """Return the refusal of a document that cannot be parsed whole."""
    mib = options.limits.document // (1024 * 1024)
    return Refused(
        f"{name} is one JSON value of more than {mib} MiB; give it as lines (JSONL), or as the archive of its tool.",
        "too-large",
    )
