"""What an accepted result costs: usage or prices are known, for all rows, and for enough accepted ones."""

from collections.abc import Iterator

from app.rules.arithmetic import baseline_counts
from app.rules.evaluation.words import rows_unknown, unknown
from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.saying import counted
from app.rules.thresholds import THRESHOLDS


def accepted_results_have_a_cost(facts: Facts) -> Iterator[Said]:
    """EV-20: usage in the rows or a dated price list gives a cost per accepted result."""
    answers, runs = facts.answers, facts.measured.runs
    if answers.answered("budget.price_list") or (runs is not None and (runs.with_usage or runs.with_cost)):
        return
    if runs is None and answers.answered("baseline.files"):
        yield rows_unknown(facts, "Whether the runs carry usage or cost")
        return
    yield Said(
        "budget.price_list",
        "No cost per accepted result can be worked out: there is neither a run with its usage nor a price list. "
        "Then nobody can tell what a tuned model may cost.",
        "Upload a run that carries token usage or cost, or name a price list and its date.",
        seen(answers, "baseline.files", "budget.price_list"),
    )


def usage_is_known_throughout(facts: Facts) -> Iterator[Said]:
    """EV-21: each row carries its usage, or sums over the rows are lower bounds."""
    runs = facts.measured.runs
    if runs is None:
        yield rows_unknown(facts, "Whether every row carries its usage")
    elif runs.with_usage < runs.rows:
        yield Said(
            "baseline.files",
            f"Usage is known for {runs.with_usage:,} of {counted(runs.rows, 'row')}, and for "
            f"{runs.accepted_with_usage:,} of {runs.accepted:,} accepted ones. What the others used is missing from "
            "every sum, so a cost from it is only a lower bound.",
            "Read the missing usage from the server's logs.",
            {
                "rows": runs.rows,
                "with_usage": runs.with_usage,
                "accepted": runs.accepted,
                "accepted_with_usage": runs.accepted_with_usage,
            },
        )


def zero_usage_is_not_free(facts: Facts) -> Iterator[Said]:
    """EV-22: no row claims 0 tokens beside an answer, which means that nothing was counted."""
    runs = facts.measured.runs
    if runs is None:
        yield rows_unknown(facts, "Whether a row claims 0 tokens beside an answer")
    elif runs.zero_tokens_with_output:
        count = runs.zero_tokens_with_output
        yield Said(
            "baseline.files",
            f"{counted(count, 'row')} with an answer {'claims' if count == 1 else 'claim'} 0 tokens. Here 0 means that "
            "nothing was counted, not that it was free.",
            "Leave the usage of these rows out, or read it from the server's logs.",
            {"rows": runs.rows, "zero_tokens_with_output": count},
        )


def cost_per_accepted_is_stable(facts: Facts) -> Iterator[Said]:
    """EV-23: enough accepted results stand under the cost of one of them."""
    counts, runs = baseline_counts(facts), facts.measured.runs
    g = None if runs is None else runs.fieller_g
    what = "Whether the cost of an accepted result is stable"
    if counts is not None and counts.accepted < THRESHOLDS.fewest_accepted:
        yield _unstable(facts, f"Only {counted(counts.accepted, 'attempt')} came out as accepted", g)
    elif g is not None and g >= THRESHOLDS.fieller_g:
        yield _unstable(facts, f"The share of accepted attempts is known too vaguely (g is {g:.3g})", g)
    elif runs is None and counts is not None:
        yield rows_unknown(facts, what)
    elif runs is None and facts.answers.lacks("baseline.accepted"):
        yield unknown(
            facts,
            "baseline.accepted",
            f"{what} cannot be told, as the number of accepted attempts is not given. A cost is divided by it.",
            "Give the number of accepted attempts, or upload the rows.",
        )


def _unstable(facts: Facts, because: str, g: float | None) -> Said:
    limit = "has no upper limit" if g is not None and g >= 1 else "can lie far from the figure"
    return Said(
        "baseline.accepted",
        f"{because}, so the cost of one accepted result {limit}. One accepted attempt more or less changes it by much.",
        f"Make more attempts: {THRESHOLDS.fewest_accepted} accepted ones are the least. Until then state the interval "
        "by Fieller's method or a bootstrap over tasks.",
        {**seen(facts.answers, "baseline.accepted"), "g": g},
    )
