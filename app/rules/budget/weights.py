"""Rules about the memory that weights take: lower bounds only, from the size on record or in the checkpoint's index."""

from collections.abc import Iterator

from app.rules.budget.hardware import Memory, gib, hardware_is_unreadable, memory_of, width_of
from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.identity import value_of
from app.rules.inputs import seen
from app.rules.sizes import parameters_of
from app.rules.tokens import FORMAT_WORDS

MIXTURES = ("mixture", "hybrid-mixture")


def weights_fit(facts: Facts) -> Iterator[Said]:
    """BG-06: the weights, or all that a full update keeps beside them, fit into the memory."""
    answers = facts.answers
    if hardware_is_unreadable(facts) or answers.lacks("checkpoint.repository"):
        return
    width, memory, parameters = width_of(facts), memory_of(facts), parameters_of(facts)
    update, given = answers.text("training.update"), answers.text("checkpoint.format")
    if answers.lacks("training.update"):
        yield _cannot_tell("training.update", "it is not said which weights are updated", "Choose it.")
    elif not update or (update != "full" and not given):
        return  # somebody else speaks of these
    elif width is None:
        yield _cannot_tell(
            "checkpoint.format",
            f"nothing says how many bytes a parameter takes in {FORMAT_WORDS.get(given, given)}",
            "Name the exact format, or show a run that was measured on this hardware.",
        )
    elif parameters is None:
        yield _cannot_tell(
            "checkpoint.repository",
            "no record says how many parameters this checkpoint has",
            "Upload the checkpoint's index of weights.",
        )
    elif memory is None:
        yield _cannot_tell(
            "budget.hardware", "the devices or their memory are not given", "Give the devices and the memory of one."
        )
    else:
        yield from _judged_against(memory, parameters, width, facts)


def _judged_against(memory: Memory, parameters: int, width: float, facts: Facts) -> Iterator[Said]:
    needed = parameters * width
    inputs = {
        **seen(facts.answers, "checkpoint.format", "training.update", "budget.hardware"),
        "parameters": parameters,
        "needed_bytes": needed,
    }
    if needed > memory.usable:
        yield Said(
            "budget.hardware",
            f"{parameters:,} parameters take at least {gib(needed)} {_manner(facts)}, and {memory}. {_whatever(facts)}",
            _way_to_fit(facts),
            inputs,
        )
    elif memory.share is None:
        yield _cannot_tell(
            "budget.hardware",
            "it is not said which share of the memory can be used",
            "Give the share that is left for weights and what training keeps beside them.",
        )


def _whatever(facts: Facts) -> str:
    if facts.answers.text("training.update") == "full":
        return "Training cannot even begin there, whatever else is tuned."
    return "The weights cannot even be loaded there, whatever else is tuned."


def _way_to_fit(facts: Facts) -> str:
    if facts.answers.text("training.update") == "full":
        return "Plan more devices, or an update that keeps less, such as an adapter."
    return "Plan more devices, or devices with more memory."


def _manner(facts: Facts) -> str:
    if facts.answers.text("training.update") == "full":
        return "where all weights are trained"
    return f"in {FORMAT_WORDS[facts.answers.text('checkpoint.format')]}"


def all_experts_are_counted(facts: Facts) -> Iterator[Said]:
    """BG-07: a mixture of experts keeps all its parameters in memory, and not only the active ones."""
    width, memory, parameters = width_of(facts), memory_of(facts), parameters_of(facts)
    if hardware_is_unreadable(facts) or width is None or memory is None or parameters is None:
        return
    record = facts.registry.checkpoint(facts.answers.text("checkpoint.repository"))
    layout = value_of(record, "layout", facts.registry) if record else ""
    if parameters * width <= memory.usable or (layout and layout not in MIXTURES):
        return
    active = record.active_parameters if record else None
    if not layout or active is None:
        yield Said(
            "checkpoint.repository",
            "Whether the memory was planned for the active parameters only cannot be told, because no record says "
            f"{'whether this is a mixture of experts' if not layout else 'how many of its parameters are active'}. "
            "A mixture keeps all its experts in memory.",
            "Plan memory for all parameters.",
            cannot_tell=True,
        )
    elif active * width <= memory.usable:
        yield Said(
            "budget.hardware",
            f"The memory fits the {active:,} active parameters and not all {parameters:,}. A mixture of experts keeps "
            "every expert in memory, whichever of them are used for a token.",
            "Plan memory for all parameters.",
            {**seen(facts.answers, "budget.hardware"), "parameters": parameters, "active_parameters": active},
        )


def _cannot_tell(field: str, because: str, remedy: str) -> Said:
    return Said(
        field,
        f"Whether the model fits into the memory cannot be told, because {because}. If it does not, nothing runs.",
        remedy,
        cannot_tell=True,
    )
