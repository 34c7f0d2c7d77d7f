"""What is asked for: training, rollouts and managed RFT are three scopes, each with a cost and a way in of its own."""

from collections.abc import Iterator

from app.rules.facts import Answers, Facts
from app.rules.finding import Gate, Said
from app.rules.inputs import seen
from app.rules.tokens import WORDS

SCOPES = ("scope.training", "scope.rollout_inference", "scope.managed_rft")
ELIGIBILITY = "scope.managed_rft_eligibility"


def may_be_asked(answers: Answers, *names: str) -> bool:
    """Whether one of these scopes is asked for, or was answered in a way that cannot be read."""
    return any(answers.flag(name) or name in answers.unreadable for name in names)


def scopes_are_separate(facts: Facts) -> Iterator[Said]:
    """SC-01: something is asked for, and training and rollouts each have a cost of their own."""
    answers = facts.answers
    if not may_be_asked(answers, *SCOPES):
        yield Said(
            "scope",
            "Nothing is asked for: neither training, nor rollouts, nor managed RFT. Without a scope there is nothing "
            "to review.",
            "Say which of the three this pilot needs.",
            seen(answers, *SCOPES),
        )
    if not (answers.flag("scope.training") and answers.flag("scope.rollout_inference")):
        return
    for line, words in (("training", "training is"), ("rollout", "rollouts are")):
        if answers.number(f"budget.{line}") == 0 and answers.lacks("budget.reasons", line):
            yield Said(
                f"budget.{line}",
                f"Training and rollouts are both asked for, and {words} to cost nothing. They are separate scopes "
                "with separate costs.",
                "Split the amount, or say why this line is 0.",
                seen(answers, f"budget.{line}", "budget.reasons"),
            )


def managed_rft_is_by_invitation(facts: Facts) -> Iterator[Said]:
    """SC-04: managed RFT needs an eligibility for exactly this checkpoint and method, and an invitation on record."""
    answers = facts.answers
    eligibility = answers.part(ELIGIBILITY)
    if not answers.flag("scope.managed_rft") or ELIGIBILITY in answers.unreadable or eligibility.unreadable:
        return
    named = (eligibility.text("checkpoint").partition("@")[0], eligibility.text("method"))
    inputs = seen(answers, ELIGIBILITY, "checkpoint.repository", "training.method")
    if "" in named or not _is_ours(named, answers):
        yield Said(
            ELIGIBILITY,
            "Managed RFT is asked for, and no decision names this checkpoint with this method. It is a separate path, "
            "by invitation, decided for each checkpoint.",
            "Ask whether this checkpoint and method are eligible, or use a trainer of your own.",
            inputs,
        )
    elif facts.gate is Gate.COMMIT and not _is_invited(named, facts):
        repository, method = named
        yield Said(
            ELIGIBILITY,
            f"No invitation of yours to managed RFT, for {repository} with {WORDS.get(method, method)}, is on record. "
            "The path is open by invitation only, and an engineer of this desk records each.",
            "Ask for the invitation to be recorded, or use a trainer of your own.",
            {**inputs, "invitations": [f"{record.checkpoint}, {record.method}" for record in facts.invitations]},
        )


def _is_ours(named: tuple[str, str], answers: Answers) -> bool:
    """Whether checkpoint and method are those of the inquiry; what cannot be read is no difference."""
    wanted = ("checkpoint.repository", "training.method")
    return all(
        name in answers.unreadable or answers.text(name) == value for name, value in zip(wanted, named, strict=True)
    )


def _is_invited(named: tuple[str, str], facts: Facts) -> bool:
    return any((record.checkpoint.partition("@")[0], record.method) == named for record in facts.invitations)
