"""Rules about the verifier as a program: where it runs, what its failures mean, its threshold and its version."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.saying import shortened

FAILURES = {"verifier.on_error": "fails", "verifier.on_timeout": "times out"}
VERSIONS = {
    "verifier.version": "of the pilot",
    "baseline.verifier_version": "of the baseline",
    "success.verifier_version": "of the final evaluation",
}
HEX_DIGITS = frozenset("0123456789abcdef")


def broken_grader_gives_no_verdict(facts: Facts) -> Iterator[Said]:
    """RW-09: a verifier that fails or times out says nothing about the work."""
    answers = facts.answers
    for name, words in FAILURES.items():
        if answers.lacks(name):
            wrong = f"It is not said what happens when the verifier {words}."
        elif answers.text(name) == "reject":
            wrong = f"When the verifier {words}, the work counts as rejected."
        else:
            continue
        yield Said(
            name,
            f"{wrong} A broken verifier is not a failed task: in a public report 1,172 of 1,280 rollouts were trained "
            "as failures that way.",
            "Let such a rollout have no verdict, leave it out of the loss, and count how many there are.",
            seen(answers, name),
        )


def grader_is_out_of_reach(facts: Facts) -> Iterator[Said]:
    """RW-10: the agent cannot edit what judges it, or something shows that it did not."""
    answers = facts.answers
    if answers.answered("verifier.integrity_check"):
        return
    if answers.lacks("verifier.place"):
        wrong = "It is not said where the verifier runs, nor what shows that the agent left it alone."
    elif answers.text("verifier.place") == "same-box":
        wrong = "The verifier runs in the agent's box as the same user, and nothing shows that the agent left it alone."
    else:
        return
    yield Said(
        "verifier.place",
        f"{wrong} An agent that can edit its grader will pass without doing the work.",
        "Run the verifier in a fresh box or as a separate user, or say how its integrity is checked.",
        seen(answers, "verifier.place", "verifier.integrity_check"),
    )


def acceptance_is_defined(facts: Facts) -> Iterator[Said]:
    """RW-14: the range of the reward and the reward from which a result is accepted are stated."""
    answers = facts.answers
    ends = [
        words for key, words in (("low", "lowest"), ("high", "highest")) if answers.lacks("verifier.reward_range", key)
    ]
    if ends:
        yield Said(
            "verifier.reward_range",
            f"It is not said what the {' and the '.join(ends)} reward is. A reward of 0.7 is good on one scale and bad "
            "on another.",
            "Give the lowest and the highest reward that the verifier can give.",
            seen(answers, "verifier.reward_range"),
        )
    if answers.lacks("verifier.accept_threshold"):
        yield Said(
            "verifier.accept_threshold",
            "It is not said from which reward a result is accepted. Without it nobody can count accepted results.",
            "Give the reward at or above which a result is accepted.",
            seen(answers, "verifier.accept_threshold"),
        )


def one_version_grades_all(facts: Facts) -> Iterator[Said]:
    """RW-16: pilot, baseline and final evaluation are graded by the same version of the verifier."""
    answers = facts.answers
    given = [(name, version) for name in VERSIONS if (version := answers.text(name))]
    for name, version in given[1:]:
        first, other = given[0]
        if version != other and _pin(version) != _pin(other):
            yield Said(
                name,
                f"The verifier {VERSIONS[name]} is {shortened(version)}, and that {VERSIONS[first]} is "
                f"{shortened(other)}. A score moves with its grader: in a public report a repaired parser alone took "
                "it from 0.364 to 0.264.",
                "Grade both with the same version; the baseline can be graded again from its stored work.",
                seen(answers, *VERSIONS),
            )


def _pin(version: str) -> str:
    """Return a version to compare: digests without case, anything else as it stands."""
    lower = version.lower()
    return lower if HEX_DIGITS.issuperset(lower.removeprefix("sha256:")) else version
