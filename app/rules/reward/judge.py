"""The rule about a model that judges: all that could change its verdicts is pinned."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.saying import listed

JUDGING_KINDS = ("judge", "mixed")
PINS = {
    "model": "which model judges",
    "revision": "its revision",
    "prompt_sha256": "the SHA-256 of its prompt",
    "sampling": "how it is sampled",
}


def uses_judge(facts: Facts) -> bool:
    """Whether a model judges: by the kind of verifier, or because a judge is described."""
    return facts.answers.text("verifier.kind") in JUDGING_KINDS or facts.answers.answered("verifier.judge")


def judge_is_pinned(facts: Facts) -> Iterator[Said]:
    """RW-11: model, revision, prompt and sampling of a judge are stated."""
    answers = facts.answers
    if not uses_judge(facts):
        return
    missing = [words for key, words in PINS.items() if answers.lacks("verifier.judge", key)]
    if missing:
        yield Said(
            "verifier.judge",
            f"A model judges, and it is not said {listed(missing)}. If any of these changes, the score moves "
            "although the work did not.",
            "State the model, its revision, the SHA-256 of the prompt, and the sampling.",
            seen(answers, "verifier.kind", "verifier.judge"),
        )
