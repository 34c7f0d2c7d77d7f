"""What is refused by its first bytes, by name: files that run code when opened, and files that hold no runs."""

from app.readers.reading import Refused

PICKLE = "Python objects in it would run code when loaded"
REFUSED: tuple[tuple[bytes, str, str], ...] = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "macros", "is an old office document, which may hold macros; save it as CSV"),
    (b"\x1f\x8b", "packed", "is packed with gzip; unpack it first"),
    (b"BZh", "packed", "is packed with bzip2; unpack it first"),
    (b"\xfd7zXZ", "packed", "is packed with xz; unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "packed", "is packed with 7-Zip; unpack it first"),
    (b"\x28\xb5\x2f\xfd", "packed", "is packed with zstandard; unpack it first"),
    (b"\x89HDF", "arrays", "is an HDF5 file, which holds arrays and no runs"),
    (b"%PDF", "document", "is a PDF document, not a run"),
    (b"\x7fELF", "program", "is a program, not a run"),
    (b"\xff\xfe", "not-utf-8", "is saved as UTF-16; save it as UTF-8"),
    (b"\xfe\xff", "not-utf-8", "is saved as UTF-16; save it as UTF-8"),
    (b"SQLite format 3", "database", "is an SQLite database; export its rows as JSONL"),
)
NUMPY = b"\x93NUMPY"
TAR_AT, TAR = 257, b"ustar"
PICKLE_PROTOCOLS = tuple(bytes((0x80, protocol)) for protocol in range(2, 7))
OLD_PICKLES = (b"(dp", b"(lp", b"ccopy_reg", b"c__builtin__", b"cposix\n", b"cos\n", b"cbuiltins")


def guard(name: str, begins: bytes) -> None:
    """Refuse a file by what it begins with."""
    if begins.startswith(PICKLE_PROTOCOLS) or begins.startswith(OLD_PICKLES):
        raise pickled(name)
    if begins.startswith(NUMPY):
        raise _array(name, begins)
    for magic, code, words in REFUSED:
        if begins.startswith(magic):
            raise Refused(f"{name} {words}.", code)
    if begins[TAR_AT:].startswith(TAR):
        raise Refused(f"{name} is packed with tar; unpack it first.", "packed")
    _guard_markup(name, begins.removeprefix(b"\xef\xbb\xbf").lstrip())


def pickled(name: str) -> Refused:
    """Return the refusal of a pickle, however it is wrapped."""
    return Refused(f"{name} is a pickle (.pt, .pkl): {PICKLE}, so it is never opened. Write JSONL instead.", "pickle")


def _array(name: str, begins: bytes) -> Refused:
    header = begins[:512].split(b"}", 1)[0]
    if b"'O'" in header or b"|O" in header:
        return Refused(f"{name} is an array of objects (.npy): {PICKLE}, so it is never opened.", "object-array")
    return Refused(f"{name} is an array of numbers (.npy), which holds no runs.", "arrays")


def _guard_markup(name: str, begins: bytes) -> None:
    if not begins.startswith(b"<"):
        return
    lowered = begins[:4096].lower()
    if b"<!entity" in lowered or (lowered.startswith(b"<?xml") and b"<!doctype" in lowered):
        said = "is XML that declares entities or a document type, which could fetch other files"
        raise Refused(f"{name} {said}; it is never parsed.", "entities")
    if lowered.startswith((b"<?xml", b"<!doctype", b"<html")):
        raise Refused(f"{name} is markup (XML or HTML), not a run.", "markup")
