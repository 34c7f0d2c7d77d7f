"""From the documents of a checkpoint to its passport; pure, so that uploads and a look at a hub are read alike."""

from collections.abc import Iterator, Mapping
from enum import StrEnum

from app.readers import values
from app.readers.checkpoint import Checkpoint
from app.readers.weights import DTYPES, WHOLE, tensors

Document = Mapping[str, object]
INNER = ("text_config", "llm_config", "language_config")
SAMPLING = ("do_sample", "temperature", "top_p", "top_k", "min_p", "repetition_penalty")
CONTEXT = ("max_position_embeddings", "n_positions", "max_seq_len", "seq_length")
EXPERTS = ("num_experts", "num_local_experts", "n_routed_experts")
SHOWN = 2000  # layers
LONG = 10  # digits that no token has


class Kind(StrEnum):
    """The files of a checkpoint, by the names that they usually have."""

    CONFIG = "config.json"
    GENERATION = "generation_config.json"
    TOKENIZER = "tokenizer_config.json"
    INDEX = "model.safetensors.index.json"
    ADAPTER = "adapter_config.json"
    README = "README.md"
    TEMPLATE = "chat_template.jinja"
    WEIGHTS = "model.safetensors"
    POINTER = "pointer"


def kind_of(document: Document) -> Kind | None:
    """Return which file of a checkpoint a JSON document is."""
    if "peft_type" in document and "base_model_name_or_path" in document:
        return Kind.ADAPTER
    if isinstance(document.get("weight_map"), dict):
        return Kind.INDEX
    if "tokenizer_class" in document and "architectures" not in document:
        return Kind.TOKENIZER
    if "architectures" in document or (
        "model_type" in document and ("hidden_size" in document or INNER[0] in document)
    ):
        return Kind.CONFIG
    if "eos_token_id" in document and ("transformers_version" in document or any(key in document for key in SAMPLING)):
        return Kind.GENERATION
    return None


def passport(documents: Mapping[Kind, Document], weights: list[Document] | None = None) -> Checkpoint:
    """Return what these documents say; `weights` are headers of safetensors files."""
    config = _Config(documents.get(Kind.CONFIG, {}))
    generation, adapter = documents.get(Kind.GENERATION, {}), documents.get(Kind.ADAPTER, {})
    readme, tokenizer = documents.get(Kind.README, {}), documents.get(Kind.TOKENIZER, {})
    size, parameters, dtypes = _sizes(documents.get(Kind.INDEX), weights or [])
    template = tokenizer.get("chat_template")
    architectures = values.sequence(documents.get(Kind.CONFIG, {}).get("architectures"))
    return Checkpoint(
        architectures=tuple(found for item in architectures if (found := values.text(item))),
        model_type=config.text("model_type"),
        dtype=config.text("dtype", "torch_dtype"),
        weight_dtypes=dtypes,
        quantisation=_quantisation(values.mapping(config.get("quantization_config", "compression_config"))),
        end_tokens=_end_tokens(config, generation, tokenizer),
        total_size=size,
        parameters=parameters,
        context_length=config.count(*CONTEXT),
        layers=config.count("num_hidden_layers", "n_layer"),
        layer_types=tuple(_texts(config.get("layer_types"))),
        kv_heads=config.count("num_key_value_heads"),
        head_dim=config.count("head_dim"),
        experts=config.count(*EXPERTS),
        sampling={key: generation[key] for key in SAMPLING if values.score(generation.get(key)) is not None},
        lora_rank=values.count(adapter.get("r")),
        base_model=values.text(adapter.get("base_model_name_or_path")) or next(_texts(readme.get("base_model")), None),
        base_revision=values.text(adapter.get("revision")),
        licence=next(_texts(readme.get("license")), None),
        chat_template=values.digest(template) if isinstance(template, str) else None,
    )


class _Config:
    """A config, where the part for text may stand inside."""

    def __init__(self, config: Document) -> None:
        self._parts = [config, *(values.mapping(config.get(name)) for name in INNER)]

    def get(self, *names: str) -> object:
        """Return the first value that is there."""
        found = (part.get(name) for part in self._parts for name in names)
        return next((value for value in found if value is not None), None)

    def text(self, *names: str) -> str | None:
        """Return the first value as text."""
        return values.text(self.get(*names))

    def count(self, *names: str) -> int | None:
        """Return the first value as a whole number."""
        return values.count(self.get(*names))


def _texts(value: object) -> Iterator[str]:
    items = [value] if isinstance(value, str) else values.sequence(value)
    yield from (found for item in items[:SHOWN] if (found := values.text(item)) is not None)


def _quantisation(config: Document) -> str | None:
    method = values.text(config.get("quant_method")) or values.text(config.get("quant_algo"))
    bits = values.count(config.get("bits"))
    for key, width in (("load_in_4bit", 4), ("load_in_8bit", 8)):
        if config.get(key) is True:
            bits = width
    if method is None and bits is None:
        return "of an unnamed kind" if config else None
    return " ".join(part for part in (method, f"{bits}-bit" if bits else None) if part)


def _sizes(index: Document | None, weights: list[Document]) -> tuple[int | None, int | None, tuple[str, ...]]:
    """Return bytes, parameters and types: the index speaks for all parts, headers only for their own."""
    found = [tensor for head in weights for tensor in tensors(head)]
    dtypes = tuple(sorted({DTYPES.get(dtype, dtype) for dtype, _, _ in found}))
    if index is not None:
        about = values.mapping(index.get("metadata"))
        return values.count(about.get("total_size")), values.count(about.get("total_parameters")), dtypes
    if not found:
        return None, None, ()
    is_whole = all(dtype in WHOLE for dtype, _, _ in found)
    return sum(size for _, _, size in found), sum(count for _, count, _ in found) if is_whole else None, dtypes


def _end_tokens(config: _Config, generation: Document, tokenizer: Document) -> dict[str, tuple[int | str, ...]]:
    said = {
        str(Kind.CONFIG): _ids(config.get("eos_token_id")),
        str(Kind.GENERATION): _ids(generation.get("eos_token_id")),
        str(Kind.TOKENIZER): _ids(_content(tokenizer.get("eos_token"))),
    }
    return {file: tokens for file, tokens in said.items() if tokens}


def _ids(value: object) -> tuple[int | str, ...]:
    found: list[int | str] = []
    for item in value[:SHOWN] if isinstance(value, list) else [value]:
        token = values.text(item) if isinstance(item, str) else values.count(item)
        if token is not None:
            found.append(token)
    return tuple(found)


def _content(token: object) -> object:
    return token.get("content") if isinstance(token, dict) else token


def end_token_ids(
    documents: Mapping[Kind, Document], tokens: Mapping[str, tuple[int | str, ...]]
) -> set[frozenset[int]]:
    """Return the end tokens of each file as numbers; the tokenizer's text is looked up among its added tokens."""
    added = values.mapping(documents.get(Kind.TOKENIZER, {}).get("added_tokens_decoder"))
    numbers = {
        _text(about): int(key) for key, about in added.items() if key.isascii() and key.isdigit() and len(key) < LONG
    }
    found = set()
    for said in tokens.values():
        ids = [numbers.get(token) if isinstance(token, str) else token for token in said]
        if None not in ids:
            found.add(frozenset(token for token in ids if token is not None))
    return found


def _text(about: object) -> str | None:
    return values.text(_content(about))
