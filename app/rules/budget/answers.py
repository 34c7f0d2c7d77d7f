"""The fifth checklist item: a bounded budget, stop conditions, acceptance criteria, deployment. One function a rule."""

from collections.abc import Iterator
from datetime import date

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import plain, seen

LINES = ("budget.training", "budget.rollout", "budget.evaluation", "budget.verification", "budget.contingency")
NEEDED_LINES = {
    "budget.training": "training",
    "budget.rollout": "rollouts",
    "budget.evaluation": "evaluation",
    "budget.contingency": "contingency",
}
COVERS = {
    "quality": "quality that falls",
    "divergence": "training that diverges",
    "reward-hacking": "a reward that is gamed",
    "time": "time",
    "money": "money",
}
STOP_PARTS = {"metric": "what is measured", "threshold": "the threshold", "action": "what is done", "owner": "who acts"}
SUCCESS = {
    "success.metric": "which number decides",
    "success.comparison": "whether more or less is better",
    "success.interval_rule": "how uncertainty enters the decision",
    "success.acceptance_set": "on which set acceptance is measured",
    "success.decided_by": "who decides",
}
DEPLOYMENT = {
    "deployment.artifact": "what would be served",
    "deployment.engine": "which engine would serve it",
    "deployment.format": "in which format it would be served",
    "deployment.target": "where it would be used",
    "deployment.owner": "who would own it",
    "deployment.rollback": "how it would be taken back",
}


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
    cap, low, high = (answers.number(f"budget.{name}") for name in ("cap", "minimum", "maximum"))
    total = sum(answers.number(line) or 0 for line in LINES)
    money = _money_of(facts)
    if cap is not None and total > cap:
        yield Said(
            "budget.cap",
            f"The lines add up to {money(total)}, contingency included, and the cap is {money(cap)}.",
            "Cut steps, group size or length, or agree on a higher cap.",
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


class _Money:
    """Says amounts of one currency as people write them."""

    def __init__(self, currency: str, digits: int) -> None:
        self._currency, self._digits = currency, digits

    def __call__(self, amount: float) -> str:
        return f"{self._currency} {amount / 10**self._digits:,.{self._digits}f}".strip()


MINOR_DIGITS = {"JPY": 0, "KRW": 0, "VND": 0, "CLP": 0, "ISK": 0, "BHD": 3, "KWD": 3, "JOD": 3, "OMR": 3, "TND": 3}


def _money_of(facts: Facts) -> _Money:
    currency = facts.answers.text("budget.currency")
    return _Money(currency, MINOR_DIGITS.get(currency, 2))


def each_scope_has_a_cost(facts: Facts) -> Iterator[Said]:
    """BG-03: training, rollouts, evaluation and contingency are separate lines; a zero says why."""
    answers = facts.answers
    reasons = answers.part("budget.reasons")
    for line, words in NEEDED_LINES.items():
        if answers.lacks(line):
            yield Said(
                line,
                f"There is no amount for {words}. Training, rollouts and evaluation cost separately, and something "
                "always goes wrong.",
                "Give the amount, or 0 with the reason.",
                seen(answers, line),
            )
        elif answers.number(line) == 0 and reasons.lacks(line.partition(".")[2]):
            yield Said(
                line,
                f"The amount for {words} is 0, and no reason is given. Somebody pays for it all the same.",
                "Give the amount, or say why it costs nothing here.",
                seen(answers, line, "budget.reasons"),
            )


def stop_conditions_cover_the_five(facts: Facts) -> Iterator[Said]:
    """BG-10: quality, divergence, reward hacking, time and money each have a number and an owner."""
    answers = facts.answers
    if "budget.stop_conditions" in answers.unreadable:
        return
    covered = {row.text("covers") for row in answers.rows("budget.stop_conditions")}
    missing = [words for token, words in COVERS.items() if token not in covered]
    if missing:
        yield Said(
            "budget.stop_conditions",
            f"No condition stops the pilot for {', '.join(missing)}. Runs that go wrong go on until all is spent.",
            "Add a condition for each: one number, and one person who acts on it.",
            seen(answers, "budget.stop_conditions"),
        )
    for field, row in answers.numbered("budget.stop_conditions"):
        lacking = [words for key, words in STOP_PARTS.items() if row.lacks(key)]
        if lacking:
            yield Said(
                field,
                f"This condition does not say {', '.join(lacking)}, so nobody could act on it.",
                "Fill in what is missing.",
                {field: plain(row)},
            )


def success_can_be_decided(facts: Facts) -> Iterator[Said]:
    """BG-13: the criterion names the number, the direction, the gain, the uncertainty, the set and the person."""
    answers = facts.answers
    for name, what in SUCCESS.items():
        if answers.lacks(name):
            yield Said(
                name,
                f"It is not said {what}, so at the end nobody could decide whether the pilot succeeded.",
                "Settle it now, such as: the lower end of the paired 95 % interval is above 0.05.",
                seen(answers, name),
            )
    if answers.lacks("success.minimum_gain") and answers.lacks("success.target_value"):
        yield Said(
            "success.minimum_gain",
            "Neither a smallest gain nor a target is given, so any result could be called a success.",
            "Give the smallest gain that matters, or the value to reach.",
            seen(answers, "success.minimum_gain", "success.target_value"),
        )


def deployment_is_planned(facts: Facts) -> Iterator[Said]:
    """BG-15: what is served, by what, where, by whom, and how it is taken back."""
    for name, what in DEPLOYMENT.items():
        if facts.answers.lacks(name):
            yield Said(
                name,
                f"It is not said {what} if the pilot works. A result that nobody can serve helps nobody.",
                "Fill it in.",
                seen(facts.answers, name),
            )


def dates_can_hold(facts: Facts) -> Iterator[Said]:
    """BG-19: the dates stand in order, and none that must still come has passed."""
    answers = facts.answers
    earliest, latest, finish = (
        answers.day(f"timing.{name}") for name in ("earliest_start", "latest_start", "finish_by")
    )
    late_faults = [
        *_before(latest, "The latest start", earliest, "the earliest"),
        *_passed(latest, "The latest start", facts),
    ]
    finish_faults = _before(finish, "The finish", earliest, "the earliest start") or _before(
        finish, "The finish", latest, "the latest start"
    )
    for name, faults in (
        ("timing.latest_start", late_faults),
        ("timing.finish_by", [*finish_faults, *_passed(finish, "The finish", facts)]),
    ):
        if faults:
            yield Said(
                name,
                " ".join(faults),
                "Correct the dates.",
                {
                    **seen(answers, "timing.earliest_start", "timing.latest_start", name),
                    "today": facts.today.isoformat(),
                },
            )


def _before(day: date | None, words: str, other: date | None, other_words: str) -> list[str]:
    if day is None or other is None or day >= other:
        return []
    return [f"{words}, {_day(day)}, is before {other_words}, {_day(other)}."]


def _passed(day: date | None, words: str, facts: Facts) -> list[str]:
    return [f"{words}, {_day(day)}, has passed."] if day is not None and day < facts.today else []


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
