"""The budget in figures: its lines against the cap, the worst case against the dates, memory against the devices."""

import math

from app.infra.charts import Entry, ledger_of, scale_to
from app.inquiries.pages.figures.basis import Basis
from app.inquiries.pages.figures.memory import memory_part
from app.inquiries.pages.figures.parts import Head, Part, Table, in_words
from app.rules.budget.lines import WORDS
from app.rules.budget.money import money_of
from app.rules.facts import Facts
from app.statistics.budget import Provenance, rollouts, worst_step

HOUR, DAY_HOURS = 3600, 24
LIMITS = {"boot_limit_s": "start the box", "agent_limit_s": "act", "verifier_limit_s": "be graded"}
SIZES = {
    "training.steps": "Steps",
    "training.prompts_per_step": "Prompts a step",
    "training.group_size": "Rollouts of one prompt",
    "rollout.concurrency": "Rollouts at once",
}
FROM = {
    "": "Not said",
    Provenance.MEASURED: "Measured",
    Provenance.QUOTED: "Quoted",
    Provenance.ASSUMED: "Assumed",
    Provenance.PUBLISHED: "Published",
}
FIRM = frozenset({Provenance.MEASURED, Provenance.QUOTED})
PLANNED = "Assumed, as planned"


def budget_parts(basis: Basis) -> tuple[Part, ...]:
    """Return the parts of the page."""
    return (_lines(basis.facts), _time(basis.facts), memory_part(basis.facts))


def _lines(facts: Facts) -> Part:
    money, sources = money_of(facts), facts.answers.part("budget.sources")
    cap = facts.answers.number("budget.cap")
    rows, entries, total = [], [], 0.0
    for line, label in WORDS.items():
        amount = facts.answers.number(f"budget.{line}")
        source = sources.text(line)
        total += amount or 0
        rows.append((label.capitalize(), amount, total if amount is not None else None, FROM.get(source, source)))
        if amount is not None:
            entries.append(Entry(label.capitalize(), amount, money(amount), source in FIRM))
    heads = (Head("Line"), Head("Amount", "count", money), Head("Together", "count", money), Head("Where it is from"))
    table = Table("Lines of the budget", heads, tuple(rows))
    if not entries:
        return Part("lines", "Lines against the cap", ("No amount is given yet.",), table=table)
    scale = scale_to(max(total, cap or 0), lambda amount: money(amount).removesuffix(".00"))
    return Part(
        id="lines",
        title="Lines against the cap",
        said=(_against_cap(total, cap, facts),),
        chart=ledger_of(entries, scale, scale.limit(cap, "" if cap is None else f"cap {money(cap)}")),
        alt="Each line begins where the one before ended; outlined ones are neither measured nor quoted.",
        table=table,
    )


def _against_cap(total: float, cap: float | None, facts: Facts) -> str:
    money = money_of(facts)
    if cap is None:
        return f"The lines add up to {money(total)}. No cap is given, so the budget has no bound."
    if total > cap:
        return f"The lines add up to {money(total)}, which is {money(total - cap)} above the cap of {money(cap)}."
    rest = f"{money(cap - total)} is left of it" if cap > total else "nothing is left of it"
    return f"The lines add up to {money(total)} within the cap of {money(cap)}; {rest}."


def _time(facts: Facts) -> Part:
    answers = facts.answers
    sizes = [answers.number(name) for name in SIZES]
    limits = [answers.number(f"environment.{name}") for name in LIMITS]
    start, finish = answers.day("timing.latest_start"), answers.day("timing.finish_by")
    window = None if start is None or finish is None else float((finish - start).days * DAY_HOURS)
    needed = _worst_hours(sizes, limits)
    figures = [
        *((label, size, "") for label, size in zip(SIZES.values(), sizes, strict=True)),
        *((f"At most to {words}", limit, "s") for words, limit in zip(LIMITS.values(), limits, strict=True)),
        ("Worst case of the whole run", needed, "h"),
        ("From the latest start to the finish", window, "h"),
    ]
    rows = tuple((label, value, unit, "" if value is None else PLANNED) for label, value, unit in figures)
    heads = (Head("What"), Head("Figure", "count"), Head("Unit"), Head("Where it is from"))
    table = Table("What the worst case is made of", heads, rows)
    title = "Worst case against the dates"
    if needed is None:
        return Part("time", title, ("The worst case cannot be told before sizes and limits are given.",), table=table)
    scale = scale_to(max(needed, window or 0), lambda value: f"{value:,.0f} h")
    words = "" if window is None else f"dates allow {in_words(window, 'hours')}"
    bar = [Entry("If every rollout takes its limits", needed, in_words(needed, "hours"), is_firm=False)]
    return Part(
        id="time",
        title=title,
        said=(_against_window(needed, window),),
        chart=ledger_of(bar, scale, scale.limit(window, words)),
        alt="Hours of the worst case against the hours between the dates.",
        table=table,
        missing=("Updates, evaluations, restarts and waiting for devices come on top: this is a lower bound.",),
    )


def _worst_hours(sizes: list[int | float | None], limits: list[int | float | None]) -> float | None:
    if any(size is None for size in sizes) or any(limit is None for limit in limits):
        return None
    steps, prompts, group, at_once = (int(size or 0) for size in sizes)
    if not at_once:
        return None
    hours = steps * worst_step(rollouts(1, prompts, group), at_once, *(limit or 0 for limit in limits)) / HOUR
    return hours if math.isfinite(hours) else None


def _against_window(needed: float, window: float | None) -> str:
    said = f"If every rollout takes as long as its limits allow, the run takes {in_words(needed, 'hours')}."
    if window is None:
        return f"{said} The dates do not say how much time there is."
    verb = "allow" if needed <= window else "allow only"
    return f"{said} The dates {verb} {in_words(window, 'hours')}."
