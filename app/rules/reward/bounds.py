"""Rules about how much false acceptance the cases leave possible, and what that makes of the rewards."""

from collections.abc import Iterator

from app.rules.arithmetic import baseline_rate, cases_for_bound, upper_bound
from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.reward.index import Tally, cases_of
from app.rules.saying import counted
from app.rules.thresholds import THRESHOLDS

COUNTS = ("baseline.accepted", "baseline.rejected", "baseline.no_verdict")


def cases_reach_the_bound(facts: Facts) -> Iterator[Said]:
    """RW-07: enough cases that must fail were tried to show that false accepts are as rare as demanded."""
    answers = facts.answers
    if not answers.readable("verifier.cases") or "verifier.false_accept_bound" in answers.unreadable:
        return
    cases = cases_of(facts)
    if not cases.can_be_counted:
        return
    tried = cases.must_fail
    stated = answers.number("verifier.false_accept_bound")
    bound = THRESHOLDS.loosest_bound if stated is None else stated
    shown = upper_bound(tried.accepted, tried.runs)
    inputs = {**seen(answers, "verifier.false_accept_bound"), "runs": tried.runs, "accepted": tried.accepted}
    if shown > bound:
        yield Said(
            "verifier.cases",
            f"{_tried_in_words(tried)}, so as much as {_percent(shown)} of wrong work may be accepted; "
            f"{'the bound is' if stated is not None else 'the loosest usual bound is'} {_percent(bound)}. "
            "Training finds what a verifier accepts, however rare.",
            _more_cases(bound),
            {**inputs, "upper_bound": round(shown, 6)},
        )
    elif stated is None:
        yield Said(
            "verifier.false_accept_bound",
            f"Whether these cases are enough cannot be told, because no largest share of false accepts is given. "
            f"{_tried_in_words(tried)}, which allows up to {_percent(shown)}.",
            "Give the share that you would bear: 5, 2, 1 and 0.5 % take 59, 149, 299 and 598 runs without a miss.",
            {**inputs, "upper_bound": round(shown, 6)},
            cannot_tell=True,
        )


def _tried_in_words(tried: Tally) -> str:
    if not tried.runs:
        return "No case that must fail was run"
    return f"Of {counted(tried.runs, 'run')} of cases that must fail, {tried.accepted or 'none'} came out as accepted"


def _more_cases(bound: float) -> str:
    if bound <= 0:
        return "Give a bound above 0: no number of cases shows that nothing is ever accepted."
    return (
        f"Run at least {counted(cases_for_bound(bound), 'case')} that must fail without a miss, or bear a larger share."
    )


def rewards_are_mostly_right(facts: Facts) -> Iterator[Said]:
    """RW-08: at the baseline's rate and the false accepts that are still possible, most rewards are for right work."""
    answers = facts.answers
    cases = cases_of(facts)
    if not cases.can_be_counted or not answers.readable("verifier.cases"):
        return
    wrong, right = cases.must_fail, cases.must_pass
    rate = baseline_rate(facts)
    if not wrong.runs:
        yield _cannot_tell("verifier.cases", "no case that must fail was run", "Run such cases through the verifier.")
    elif rate is None:
        lacking = [name for name in COUNTS if answers.lacks(name)]
        if lacking and facts.measured.runs is None:
            yield _cannot_tell(lacking[0], "the baseline's rate is not known", "Give the counts of the baseline.")
    else:
        false_accept = upper_bound(wrong.accepted, wrong.runs)
        sensitivity = right.accepted / right.runs if right.runs else 1.0
        share = _share_right(rate, sensitivity, false_accept)
        if share < THRESHOLDS.rewards_right:
            yield Said(
                "verifier.cases",
                f"At a baseline of {_percent(rate)} and up to {_percent(false_accept)} of wrong work accepted, as few "
                f"as {_percent(share)} of the rewards may be for right work. Training follows the wrong ones as well.",
                "Try more cases that must fail and mend what they find, or take tasks that are solved more often.",
                {
                    "rate": round(rate, 6),
                    "false_accept_upper": round(false_accept, 6),
                    "accepted_of_right": round(sensitivity, 6),
                    "share_right": round(share, 6),
                },
            )


def _share_right(rate: float, sensitivity: float, false_accept: float) -> float:
    right, wrong = sensitivity * rate, false_accept * (1 - rate)
    return right / (right + wrong) if right > 0 else 0.0


def _cannot_tell(field: str, because: str, remedy: str) -> Said:
    return Said(
        field,
        f"How many rewards would be for right work cannot be told, because {because}. On hard tasks even a few false "
        "accepts outnumber the right ones.",
        remedy,
        cannot_tell=True,
    )


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"
