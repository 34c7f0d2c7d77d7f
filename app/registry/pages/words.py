"""How the registry is said to people. No token of a record is shown where a word can stand."""

from app.registry.fields import Checkpoint, Claim, Source
from app.rules.tokens import WORDS

FAMILIES = {"glm": "GLM", "qwen": "Qwen", "inkling": "Inkling", "nemotron": "Nemotron", "muse-glimmer": "Muse Glimmer"}
CONFIRMED = {
    "confirmed": "Confirmed in a stored copy",
    "second-hand": "Second-hand: known through others, the source itself is not on record",
    "page-only": "From the page only: no source beyond it says so",
}
CONFIRMED_BRIEFLY = {"confirmed": "confirmed", "second-hand": "second-hand", "page-only": "from the page only"}
STATES = {
    "not-checked": "Not checked by this desk",
    "current": "Checked, and as it was",
    "changed": "Changed since it was read",
    "expired": "Past its review date",
    "unreachable": "Could not be reached",
    "superseded": "Superseded",
}
FORMATS = {
    "bf16": "BF16",
    "fp16": "FP16",
    "fp8": "FP8",
    "nvfp4": "NVFP4",
    "mxfp4": "MXFP4",
    "bnb-4bit": "bitsandbytes 4-bit",
    "gguf": "GGUF",
    "other": "another format",
}
LAYOUTS = {
    "dense": "Dense",
    "mixture": "Mixture of experts",
    "hybrid": "Hybrid: some layers are linear attention or state space",
    "hybrid-mixture": "Hybrid mixture of experts",
}
RELATIONS = {
    "re-upload-of": "A copy by another publisher",
    "quantised-from": "Quantised from another checkpoint",
    "base-of": "The base of another checkpoint",
    "from-base": "Trained from a base",
}
LICENCES = {"stated": "Stated", "conflicting": "Conflicting", "unknown": "Unknown"}
PLACES = (("page", "On the research page"), ("beyond", "Beyond the page"))


def said(token: str) -> str:
    """Return the words for a token of the rules, with a capital."""
    words = WORDS.get(token, token)
    return words[:1].upper() + words[1:]


def family_of(token: str) -> str:
    """Return the family's name as it is written."""
    return FAMILIES.get(token, token)


def place_of(*, on_page: bool) -> str:
    """Say whether the research page cites this."""
    return "On the research page" if on_page else "Beyond the research page"


def confirmation_of(claim: Claim, source: Source) -> str:
    """Return how well a claim is confirmed: its own mark, else its source's."""
    return claim.confirmation or source.confirmation


def name_of(checkpoint: Checkpoint) -> str:
    """Return the repository, or what our own name for a model without one stands for."""
    return checkpoint.repository or f"{checkpoint.id} (no repository named)"


def short_name(checkpoint: Checkpoint) -> str:
    """Return the name without its owner, for the head of a column."""
    return checkpoint.repository.rpartition("/")[2] or checkpoint.id


def format_of(checkpoint: Checkpoint) -> str:
    """Return the format as a word, or that none is stated."""
    return FORMATS.get(checkpoint.format, checkpoint.format) or "format not stated"
