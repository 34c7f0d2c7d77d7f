"""The verifier put to the test: what its cases show, where they have gaps, and what a reward is worth then."""

from collections.abc import Iterator

from app.infra.charts import Axes, Column, Curve, Span, columns_of, curve_of, scale_to, spans_of
from app.inquiries.pages.figures.basis import Basis
from app.inquiries.pages.figures.parts import Head, Part, Table, in_words
from app.rules.arithmetic import baseline_rate, cases_for_bound, upper_bound
from app.rules.facts import Answers
from app.rules.reward.index import Cases, Tally, cases_of
from app.rules.reward.words import CASE_WORDS
from app.rules.thresholds import THRESHOLDS
from app.statistics.audit import error_rate, share_right

BOUNDS = (0.05, 0.02, 0.01, 0.005)
POINTS = 50  # of the curve
HARDEST = 0.5  # the highest baseline that the curve shows: above it, wrong rewards are few


def verifier_parts(basis: Basis) -> tuple[Part, ...]:
    """Return the parts of the page, or what to do where there is no case yet."""
    cases = cases_of(basis.facts)
    if not cases.by_kind:
        said = "No case is given yet. A case is work whose right verdict is known; write down what the verifier said."
        return (Part("cases", "Cases", (said,)), _needed(basis))
    return (_errors(basis, cases), _types(cases), _worth(basis, cases), _needed(basis))


def _errors(basis: Basis, cases: Cases) -> Part:
    wrong, right = cases.must_fail, cases.must_pass
    bound = basis.facts.answers.number("verifier.false_accept_bound")
    rows, spans = [], []
    for label, tally, errors in (
        ("Wrong work accepted", wrong, wrong.accepted),
        ("Right work rejected", right, right.runs - right.accepted),
    ):
        found = error_rate(errors, tally.runs)
        at_most = upper_bound(errors, tally.runs) if tally.runs else None
        rows.append((label, tally.runs, errors, found.value, found.low, found.high, at_most))
        spans.append(Span(label, found.value, found.low, found.high))
    most = max([0.01, *(span.high or 0 for span in spans), bound or 0])
    scale = scale_to(most, lambda value: in_words(value, "share"), whole=1.0)
    words = "" if bound is None else f"bound {in_words(bound, 'share')}"
    heads = (
        Head("Error"),
        Head("Runs", "count"),
        Head("Errors", "count"),
        Head("Share", "share"),
        Head("From", "share"),
        Head("To", "share"),
        Head("At most, one-sided", "share"),
    )
    return Part(
        id="errors",
        title="How often it is wrong",
        said=(_tried(wrong, bound), "Bounds hold for the cases that were tried; training searches for the others."),
        chart=spans_of(spans, scale, scale.limit(bound, words)),
        alt="Shares of wrong verdicts with their 95 % intervals; the same figures stand in the table.",
        table=Table("Errors of the verifier with exact 95 % intervals (Clopper-Pearson)", heads, tuple(rows)),
        missing=() if cases.can_be_counted else ("A verdict or a number of runs cannot be read and is not counted.",),
    )


def _tried(wrong: Tally, bound: float | None) -> str:
    if not wrong.runs:
        return "No case that must fail was run, so nothing bounds how much wrong work is accepted."
    shown = upper_bound(wrong.accepted, wrong.runs)
    tried = f"Of {wrong.runs:,} runs that must fail, {wrong.accepted or 'none'} came out as accepted: up to "
    if bound is None:
        return f"{tried}{in_words(shown, 'share')} of wrong work may be. No bound is given to hold this against."
    verb = "is within" if shown <= bound else "is above"
    return (
        f"{tried}{in_words(shown, 'share')} of wrong work may be, which {verb} the bound of {in_words(bound, 'share')}."
    )


def _types(cases: Cases) -> Part:
    rows = tuple(_type(kind, cases) for kind in CASE_WORDS)
    gaps = [kind for kind in CASE_WORDS if kind not in cases.tried]
    columns = [Column(str(row[0]), _number(row[3]), is_marked=_number(row[4]) > 0) for row in rows]
    scale = scale_to(max(column.value for column in columns), lambda value: f"{value:,.0f}")
    heads = (Head("Type"), Head("Work that is tried"), Head("Cases", "count"), Head("Runs", "count"))
    return Part(
        id="types",
        title="Cases by type",
        said=(
            f"{len(CASE_WORDS) - len(gaps)} of {len(CASE_WORDS)} types were tried."
            + (f" Not tried: {', '.join(gaps)}." if gaps else ""),
        ),
        chart=columns_of(columns, scale, names="Runs by type of case", marked="another verdict than expected"),
        alt="Runs of each type of case; a gap is a type that was not tried.",
        table=Table("Runs and verdicts by type of case", (*heads, Head("Not as expected", "count"), Head("State")), rows
        ),
    )  # fmt: skip


