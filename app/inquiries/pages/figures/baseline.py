"""The untuned baseline in figures: of the rows where files were read, else of what was typed."""

from collections.abc import Iterator, Mapping
from typing import Any

from app.infra.charts import Axes, Entry, Limit, Span, curve_of, ledger_of, scale_to, spans_of
from app.inquiries.pages.figures.basis import Basis
from app.inquiries.pages.figures.learnability import learnability_part
from app.inquiries.pages.figures.parts import Head, Part, Table, bare_points, in_words
from app.rules.arithmetic import Counts, baseline_counts, baseline_rate, target_effect, wilson
from app.statistics.sizes import smallest_unpaired

TYPED = "as typed; attach the rows for clustered intervals"
MOST_TASKS = 100_000
FEWEST, POINTS = 10, 60
GAINS = (
    Head("Tasks on each side", "count"),
    Head("Smallest gain, in percentage points", "points", bare_points),
    Head("Where"),
)


def baseline_parts(basis: Basis) -> tuple[Part, ...]:
    """Return the parts of the page."""
    parts = (_quality(basis), learnability_part(basis), _times(basis), _cost(basis), _detectable(basis))
    return tuple(part for part in parts if part is not None)


def _share(value: float) -> str:
    return in_words(value, "share")


def _points(value: float) -> str:
    return in_words(value, "points")


def _quality(basis: Basis) -> Part:
    title = "Quality"
    counts = baseline_counts(basis.facts)
    if counts is None:
        said = "No attempt is counted yet. Attach the rows of the untuned run, or type its counts."
        return Part("quality", title, (said,))
    found = tuple(_rates(basis, counts))
    target = basis.facts.answers.number("success.target_value")
    is_share = target is not None and 0 <= target <= 1
    scale = scale_to(1.0, _share, whole=1.0)
    return Part(
        id="quality",
        title=title,
        said=(_counted(counts),),
        chart=spans_of(
            [Span(*row[:4]) for row in found],
            scale,
            scale.limit(target, f"target {_share(target)}") if target is not None and is_share else None,
        ),
        alt="Shares of accepted attempts with their 95 % intervals; the same figures stand in the table.",
        table=Table(
            "Share of accepted attempts",
            (
                Head("Counted"),
                Head("Share", "share"),
                Head("From", "share"),
                Head("To", "share"),
                Head("Of", "count"),
                Head("Method"),
            ),
            found,
        ),
        missing=tuple(basis.figures.get("missing", ())),
    )


def _counted(counts: Counts) -> str:
    def many(count: float | None) -> str:
        return "an unknown number" if count is None else f"{count:,.0f}"

    return (
        f"{many(counts.accepted)} attempts were accepted, {many(counts.rejected)} rejected, and "
        f"{many(counts.no_verdict)} got no verdict."
    )


def _rates(basis: Basis, counts: Counts) -> Iterator[tuple[str, float | None, float | None, float | None, float, str]]:
    quality: Mapping[str, Any] = basis.figures.get("quality") or {}
    if quality:
        yield (
            "With its clusters",
            *(quality.get(name) for name in ("value", "low", "high", "n")),
            quality.get("method") or "",
        )  # type: ignore[misc]  # figures are kept as JSON
    for label, of in (("Those with a verdict", counts.graded), ("All, no verdict as rejected", counts.total)):
        if of and 0 <= counts.accepted <= of:
            ends = wilson(counts.accepted, of)
            method = "Wilson, as if every attempt were a fresh one" if quality else f"Wilson, {TYPED}"
            yield label, counts.accepted / of, ends.low, ends.high, of, method


def _times(basis: Basis) -> Part:
    latency: Mapping[str, Any] = basis.figures.get("latency") or {}
    answers = basis.facts.answers
    limit = answers.number("success.max_response_time_s")
    rows = []
    for name, typed in (("p50", "latency_p50_s"), ("p90", ""), ("p95", "latency_p95_s")):
        found: Mapping[str, Any] = latency.get(name) or {}
        if found.get("value") is not None or found.get("at_least") is not None:
            value = found.get("value")
            rows.append((name, value, found.get("low"), found.get("high"), found.get("n"), found.get("method") or ""))
        elif typed and (given := answers.number(f"baseline.{typed}")) is not None:
            rows.append((name, given, None, None, None, "as typed"))
    title = "Response time"
    if not rows:
        return Part("times", title, ("No response time is known. Rows with latency_s give percentiles.",))
    timeouts = latency.get("timeouts") if latency else answers.number("baseline.timeouts")
    scale = scale_to(max([limit or 0, *(row[3] or row[1] or 0 for row in rows)]), lambda value: f"{value:,.4g} s")
    return Part(
        id="times",
        title=title,
        said=(_against_limit(rows, limit), f"Timed out: {in_words(timeouts, 'count')}."),
        chart=spans_of(
            [Span(*row[:4]) for row in rows],
            scale,
            scale.limit(limit, "" if limit is None else f"limit {in_words(limit, 'seconds')}"),
        ),
        alt="Percentiles of the response time with their intervals, against the limit.",
        table=Table(
            "Percentiles of the response time",
            (
                Head("Percentile"),
                Head("Time", "seconds"),
                Head("From", "seconds"),
                Head("To", "seconds"),
                Head("Attempts", "count"),
                Head("Method"),
            ),
            tuple(rows),
        ),
    )


