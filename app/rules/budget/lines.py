"""Rules about the lines of the budget, its cap, and where the numbers are from."""

from collections.abc import Iterator

from app.rules.budget.money import money_of
from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.saying import listed

WORDS = {
    "training": "training",
    "rollout": "rollouts",
    "evaluation": "evaluation",
    "verification": "verification",
    "contingency": "contingency",
}
LINES = tuple(f"budget.{line}" for line in WORDS)
NEEDED_LINES = ("training", "rollout", "evaluation", "contingency")


def cap_is_given(facts: Facts) -> Iterator[Said]:
    """BG-01: a budget without a cap is not bounded."""
    if facts.answers.lacks("budget.cap"):
        yield Said(
            "budget.cap",
            "No amount is given at which the pilot stops. Without it the budget has no bound.",
            "Give the amount, and who alone may raise it.",
            seen(facts.answers, "budget.cap"),
        )


def lines_fit_the_cap(facts: Facts) -> Iterator[Said]:
    """BG-02: the lines with contingency stay within the cap, and the cap within the range."""
    answers = facts.answers
    number = answers.number
    cap, low, high = number("budget.cap"), number("budget.minimum"), number("budget.maximum")
    total = sum([number(line) or 0 for line in LINES])
    money = money_of(facts)
    if cap is not None and total > cap:
        yield Said(
            "budget.cap",
            f"The lines add up to {money(total)}, contingency included, and the cap is {money(cap)}. The pilot would "
            "stop before it is done.",
            "Cut steps, group size or length, or agree on a higher cap, and on a range that reaches up to it.",
            seen(answers, *LINES, "budget.cap"),
        )
    faults = []
    if low is not None and high is not None and low > high:
        faults.append(f"The range begins at {money(low)} and ends at {money(high)}.")
    if cap is not None and high is not None and cap > high:
        faults.append(f"The cap of {money(cap)} is above the end of the range, {money(high)}.")
    if faults:
        yield Said(
            "budget.maximum",
            " ".join(faults),
            "Correct the range, or the cap.",
            seen(answers, "budget.cap", "budget.minimum", "budget.maximum"),
        )


def each_scope_has_a_cost(facts: Facts) -> Iterator[Said]:
    """BG-03: training, rollouts, evaluation and contingency are separate lines; a zero says why."""
    answers = facts.answers
    for line in NEEDED_LINES:
        name = f"budget.{line}"
        if answers.lacks(name):
            yield Said(
                name,
                f"There is no amount for {WORDS[line]}. Training, rollouts and evaluation cost separately, and "
                "something always goes wrong.",
                "Give the amount, or 0 with the reason.",
                seen(answers, name),
            )
        elif answers.number(name) == 0 and answers.lacks("budget.reasons", line):
            yield Said(
                name,
                f"The amount for {WORDS[line]} is 0, and no reason is given. Somebody pays for it all the same.",
                "Give the amount, or say why it costs nothing here.",
                seen(answers, name, "budget.reasons"),
            )


def amounts_are_not_assumed(facts: Facts) -> Iterator[Said]:
    """BG-05: no line of the budget is an assumption."""
    sources = facts.answers.part("budget.sources")
    assumed = [words for line, words in WORDS.items() if sources.text(line) == "assumed"]
    if assumed:
        yield Said(
            "budget.sources",
            f"What is planned for {listed(assumed)} is an assumption. A quotation that rests on it is one too.",
            "Measure it on this checkpoint and this task, or have it quoted.",
            seen(facts.answers, "budget.sources"),
        )


def cap_holds(facts: Facts) -> Iterator[Said]:
    """BG-18: where the pilot pauses at the cap, somebody alone may let it go on."""
    answers = facts.answers
    if answers.text("budget.on_cap") == "pause" and answers.lacks("budget.raised_by"):
        yield Said(
            "budget.raised_by",
            "The pilot pauses at the cap, and it is not said who alone may raise it. Anybody who resumes it would "
            "spend past the bound with one click.",
            "Name the person whose new approval it takes, or let the pilot stop at the cap.",
            seen(answers, "budget.on_cap", "budget.raised_by"),
        )
