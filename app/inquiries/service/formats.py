"""What kind of file this is, by its bytes and its name together; what is not on this short list is not taken."""

import codecs
import json
from pathlib import Path, PurePosixPath

from app.infra.errors import UnsupportedError

CHUNK = 1 << 16
TAKEN = "Take JSON, JSON Lines, CSV, plain text, Parquet, or a zip such as an Inspect .eval log."
BY_ENDING = {
    "json": "json",
    "jsonl": "jsonl",
    "ndjson": "jsonl",
    "csv": "csv",
    "tsv": "csv",
    "txt": "text",
    "log": "text",
    "md": "text",
    "zip": "zip",
    "eval": "zip",
    "parquet": "parquet",
}
_TEXT = frozenset({"json", "jsonl", "csv", "text"})
_CONTROLS = frozenset(range(32)) - {9, 10, 12, 13, 27}


def format_of(name: str, path: Path) -> str:
    """Return the format token, or refuse with what is wrong and what is taken."""
    expected = BY_ENDING.get(PurePosixPath(name).suffix.lower().removeprefix("."))
    if expected is None:
        raise _refusal("Files with this ending are not taken.")
    found = _by_magic(path)
    if found is None and expected in _TEXT:
        _check_text(path, expected)
        return expected
    if found != expected:
        raise _refusal(f"The name ends in {PurePosixPath(name).suffix}, but the content is something else.")
    return expected


def _by_magic(path: Path) -> str | None:
    with path.open("rb") as file:
        head = file.read(8)
        if head[:4] in {b"PK\x03\x04", b"PK\x05\x06"}:
            return "zip"
        if head[:4] != b"PAR1" or path.stat().st_size < 12:  # noqa: PLR2004  two marks and a length
            return None
        file.seek(-4, 2)
        return "parquet" if file.read(4) == b"PAR1" else None


def _check_text(path: Path, expected: str) -> None:
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    start = ""
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            if not _CONTROLS.isdisjoint(chunk):
                raise _refusal("The content is not plain text.")
            text = _decoded(decoder, chunk)
            start = start if start.strip() else (start + text).lstrip()[:CHUNK]
        _decoded(decoder, b"", final=True)
    _check_start(start.lstrip(), expected)


def _decoded(decoder: codecs.IncrementalDecoder, chunk: bytes, *, final: bool = False) -> str:
    try:
        return decoder.decode(chunk, final)
    except UnicodeDecodeError:
        raise _refusal("The content is not text in UTF-8.") from None


def _check_start(start: str, expected: str) -> None:
    if not start:
        raise _refusal("The file is empty.")
    if start.startswith("<"):
        raise _refusal("Web pages, pictures and XML are not taken.")
    if expected == "json" and start[0] not in "[{":
        raise _refusal("The name says JSON, but the content does not begin as JSON.")
    line, ended, _ = start.partition("\n")
    is_whole = bool(ended) or len(start) < CHUNK // 2
    if expected == "jsonl" and (start[0] not in "[{" or (is_whole and not _is_json(line))):
        raise _refusal("The name says JSON Lines, but the first line is not a JSON object or list.")


def _is_json(line: str) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _refusal(reason: str) -> UnsupportedError:
    return UnsupportedError(f"{reason} {TAKEN}", code="file-kind")