def _number(value: object) -> float:
    return float(value) if isinstance(value, (int, float)) else 0.0


def _type(kind: str, cases: Cases) -> tuple[str | int, ...]:
    rows = [row for _, row in cases.of(kind)]
    runs = sum(_runs(row) for row in rows if row.text("observed"))
    odd = sum(_runs(row) for _, row in cases.surprises if row.text("type") == kind)
    state = "Not tried" if kind not in cases.tried else "Not as expected" if odd else "As expected"
    return (kind, CASE_WORDS[kind], len(rows), runs, odd, state)


def _runs(row: Answers) -> int:
    return int(row.number("runs") or 0) if row.answered("runs") else 1


def _worth(basis: Basis, cases: Cases) -> Part:
    wrong, right = cases.must_fail, cases.must_pass
    rate = baseline_rate(basis.facts)
    title = "What a reward is worth"
    if not wrong.runs:
        return Part("worth", title, ("This cannot be told before cases that must fail were run.",))
    observed, at_most = wrong.accepted / wrong.runs, upper_bound(wrong.accepted, wrong.runs)
    accepts = right.accepted / right.runs if right.runs else 1.0
    here = None if rate is None else share_right(rate, sensitivity=accepts, false_accept=at_most)
    shown = sorted({0.01, 0.02, 0.05, 0.1, 0.2, 0.5} | ({rate} if rate else set()))
    rows = tuple(
        (
            each,
            share_right(each, sensitivity=accepts, false_accept=observed),
            share_right(each, sensitivity=accepts, false_accept=at_most),
            "the baseline" if each == rate else "",
        )
        for each in shown
    )
    said = (
        "Where the baseline stands is not known yet; the curve shows every place where it could."
        if rate is None or here is None
        else f"At the baseline of {in_words(rate, 'share')}, at least {in_words(here, 'share')} of the rewards are for "
        "right work, as far as these cases bound it."
    )
    return Part(
        id="worth",
        title=title,
        said=(said,),
        chart=_worth_curve(accepts, at_most, (rate, here)),
        alt="The share of rewards that are for right work rises with the share of attempts that are right.",
        table=Table(
            "Share of rewards that are for right work",
            (
                Head("Attempts that are right", "share"),
                Head("As observed", "share"),
                Head("At the upper bound", "share"),
                Head("Where"),
            ),
            rows,
        ),
        missing=() if right.runs else ("No case that must pass was run; right work is taken to be always accepted.",),
    )


def _worth_curve(accepts: float, at_most: float, here: tuple[float | None, float | None]) -> Curve:
    rate, share = here
    most = max(HARDEST, rate or 0)
    places = [most * n / POINTS for n in range(1, POINTS + 1)]
    points = [(p, share_right(p, sensitivity=accepts, false_accept=at_most) or 0.0) for p in places]

    def words(value: float) -> str:
        return f"{100 * value:.3g} %"

    up = scale_to(1.0, words, whole=1.0)
    return curve_of(
        [(0.0, 0.0), *points],
        Axes(scale_to(most, words, whole=1.0), up, "Attempts that are right", "Rewards for right work, at least"),
        here=None if rate is None or share is None else (rate, share),
        here_words="" if share is None else f"here {in_words(share, 'share')}",
        level=up.limit(THRESHOLDS.rewards_right, f"wanted: {in_words(THRESHOLDS.rewards_right, 'share')}"),
    )


def _needed(basis: Basis) -> Part:
    runs = cases_of(basis.facts).must_fail.runs
    stated = basis.facts.answers.number("verifier.false_accept_bound")
    bounds = sorted({*BOUNDS, *([stated] if stated and 0 < stated < 1 else [])}, reverse=True)
    rows = tuple(_rows_needed(bounds, runs, stated))
    return Part(
        id="needed",
        title="How many cases a bound takes",
        said=("So many runs of work that must fail, none of them accepted, keep false accepts under a bound.",),
        table=Table(
            "Runs without a miss, 95 % one-sided",
            (Head("Bound", "share"), Head("Runs needed", "count"), Head("Still to run", "count"), Head("Remark")),
            rows,
        ),
    )


def _rows_needed(bounds: list[float], runs: int, stated: float | None) -> Iterator[tuple[str | int | float, ...]]:
    for bound in bounds:
        needed = cases_for_bound(bound)
        yield bound, needed, max(0, needed - runs), "your bound" if bound == stated else ""
