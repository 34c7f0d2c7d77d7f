"""Scope separation, and the inquiry as a whole: what is asked for, by whom weights change, what can be read."""

from collections.abc import Iterator

from app.rules.asks import unanswered
from app.rules.facts import Facts, Unreadable
from app.rules.finding import Gate, Said
from app.rules.inputs import seen

SCOPES = ("scope.training", "scope.rollout_inference", "scope.managed_rft")


def scopes_are_separate(facts: Facts) -> Iterator[Said]:
    """SC-01: something is asked for, and training and rollouts each have a cost of their own."""
    answers = facts.answers
    if not any(answers.flag(name) or name in answers.unreadable for name in SCOPES):
        yield Said(
            "scope",
            "Nothing is asked for: neither training, nor rollouts, nor managed RFT.",
            "Say which of the three this pilot needs.",
            seen(answers, *SCOPES),
        )
    if not (answers.flag("scope.training") and answers.flag("scope.rollout_inference")):
        return
    for line, words in (("training", "training"), ("rollout", "rollouts")):
        if answers.number(f"budget.{line}") == 0 and answers.part("budget.reasons").lacks(line):
            yield Said(
                f"budget.{line}",
                f"Training and rollouts are both asked for, and {words} are to cost nothing. They are separate scopes "
                "with separate costs.",
                "Split the amount, or say why this line is 0.",
                seen(answers, f"budget.{line}", "budget.reasons"),
            )


def somebody_updates_the_weights(facts: Facts) -> Iterator[Said]:
    """SC-02: rollouts only sample; a trainer that is named updates the weights."""
    answers = facts.answers
    if not answers.flag("scope.rollout_inference"):
        return
    if answers.lacks("training.weights_updated_by"):
        yield Said(
            "training.weights_updated_by",
            "Rollouts are asked for, and it is not said who updates the weights. Rollouts only sample.",
            "Say who runs the trainer that updates them.",
            seen(answers, "scope.rollout_inference", "training.weights_updated_by"),
        )
    if not answers.flag("scope.training") and answers.lacks("training.trainer", "name"):
        yield Said(
            "training.trainer",
            "Rollouts are asked for without training, and no trainer of your own is named that would use them.",
            "Name your trainer and its version, or ask for training as well.",
            seen(answers, "scope.training", "scope.rollout_inference", "training.trainer"),
        )


def weights_are_updated_within_scope(facts: Facts) -> Iterator[Said]:
    """SC-03: Grid updates no weights where only rollouts are asked for."""
    answers = facts.answers
    within = answers.flag("scope.training") or answers.flag("scope.managed_rft")
    if answers.text("training.weights_updated_by") == "grid" and not within:
        yield Said(
            "scope",
            "Grid is to update the weights, and neither training nor managed RFT is asked for. Rollouts only sample.",
            "Ask for training, or name who else updates the weights.",
            seen(answers, "training.weights_updated_by", *SCOPES),
        )


def managed_rft_is_by_invitation(facts: Facts) -> Iterator[Said]:
    """SC-04: managed RFT needs an eligibility for exactly this checkpoint and method."""
    answers = facts.answers
    if not answers.flag("scope.managed_rft"):
        return
    eligibility = answers.part("scope.managed_rft_eligibility")
    if "scope.managed_rft_eligibility" in answers.unreadable:
        return
    wanted = (answers.text("checkpoint.repository"), answers.text("training.method"))
    named = (eligibility.text("checkpoint").partition("@")[0], eligibility.text("method"))
    inputs = seen(answers, "scope.managed_rft_eligibility", "checkpoint.repository", "training.method")
    if "" in named or named != wanted:
        yield Said(
            "scope.managed_rft_eligibility",
            "Managed RFT is asked for, and no decision names this checkpoint with this method. It is a separate path, "
            "by invitation, decided for each checkpoint.",
            "Ask whether this checkpoint and method are eligible, or use a trainer of your own.",
            inputs,
        )
    elif facts.gate is Gate.COMMIT:
        yield Said(
            "scope.managed_rft_eligibility",
            "Whether this invitation was really given cannot be told, as invitations are not on record yet.",
            "Nothing is asked of you; an engineer will look at it.",
            inputs,
            cannot_tell=True,
        )


def ten_asks_are_answered(facts: Facts) -> Iterator[Said]:
    """SC-08: an inquiry answers ten things; a missing one is said once, for its whole section."""
    for ask in unanswered(facts):
        missing = " and ".join(ask.missing(facts.answers))
        promise = " It can also be promised, with an owner and a day." if ask.promised_by else ""
        yield Said(
            ask.section,
            f"Still to be answered: {missing}. Without it nobody can begin to review the inquiry.",
            f"Give {missing}.{promise}",
            seen(facts.answers, *ask.every, *ask.either),
        )


def answers_can_be_read(facts: Facts) -> Iterator[Said]:
    """SC-10: a value that cannot be read as its field asks is said on its field, once."""
    by_field: dict[str, list[Unreadable]] = {}
    for item in facts.unreadable:
        by_field.setdefault(item.field, []).append(item)
    for field, items in by_field.items():
        yield Said(
            field,
            " ".join(f"{item.label}: {item.reason}." for item in items),
            " ".join(dict.fromkeys(item.remedy for item in items)),
            {"given": [item.given for item in items]},
        )
