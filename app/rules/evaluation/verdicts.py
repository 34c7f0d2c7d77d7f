"""Attempts that got no verdict: how they count, and how much hangs on that."""

from collections.abc import Iterator

from app.rules.arithmetic import baseline_counts, target_effect
from app.rules.evaluation.size import effect_unknown
from app.rules.evaluation.words import first_lacking, percent, rows_unknown, unknown
from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.saying import counted

COUNTS = ("baseline.accepted", "baseline.rejected", "baseline.no_verdict")


def missing_verdicts_have_a_policy(facts: Facts) -> Iterator[Said]:
    """EV-10: attempts without a verdict are counted by a rule that was chosen beforehand."""
    answers = facts.answers
    if not answers.lacks("baseline.no_verdict_policy"):
        return
    runs = facts.measured.runs
    count = (runs.no_verdict if runs is not None else 0) or answers.number("baseline.no_verdict")
    if count is not None and count > 0:
        yield Said(
            "baseline.no_verdict_policy",
            f"{counted(count, 'attempt')} got no verdict, and it is not said how they count. "
            "Counting them as failures or leaving them out gives two different results.",
            "Choose whether they count as rejected, are left out, or are run again.",
            {**seen(answers, "baseline.no_verdict", "baseline.no_verdict_policy"), "rows": runs and runs.no_verdict},
        )
    elif runs is None:
        yield rows_unknown(facts, "Whether attempts without a verdict occurred")


def policy_does_not_decide(facts: Facts) -> Iterator[Said]:
    """EV-11: the result does not hang on how attempts without a verdict are counted."""
    what = "Whether the result hangs on attempts without a verdict"
    counts = baseline_counts(facts)
    strict, graded_only = (None, None) if counts is None else (counts.strict, counts.graded_only)
    if strict is None or graded_only is None:
        lacking = first_lacking(facts, *COUNTS)
        if lacking and facts.measured.runs is None:
            yield unknown(
                facts,
                lacking,
                f"{what} cannot be told, as not all three counts are given. There can be two rates for one run.",
                "Give how many attempts were accepted, were rejected and got no verdict.",
            )
        return
    gap, effect = graded_only - strict, target_effect(facts)
    if gap > 0 and effect is None:
        yield effect_unknown(facts, what)
    elif effect is not None and gap > effect:
        yield Said(
            "baseline.no_verdict",
            f"The baseline is {percent(strict)} where attempts without a verdict count as rejected, and "
            f"{percent(graded_only)} where they are left out. That gap is larger than the gain to be shown, so the "
            "result would depend on the way of counting.",
            "Mend what kept these attempts from being graded, and run them again.",
            {**seen(facts.answers, *COUNTS), "strict": round(strict, 6), "graded_only": round(graded_only, 6)},
        )
