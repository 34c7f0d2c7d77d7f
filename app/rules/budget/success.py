"""Rules about the success criterion: that it can be decided, on which sets, how often, and within which limits."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen

SUCCESS = {
    "success.metric": (
        "which number decides",
        "Name the number, how it is counted and its unit, such as: share of held-out tasks accepted, one attempt.",
    ),
    "success.comparison": ("whether more or less is better", "Say whether more or less is better."),
    "success.interval_rule": (
        "how uncertainty enters the decision",
        "Settle it now, such as: the lower end of the paired 95 % interval is above 0.05.",
    ),
    "success.acceptance_set": (
        "on which set acceptance is measured",
        "Name the set on which success is decided, such as the held-out tasks.",
    ),
    "success.decided_by": ("who decides", "Name the person or the role that decides."),
}
LIMITS = {
    "success.max_response_time_s": (
        "how long a response may take",
        "Give the longest response time that you would bear.",
    ),
    "success.max_cost_per_accepted": (
        "what one accepted result may cost",
        "Give the highest cost of one accepted result that you would bear.",
    ),
}


def success_can_be_decided(facts: Facts) -> Iterator[Said]:
    """BG-13: the criterion names the number, the direction, the gain, the uncertainty, the set and the person."""
    answers = facts.answers
    for name, (what, remedy) in SUCCESS.items():
        if answers.lacks(name):
            yield Said(
                name,
                f"It is not said {what}. At the end nobody could decide whether the pilot succeeded.",
                remedy,
                seen(answers, name),
            )
    if answers.lacks("success.minimum_gain") and answers.lacks("success.target_value"):
        yield Said(
            "success.minimum_gain",
            "Neither a smallest gain nor a target is given. Any result could then be called a success.",
            "Give the smallest gain that matters, or the value to reach.",
            seen(answers, "success.minimum_gain", "success.target_value"),
        )


def looks_are_planned(facts: Facts) -> Iterator[Said]:
    """BG-11: who looks at the held-out set more than once has a plan against false alarms."""
    answers = facts.answers
    looks = answers.number("success.looks")
    if looks is not None and looks > 1 and answers.lacks("success.looks_plan"):
        yield Said(
            "success.looks_plan",
            f"The held-out set is looked at {looks} times, and nothing is planned for that. Each look is another "
            "chance to see a success that is none.",
            "Look once at the end; or plan the looks, with a spending function or a sequential test.",
            seen(answers, "success.looks", "success.looks_plan"),
        )


def selection_is_not_the_exam(facts: Facts) -> Iterator[Said]:
    """BG-12: the set on which a checkpoint is chosen is not the one on which success is decided."""
    answers = facts.answers
    chosen_on, decided_on = answers.text("success.selection_set"), answers.text("success.acceptance_set")
    if chosen_on and chosen_on.casefold() == decided_on.casefold():
        yield Said(
            "success.acceptance_set",
            f"A checkpoint is chosen on the same set that decides success: {decided_on}. The best of many looks good "
            "on the set that it was chosen on.",
            "Keep three sets: for training, for choosing, and one that is looked at when all is chosen.",
            seen(answers, "success.selection_set", "success.acceptance_set"),
        )


def limits_are_set(facts: Facts) -> Iterator[Said]:
    """BG-14: success also bounds response time and cost."""
    for name, (what, remedy) in LIMITS.items():
        if facts.answers.lacks(name):
            yield Said(
                name,
                f"It is not said {what}. A pilot could then succeed with a model that is too slow or too dear to use.",
                remedy,
                seen(facts.answers, name),
            )
