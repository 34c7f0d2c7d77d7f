"""In which formats the model is published, trained, sampled and served, and what that does to its numbers."""

from collections.abc import Iterator

from app.rules.checkpoint.doubt import cannot_tell
from app.rules.facts import Answers, Facts
from app.rules.finding import Said
from app.rules.identity import value_of
from app.rules.inputs import seen
from app.rules.tokens import FORMAT_WORDS, FOUR_BIT

ADAPTERS = frozenset({"lora", "qlora"})
MIXTURES = frozenset({"mixture", "hybrid-mixture"})
NOT_MERGED = ("4bit", "4-bit", "nvfp4", "mxfp4", "adapter")  # words in what is served that say so


def formats_are_named(facts: Facts) -> Iterator[Said]:
    """CK-06: what the trainer reads, what the server reads and what is published can be three formats."""
    answers = facts.answers
    words = {
        "checkpoint.format": "in which format the checkpoint is published",
        "checkpoint.training_formats": "which formats the trainer takes",
        "checkpoint.serving_formats": "which formats the server takes",
    }
    for name, what in words.items():
        if answers.lacks(name):
            yield Said(
                name,
                f"It is not said {what}. Training, rollouts and serving often need different files of one model.",
                "Name the format, and who makes the file where it has to be converted.",
                seen(answers, name),
            )
    rollout = ("rollout_checkpoint.repository", "rollout_checkpoint.revision")
    if answers.lacks("rollout_checkpoint.format") and any(answers.answered(name) for name in rollout):
        yield Said(
            "rollout_checkpoint.format",
            "Rollouts use a checkpoint of their own, and its format is not said. Its numbers can differ from training.",
            "Name the format of the rollout checkpoint.",
            seen(answers, *rollout, "rollout_checkpoint.format"),
        )


def log_probabilities_are_held_together(facts: Facts) -> Iterator[Said]:
    """CK-07: where training and rollouts compute differently, something holds their log-probabilities together."""
    answers = facts.answers
    if answers.answered("training.controls"):
        return
    reason = _formats_differ(answers) or _sampling_is_cut(answers)
    record = facts.registry.checkpoint(answers.text("checkpoint.repository"))
    layout = value_of(record, "layout", facts.registry) if record else ""
    if layout in MIXTURES:
        reason = reason or "This is a mixture of experts, whose router can choose other experts in rollouts"
    names = ("checkpoint.format", "rollout_checkpoint.format", "rollout.sampling", "training.controls")
    inputs = {**seen(answers, *names), "layout": layout}
    if reason:
        yield Said(
            "training.controls",
            f"{reason}, and nothing is named that holds training and rollouts together. Their log-probabilities drift "
            "apart, and the update is then computed for other tokens than were sampled.",
            "Name what is done: importance correction, replay of the router's choices, or a logged gap with a limit.",
            inputs,
        )
    elif not layout:
        why, whether = "No record says how this checkpoint is built", "training and rollouts compute alike"
        yield cannot_tell("training.controls", why, inputs, whether=whether)


def _formats_differ(answers: Answers) -> str:
    trained, sampled = answers.text("checkpoint.format"), answers.text("rollout_checkpoint.format")
    if not trained or not sampled or trained == sampled:
        return ""
    return f"Training starts from {_format(trained)} and rollouts use {_format(sampled)}"


def _sampling_is_cut(answers: Answers) -> str:
    sampling = answers.part("rollout.sampling")
    top_p, top_k = sampling.number("top_p"), sampling.number("top_k")
    if top_p is not None and top_p < 1:
        return f"Rollouts are sampled with top-p {top_p:g}, from the likeliest tokens only"
    if top_k is not None and top_k > 0:
        return f"Rollouts are sampled from the {top_k:,} likeliest tokens only"
    return ""


def _format(token: str) -> str:
    return FORMAT_WORDS.get(token, token)


def merged_model_is_evaluated(facts: Facts) -> Iterator[Said]:
    """CK-08: an adapter trained on 4-bit weights and merged into others is another model than was trained."""
    answers = facts.answers
    served, artifact = answers.text("deployment.format"), answers.text("success.artifact")
    if not _adapts_four_bits(answers) or not served or any(word in served.casefold() for word in NOT_MERGED):
        return
    if "success.artifact" in answers.unreadable or "merged" in artifact.casefold().replace("unmerged", ""):
        return
    what = f"“{artifact}”" if artifact else "nothing that is named"
    yield Said(
        "success.artifact",
        f"The adapter is trained on 4-bit weights and would be served merged, in “{served}”; evaluated is {what}. The "
        "model that is served would never have been tested.",
        "Evaluate the merged file, and name it here.",
        seen(answers, "training.update", "checkpoint.format", "deployment.format", "success.artifact"),
    )


def _adapts_four_bits(answers: Answers) -> bool:
    update = answers.text("training.update")
    return update == "qlora" or (update == "lora" and answers.text("checkpoint.format") in FOUR_BIT)
