"""What the files of a checkpoint say about it: its passport."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What the files of a checkpoint say: its passport; a value that no file states is None."""

    architectures: tuple[str, ...] = ()
    model_type: str | None = None
    dtype: str | None = None
    weight_dtypes: tuple[str, ...] = ()  # of the tensors themselves, where a header of weights was given
    quantisation: str | None = None
    end_tokens: dict[str, tuple[int | str, ...]] = field(default_factory=dict)  # by file
    total_size: int | None = None
    parameters: int | None = None
    context_length: int | None = None
    layers: int | None = None
    layer_types: tuple[str, ...] = ()
    kv_heads: int | None = None
    head_dim: int | None = None
    experts: int | None = None
    sampling: dict[str, object] = field(default_factory=dict)
    lora_rank: int | None = None
    base_model: str | None = None
    base_revision: str | None = None
    licence: str | None = None
    chat_template: str | None = None  # its SHA-256
    weights: tuple[tuple[str, int], ...] = ()  # SHA-256 and size that pointers to large files state
