"""How large the weights of a checkpoint are."""

from app.rules.facts import Facts

BYTES = {"bf16": 2, "fp16": 2, "fp8": 1, "nvfp4": 0.5, "mxfp4": 0.5, "bnb-4bit": 0.5}  # of one parameter


def parameters_of(facts: Facts) -> int | None:
    """Return how many parameters the checkpoint has: on record, else as its own index says."""
    record = facts.registry.checkpoint(facts.answers.text("checkpoint.repository"))
    if record and record.parameters is not None:
        return record.parameters
    files = facts.measured.checkpoint
    return files.parameters if files else None
