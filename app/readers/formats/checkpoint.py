"""The files of a checkpoint: configs, tokenizer, index and header of its weights, pointers, README, adapter."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from app.readers import values
from app.readers.checkpoint import Checkpoint
from app.readers.documents import document
from app.readers.front_matter import front_matter
from app.readers.head import Head, Shape
from app.readers.parsing import UnreadableError
from app.readers.passport import Document, Kind, end_token_ids, kind_of, passport
from app.readers.reading import Options, Reading, Refused
from app.readers.weights import header

NAME = "checkpoint"
POINTER = "version https://git-lfs.github.com/spec/v1"
MENTIONED = frozenset({"license", "base_model", "library_name", "pipeline_tag"})
MANY = frozenset({Kind.POINTER, Kind.WEIGHTS})  # kinds of which a checkpoint has several
CANNOT_PROVE = (
    "The files of a checkpoint do not say of which revision they are: only the commit that they were fetched at does.",
    "They say nothing about how well the model does anything.",
)


def sniff(head: Head) -> bool:
    """One of the files that a checkpoint consists of."""
    return _kind(head, head.first) is not None


def _kind(head: Head, known: Document) -> Kind | None:
    if head.shape is Shape.WEIGHTS:
        return Kind.WEIGHTS
    if head.shape in {Shape.TEXT, Shape.TABLE}:
        return _kind_of_text(head.text)
    return kind_of(known) if head.is_document else None


def _kind_of_text(text: str) -> Kind | None:
    if text.startswith(POINTER):
        return Kind.POINTER
    if MENTIONED & front_matter(text).keys():
        return Kind.README
    return Kind.TEMPLATE if "{%" in text and "messages" in text else None


@dataclass(slots=True)
class _Files:
    """The files of one checkpoint."""

    reading: Reading
    documents: dict[Kind, Document] = field(default_factory=dict)
    weights: list[Document] = field(default_factory=list)
    pointers: list[tuple[str, int]] = field(default_factory=list)
    template: str | None = None


def read(heads: Sequence[Head], options: Options) -> list[Reading]:
    """Files of one folder belong together; a second file of a kind opens another checkpoint."""
    folders: dict[str, list[_Files]] = {}
    for head in heads:
        heard = Reading(NAME, (head.file(NAME),), cannot_prove=CANNOT_PROVE)
        known = _known(head, heard, options)
        kind = _kind(head, known)
        if kind is not None:
            _put(kind, head, known, heard, folders.setdefault(head.source.name.rpartition("/")[0], []))
    return [_finish(files, among) for among in folders.values() for files in among]


def _known(head: Head, heard: Reading, options: Options) -> Document:
    """Return the document of a file; of weights only their header."""
    if head.shape is Shape.DOCUMENT:
        return values.mapping(document(head, heard, options))
    if head.shape is not Shape.WEIGHTS:
        return head.first
    try:
        return header(head.source, options.limits)
    except UnreadableError as fault:
        if not head.source.is_optional:
            raise Refused(f"{head.source.name} {fault}.", "unreadable") from None
        heard.remark("left-out", f"Left out: {head.source.name} {fault}.")
        return {}


def _put(kind: Kind, head: Head, known: Document, heard: Reading, among: list[_Files]) -> None:
    files = next((files for files in among if kind in MANY or kind not in files.documents), None)
    if files is None:
        files = _Files(heard)
        among.append(files)
    else:
        files.reading.files += heard.files
        files.reading.remarks += heard.remarks
    if kind is Kind.WEIGHTS:
        files.weights.append(known)
    elif kind is Kind.POINTER:
        files.pointers.extend(_pointed(head.text))
    else:
        files.documents[kind] = front_matter(head.text) if kind is Kind.README else known
        files.template = head.sha256 if kind is Kind.TEMPLATE else files.template


def _pointed(text: str) -> Iterator[tuple[str, int]]:
    stated = dict(line.split(" ", 1) for line in text.splitlines() if " " in line)
    digest, size = stated.get("oid", "").removeprefix("sha256:"), stated.get("size", "")
    if size.isascii() and size.isdigit() and len(digest) == len(values.digest("")):
        yield digest, int(size[:18])


def _finish(files: _Files, among: list[_Files]) -> Reading:
    found = passport(files.documents, files.weights)
    stated = found.chat_template
    found = replace(found, weights=tuple(files.pointers), chat_template=files.template or stated)
    reading = files.reading
    reading.checkpoint = found
    if len(among) > 1:
        said = "Several files of one kind came without folders; they are put together in the order in which they came."
        reading.remark("mixed-checkpoints", said)
    if files.template and stated and files.template != stated:
        reading.remark(
            "templates-differ", "The chat template in the tokenizer's config is not the one in its own file."
        )
    _remark_end_tokens(reading, files.documents, found)
    _remark_dtypes(reading, found)
    return reading


def _remark_end_tokens(reading: Reading, documents: Mapping[Kind, Document], found: Checkpoint) -> None:
    if len(end_token_ids(documents, found.end_tokens)) > 1:
        said = "; ".join(
            f"{file}: {', '.join(str(token) for token in tokens)}" for file, tokens in found.end_tokens.items()
        )
        why = "a server and a trainer that read different files stop at different places"
        reading.remark("end-tokens-differ", f"The files disagree on where an answer ends ({said}): {why}.")


def _remark_dtypes(reading: Reading, found: Checkpoint) -> None:
    if found.dtype and found.weight_dtypes and found.dtype.removeprefix("torch.") not in found.weight_dtypes:
        said = f"The config says {found.dtype}, but the weights are {', '.join(found.weight_dtypes)}."
        reading.remark("dtype-differs", said)
    if found.dtype == "float16":
        said = "It is in float16, whose range is narrower than that of bfloat16: find out what its base was in."
        reading.remark("float16", said)
    if found.quantisation:
        said = f"The checkpoint is quantised ({found.quantisation}); it is not the checkpoint that it was made from."
        reading.remark("quantised", said)
