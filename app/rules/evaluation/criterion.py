"""The number that decides: that it is named to the unit, of one attempt, and measured by the same tools."""

from collections.abc import Iterator

from app.rules.facts import Answers, Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.saying import counted, listed, shortened

METRIC = "success.metric"
SHARES = ("fraction", "share", "percent", "percentage", "point", "points", "pp", "rate", "ratio", "proportion")
AMOUNTS = ("count", "number", "seconds", "s", "ms", "minutes", "hours", "tokens", "dollars", "usd", "euros", "eur")
UNITS = frozenset((*SHARES, *AMOUNTS))
TOOLS = {"harness": "harness", "engine": "engine"}


def metric_is_one_number(facts: Facts) -> Iterator[Said]:
    """EV-26: the metric is named so that there is only one number it can mean."""
    metric = facts.answers.text(METRIC)
    if not metric:
        return
    runs = facts.measured.runs
    words = metric.casefold().replace(",", " ").replace(";", " ").split()
    filters = runs.filters if runs is not None else ()
    lacks = ""
    if len(words) == 1:
        lacks = "is a single word"
    elif "%" not in metric and not any(word.strip(".:()[]") in UNITS for word in words):
        lacks = "names no unit"
    elif len(filters) > 1 and not any(name.casefold() in metric.casefold() for name in filters):
        lacks = f"does not say which of the {listed(filters)} filters in the rows is meant"
    elif runs is not None and runs.metric_named is False:
        lacks = "is not named in the rows"
    if lacks:
        yield Said(
            METRIC,
            f"The metric “{metric}” {lacks}. More than one number can go by that name, and either side may mean "
            "another.",
            "Name the key, the filter, the unit and the threshold, such as: exact match, strict filter, fraction, "
            "accepted from 1.0 on.",
            {**seen(facts.answers, METRIC), "filters": list(filters)},
        )


def metric_is_of_one_attempt(facts: Facts) -> Iterator[Said]:
    """EV-27: a deployed model gets one try, so several tries in the evaluation measure something else."""
    attempts = facts.answers.number("success.attempts")
    tries = _tries(facts.answers.text(METRIC))
    if attempts is not None and attempts > 1:
        yield _several(
            facts, "success.attempts", f"The final evaluation allows {counted(attempts, 'attempt')} at each task"
        )
    elif tries > 1:
        yield _several(facts, METRIC, f"The metric counts a task as solved if any of {tries:,} tries solves it")


def _several(facts: Facts, field: str, what: str) -> Said:
    return Said(
        field,
        f"{what}. The served model makes one try, and success in one of several says little about that.",
        "Decide on one attempt at each task (pass@1), averaged over repeats.",
        seen(facts.answers, "success.attempts", METRIC),
    )


def _tries(metric: str) -> int:
    """Return the largest k of `pass@k` in this text; 0 where there is none."""
    most = 0
    for piece in metric.casefold().split("pass@")[1:]:
        digits = piece[: len(piece) - len(piece.lstrip("0123456789"))]
        most = max(most, int(digits[:9] or 0))
    return most


def same_tools_before_and_after(facts: Facts) -> Iterator[Said]:
    """EV-28: baseline and final evaluation use one harness and one engine."""
    for part, what in TOOLS.items():
        before, after = facts.answers.part(f"baseline.{part}"), facts.answers.part(f"success.{part}")
        if before.values != after.values and (_differs(before, after, "name") or _differs(before, after, "version")):
            yield Said(
                f"success.{part}",
                f"The baseline uses the {what} “{_named(before)}”, and the final evaluation “{_named(after)}”. "
                "A difference in the result may come from that alone.",
                f"Use one {what} at one version for both, or run the baseline again.",
                seen(facts.answers, f"baseline.{part}", f"success.{part}"),
            )


def _differs(before: Answers, after: Answers, key: str) -> bool:
    if not (before.readable(key) and after.readable(key)):
        return False
    return before.text(key).casefold() != after.text(key).casefold()


def _named(tool: Answers) -> str:
    return " ".join(filter(None, (tool.text("name"), shortened(tool.text("version")))))
