"""The header of a safetensors file: names, types and shapes of tensors, in JSON before the numbers."""

from collections.abc import Iterator, Mapping

from app.readers import values
from app.readers.limits import Limits
from app.readers.parsing import UnreadableError, parse
from app.readers.source import Source

LENGTH = 8  # bytes that hold the length of the header
DTYPES = {"BF16": "bfloat16", "F16": "float16", "F32": "float32", "F64": "float64"}
WHOLE = frozenset({*DTYPES, "F8_E4M3", "F8_E5M2"})  # types with one number for each parameter


def is_weights(begins: bytes) -> bool:
    """Say whether a file begins as safetensors does: a length, then an object."""
    return begins[LENGTH - 1 : LENGTH + 1] == b"\0{"


def header(source: Source, limits: Limits) -> dict[str, object]:
    """Return the header; an UnreadableError where it is broken, cut off or too long."""
    with source.open() as stream:
        length = int.from_bytes(stream.read(LENGTH), "little")
        if length > limits.line:
            raise UnreadableError(f"has a header of more than {limits.line:,} bytes")
        raw = stream.read(length)
    if len(raw) < length:
        raise UnreadableError("ends within its header")
    value, _ = parse(raw, limits, values=limits.values)
    if not isinstance(value, dict) or not any(tensors(value)):
        raise UnreadableError("names no tensors in its header")
    return value


def tensors(head: Mapping[str, object]) -> Iterator[tuple[str, int, int]]:
    """Yield the type of each tensor, how many numbers it holds and how many bytes they take."""
    for name, about in head.items():
        dtype = values.mapping(about).get("dtype")
        if name == "__metadata__" or not isinstance(dtype, str):
            continue
        count = 1
        for size in values.sequence(values.mapping(about).get("shape")):
            count *= values.count(size) or 0
        offsets = [values.count(offset) or 0 for offset in values.sequence(values.mapping(about).get("data_offsets"))]
        yield dtype, count, max(0, offsets[-1] - offsets[0]) if offsets else 0
