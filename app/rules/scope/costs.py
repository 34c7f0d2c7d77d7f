"""Costs that hide in another line: grading, and the inference of the evaluation."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen


def grading_has_a_line(facts: Facts) -> Iterator[Said]:
    """SC-06: judge, verifier and its sandboxes are paid from a line of their own."""
    answers = facts.answers
    if answers.lacks("budget.verification"):
        what = "No line of the budget pays for the judge, the verifier and its sandboxes."
    elif answers.number("budget.verification") == 0 and answers.lacks("budget.reasons", "verification"):
        what = "Verification is to cost nothing, and it is not said why."
    else:
        return
    yield Said(
        "budget.verification",
        f"{what} Somebody pays for grading, and it is as large as the rollouts are many.",
        "Give verification an amount, or 0 and say who pays for it.",
        seen(answers, "budget.verification", "budget.reasons"),
    )


def evaluation_is_not_in_the_rollouts(facts: Facts) -> Iterator[Said]:
    """SC-07: inference for the evaluation is not paid from the line of the rollouts."""
    answers = facts.answers
    rollouts = answers.number("budget.rollout")
    if answers.number("budget.evaluation") == 0 and rollouts is not None and rollouts > 0:
        yield Said(
            "budget.evaluation",
            "Rollouts have a cost and evaluation has none, so its inference seems to be paid from the line of the "
            "rollouts. That mixes two purposes: nobody sees what either costs.",
            "Split the amount between the two lines.",
            seen(answers, "budget.evaluation", "budget.rollout"),
        )
