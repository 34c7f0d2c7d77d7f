"""Whether the trainer and the rollout engine were shown to load this checkpoint."""

from collections.abc import Iterator

from app.rules.checkpoint.doubt import cannot_tell
from app.rules.facts import Answers, Facts
from app.rules.finding import Said
from app.rules.identity import value_of
from app.rules.inputs import seen

TESTS = {
    "training.load_test": ("the trainer", "one step"),
    "rollout.load_test": ("the rollout engine", "one generation"),
}
LAYOUTS = {
    "mixture": "a mixture of experts",
    "hybrid": "a hybrid of linear and full attention",
    "hybrid-mixture": "a hybrid mixture of experts",
}


def engine_loads_the_adapter(facts: Facts) -> Iterator[Said]:
    """CK-12: many rollout engines cannot load an adapter into a mixture of experts or a hybrid."""
    answers = facts.answers
    if answers.text("training.update") not in {"lora", "qlora"} or not _is_unconfirmed(answers, "rollout.load_test"):
        return
    repository = answers.text("checkpoint.repository")
    record = facts.registry.checkpoint(repository)
    layout = value_of(record, "layout", facts.registry) if record else ""
    inputs = {**seen(answers, "training.update", "checkpoint.repository", "rollout.load_test"), "layout": layout}
    if layout in LAYOUTS:
        yield Said(
            "rollout.load_test",
            f"{repository} is {LAYOUTS[layout]}, and no test shows that the rollout engine loads an adapter into it. "
            "An engine that leaves the adapter out samples from the old model without saying so.",
            "Load the adapter at the pinned versions, make one generation, and record the day.",
            inputs,
        )
    elif not layout:
        why, whether = "No record says how this checkpoint is built", "engines load an adapter into it"
        yield cannot_tell("rollout.load_test", why, inputs, whether=whether)


def checkpoint_loads(facts: Facts) -> Iterator[Said]:
    """CK-13: that an architecture is supported is shown by loading it, at the versions that will be used."""
    answers = facts.answers
    for name, (who, what) in TESTS.items():
        if _is_unconfirmed(answers, name):
            record = facts.registry.checkpoint(answers.text("checkpoint.repository"))
            architecture = value_of(record, "architecture", facts.registry) if record else ""
            built = f", of the architecture {architecture}," if architecture else ""
            failed = answers.part(name).flag("passed") is False
            outcome = "is on record as not passed" if failed else "is not on record as passed"
            yield Said(
                name,
                f"A test that {who} loads this checkpoint{built} {outcome}. A name on a list of supported models does "
                "not show that it runs.",
                f"Load it at the pinned versions, do {what}, and record the day.",
                {**seen(answers, "checkpoint.repository", name), "architecture": architecture},
            )


def _is_unconfirmed(answers: Answers, name: str) -> bool:
    """Whether there is no passed test, and what stands there can be read."""
    test = answers.part(name)
    return name not in answers.unreadable and "passed" not in test.unreadable and test.flag("passed") is not True
