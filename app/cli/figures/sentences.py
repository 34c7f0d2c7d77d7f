"""The figures for a person at a terminal."""

from collections.abc import Iterator, Sequence

from app.cli.output import heading
from app.statistics.comparing import Comparison
from app.statistics.costs import Cost
from app.statistics.figure import Figure
from app.statistics.latency import Percentile
from app.statistics.summary import Quality, Summary

NOT_KNOWN = "not known"


def sentences(found: Summary, comparison: Comparison | None, remarks: Sequence[str]) -> Iterator[str]:
    """Yield line by line what the files show, and then what they do not."""
    yield heading(f"{found.rows:,} attempts at {found.tasks:,} tasks", good=found.quality.figure.value is not None)
    yield from _quality(found.quality)
    yield ""
    yield "Response time"
    for name, percentile in found.latency.items():
        yield f"  {name}: {_time(percentile)}"
    yield f"  timeouts: {found.times.timeouts:,} of {found.rows:,}"
    yield ""
    yield f"Cost per accepted result: {_cost(found.cost)}"
    yield ""
    for k, at_least_one in found.pass_at.items():
        both = f"one {_share(at_least_one)}, all {_share(found.pass_all[k])}"
        yield f"  of {k} attempts at a task accepted: {both}"
    yield from _groups(found)
    if comparison:
        yield ""
        yield from _comparison(comparison)
    missing = dict.fromkeys([*found.missing, *(comparison.missing if comparison else ()), *remarks])
    if missing:
        yield ""
        yield "What these figures do not hold"
        yield from (f"- {sentence}" for sentence in missing)


def _quality(quality: Quality) -> Iterator[str]:
    figure, clustered = quality.figure, quality.clustered
    yield f"Accepted: {_share(figure.value)}{_ends(figure)} by tasks, n = {figure.n:,}"
    if clustered.design_effect and clustered.effective_n:
        yield (
            f"  attempts at one task are alike: {figure.n:,} weigh as much as {clustered.effective_n:,.0f} "
            f"(design effect {clustered.design_effect:.2f})"
        )
    if figure.n:
        wilson, exact = quality.wilson, quality.clopper_pearson
        yield (
            f"  if every attempt were a fresh one: {_share(wilson.low)} to {_share(wilson.high)} (Wilson), "
            f"{_share(exact.low)} to {_share(exact.high)} (exact)"
        )


def _time(found: Percentile) -> str:
    figure = found.figure
    if figure.value is None:
        return NOT_KNOWN
    least = "at least " if found.at_least else ""
    low = f"{figure.low:,.2f} s" if figure.low is not None else "no lower end"
    high = f"{figure.high:,.2f} s" if figure.high is not None else "no upper end"
    return f"{least}{figure.value:,.2f} s (95 %: {low} to {high}), n = {figure.n:,}"


def _cost(cost: Cost) -> str:
    figure = cost.figure
    if figure.value is None:
        return NOT_KNOWN if figure.low is None else f"at least {figure.low:,.4f} dollars"
    least = "" if cost.coverage.is_whole else "at least "
    low = "none" if figure.low is None else f"{figure.low:,.4f}"
    high = "no upper end" if figure.high is None else f"{figure.high:,.4f}"
    return f"{least}{figure.value:,.4f} dollars (95 %: {low} to {high}; {figure.method}), n = {figure.n:,}"


def _groups(found: Summary) -> Iterator[str]:
    groups = found.groups
    yield f"Tasks: {groups.all_fail:,} always fail, {groups.mixed:,} are mixed, {groups.all_pass:,} always pass"
    if found.informative.value is not None and found.group_size > 1:
        share = f"{_share(found.informative.value)}{_ends(found.informative)}"
        yield f"  groups of {found.group_size:,} that hold both verdicts: {share}"


def _comparison(found: Comparison) -> Iterator[str]:
    gain = found.gain
    is_sure = gain.low is not None and gain.high is not None and (gain.low > 0 or gain.high < 0)
    yield heading(f"Gain: {_share(gain.value)}{_ends(gain)}, n = {gain.n:,}", good=is_sure)
    yield f"  {gain.method}"
    if found.paired and found.paired.p is not None:
        yield f"  chance alone goes as far in {_share(found.paired.p)} of such comparisons"
    if found.one_try:
        won, lost, p = found.one_try.only_now, found.one_try.only_before, found.one_try.discordant
        yield f"  accepted only here {won:,}, only there {lost:,}: mid-p {p.mid_p:.4g}, exact {p.exact_p:.4g}"
    if found.smallest_gain is not None:
        yield f"  so many tasks show a gain of {_share(found.smallest_gain)} in 4 of 5 comparisons"


def _share(share: float | None) -> str:
    return NOT_KNOWN if share is None else f"{100 * share:.2f} %"


def _ends(figure: Figure) -> str:
    if figure.low is None or figure.high is None:
        return ""
    return f" (95 %: {_share(figure.low)} to {_share(figure.high)})"