def _against_limit(rows: list[tuple[Any, ...]], limit: float | None) -> str:
    name, value, _, high, *_ = rows[-1]
    if limit is None:
        return "No longest response time is agreed to hold this against."
    if value is None:
        return f"The {name} is cut off by the run's own limit and cannot be held against {in_words(limit, 'seconds')}."
    end = f", its interval up to {in_words(high, 'seconds')}" if high is not None else ""
    where = "within" if value <= limit else "above"
    return f"The {name} of {in_words(value, 'seconds')} is {where} the limit of {in_words(limit, 'seconds')}{end}."


def _cost(basis: Basis) -> Part:
    cost: Mapping[str, Any] = basis.figures.get("cost_per_accepted") or {}
    title, counts = "Cost per accepted result", baseline_counts(basis.facts)
    runs, total = basis.facts.measured.runs, cost.get("total")
    if not cost or runs is None or counts is None or total is None:
        return Part("cost", title, ("No cost is known from rows. Rows with cost_usd give it, with its interval.",))
    accepted = runs.accepted
    shares = {"accepted": accepted, "rejected": runs.rejected, "without a verdict": runs.no_verdict}
    each = total / runs.rows if runs.rows else 0.0
    entries = [
        Entry(f"Attempts {label}, at the mean cost", each * count, in_words(each * count, "dollars"), is_firm=not place)
        for place, (label, count) in enumerate(shares.items())
        if count
    ]
    how = cost.get("method") or ""
    high = cost.get("high")
    known = in_words(cost.get("coverage"), "share")
    rows = (
        ("Spent on all attempts with a known cost", total, "USD", f"known of {known} of the attempts"),
        ("Accepted results", accepted, "", ""),
        ("Per accepted result", cost.get("value"), "USD", how),
        ("From", cost.get("low"), "USD", "95 % interval"),
        ("To", high, "USD", "no upper end is known" if high is None else "95 % interval"),
    )
    return Part(
        id="cost",
        title=title,
        said=(f"{in_words(cost.get('value'), 'dollars')} for each accepted result: failures are paid for as well.",),
        chart=ledger_of(entries, scale_to(total, lambda value: in_words(value, "dollars"))),
        alt="What accepted, rejected and ungraded attempts cost together, at the mean cost of an attempt.",
        table=Table("Ledger", (Head("What"), Head("Figure", "count"), Head("Unit"), Head("How")), rows),
    )


def _detectable(basis: Basis) -> Part | None:
    rate, wanted = baseline_rate(basis.facts), target_effect(basis.facts)
    title = "What so many tasks can show"
    tasks = _tasks(basis)
    if rate is None or not 0 <= rate < 1 or not tasks or not 0 < tasks <= MOST_TASKS:
        return Part("detect", title, ("This needs the baseline's rate and the number of held-out tasks.",))
    most = max(2 * tasks, 100)
    places = sorted({*(FEWEST + (most - FEWEST) * n // POINTS for n in range(POINTS + 1)), tasks})
    points = [(n, gain) for n in places if (gain := smallest_unpaired(rate, n)) is not None]
    gain = smallest_unpaired(rate, tasks)
    up = scale_to(max([wanted or 0, *(min(each, 0.5) for _, each in points)]), _share, whole=1.0)
    axes = Axes(scale_to(most, lambda value: f"{value:,.0f}"), up, "Tasks on each side", "Smallest gain that is seen")
    return Part(
        id="detect",
        title=title,
        said=(_can_show(tasks, gain, wanted),),
        chart=curve_of(
            [point for point in points if point[1] <= up.end],
            axes,
            here=None if gain is None or gain > up.end else (tasks, gain),
            here_words="" if gain is None else f"{tasks:,} tasks: {_points(gain)}",
            level=None if wanted is None else Limit(up.at(wanted), f"wanted: {_points(wanted)}"),
        ),
        alt="The smallest gain that is seen falls with the number of tasks.",
        table=Table(
            "Smallest gain that is found in 4 of 5 cases, two-sided at 5 %",
            GAINS,
            tuple(_rows_shown(rate, tasks)),
        ),
        missing=("Each task tried once on each side, other tasks on each; pairs and repeats usually show less.",),
    )


def _tasks(basis: Basis) -> int | None:
    runs, answers = basis.facts.measured.runs, basis.facts.answers
    given = answers.number("data.held_out_tasks") or answers.number("baseline.tasks")
    return runs.tasks if given is None and runs is not None else None if given is None else int(given)


def _can_show(tasks: int, gain: float | None, wanted: float | None) -> str:
    if gain is None:
        return f"{tasks:,} tasks cannot show any gain."
    said = f"{tasks:,} tasks on each side show a gain of {_points(gain)} or more; a smaller one is mostly missed."
    if wanted is None:
        return said
    return (
        f"{said} The gain that is wanted, {_points(wanted)}, {'is seen' if wanted >= gain else 'is too small for it'}."
    )


def _rows_shown(rate: float, tasks: int) -> Iterator[tuple[int, float | None, str]]:
    for n in sorted({25, 50, 100, 200, 400, 800, 1600, tasks}):
        yield n, smallest_unpaired(rate, n), "here" if n == tasks else ""
