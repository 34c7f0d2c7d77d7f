"""Stop conditions as data: would each fire, in time, and is anything left that none of them would see?

An engineering recommendation beside the law, like the ladder: no rule is judged here, and nothing here blocks.
"""

import itertools
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time

from app.rules.budget.stops import COVERS
from app.rules.facts import Answers
from app.rules.saying import listed
from app.rules.stop_metrics import NATURES, Nature, Signal, Trainer, names_of, spoken, trainer_of

LABEL = "An engineering recommendation, not an observed training result."
FIELD = "budget.stop_conditions"
STEPS = re.compile(r"(\d{1,9})\s*(?:training |optimi[sz]er |consecutive )*(?:steps?|updates?|iterations?)\b")
AT_THE_END = re.compile(r"\b(end|whole|entire|final|after)\b")
HOUR = 3600
PATIENCE = 5  # a window of so many parts of the run leaves a run time to gain


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing to mend: `kind` never changes, the words may."""

    field: str
    kind: str
    sentence: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Condition:
    """One stop condition as far as it can be read."""

    field: str
    covers: str
    metric: str
    signal: Signal | None
    is_logged: bool | None  # None where the trainer's names are not known
    above: bool | None
    threshold: float | None
    window: int  # steps
    at_the_end: bool
    action: str

    @property
    def nature(self) -> Nature | None:
        """What is known of its metric."""
        return None if self.signal is None else NATURES[self.signal]


def conditions(answers: Answers) -> tuple[Condition, ...]:
    """Return the conditions of an inquiry."""
    trainer = trainer_of(answers.part("training.trainer").text("name"))
    return tuple(_condition(field, row, trainer) for field, row in answers.numbered(FIELD))


def _condition(field: str, row: Answers, trainer: Trainer | None) -> Condition:
    metric, window = row.text("metric"), row.text("window").lower()
    logged = trainer.signal_of(metric) if trainer else None
    side, steps = row.text("comparison"), STEPS.search(window)
    return Condition(
        field=field,
        covers=row.text("covers"),
        metric=metric,
        signal=logged or spoken(metric),
        is_logged=None if trainer is None else logged is not None,
        above=side == "above" if side else None,
        threshold=row.number("threshold"),
        window=max(1, int(steps[1])) if steps else 1,
        at_the_end=not steps and AT_THE_END.search(window) is not None,
        action=row.text("action"),
    )


def lint(answers: Answers) -> tuple[Remark, ...]:
    """Return what would keep the conditions from stopping a run that goes wrong."""
    found = conditions(answers)
    if not found:
        return ()
    return (
        *(remark for condition in found for remark in _of_one(condition, answers)),
        *_contradictions(found),
        *_uncovered(found),
    )


def _of_one(condition: Condition, answers: Answers) -> Iterator[Remark]:
    if condition.metric:
        yield from _emitted(condition, answers)
        yield from _shown(condition)
    yield from _in_time(condition, answers)
    if condition.threshold is not None and condition.above is not None:
        yield from _reachable(condition, condition.threshold, answers)


def _emitted(condition: Condition, answers: Answers) -> Iterator[Remark]:
    """Ask whether the declared trainer logs this."""
    name = answers.part("training.trainer").text("name")
    trainer = trainer_of(name)
    if condition.signal in {Signal.HOURS, Signal.MONEY} or condition.is_logged:
        return
    if trainer is None:
        said = f"What “{name}” logs is not known here" if name else "No trainer is declared"
        yield Remark(
            condition.field,
            "trainer-unknown",
            f"{said}, so whether anyone sees “{condition.metric}” cannot be told.",
            f"Say who computes it. The names that {names_of()} log are known here.",
        )
        return
    instead = trainer.name_for(condition.signal) if condition.signal else ""
    yield Remark(
        condition.field,
        "not-emitted",
        f"{trainer.name} logs nothing under the name “{condition.metric}”: unless somebody computes it, "
        "nobody is told.",
        f"Use a name that it logs, such as {instead}, or say who computes this one and when."
        if instead
        else "Use a name that it logs, or say who computes this one and when.",
    )


def _shown(condition: Condition) -> Iterator[Remark]:
    """Ask whether the metric can show what the condition is for, and whether it looks at the bad side."""
    nature, danger = condition.nature, COVERS.get(condition.covers)
    if nature is None or danger is None:
        return
    if condition.covers not in nature.shows:
        yield Remark(
            condition.field,
            "does-not-show",
            f"“{condition.metric}” does not show {danger}: it can look well while that happens.",
            "Choose a metric that moves when it does, such as "
            f"{listed(sorted(signal for signal, each in NATURES.items() if condition.covers in each.shows))}.",
        )
    elif condition.above is not None and ("above" if condition.above else "below") not in nature.bad:
        side = "above" if condition.above else "below"
        yield Remark(
            condition.field,
            "wrong-side",
            f"The run is stopped when “{condition.metric}” is {side} the threshold, which is where it should be.",
            "Turn the comparison round.",
        )


def _in_time(condition: Condition, answers: Answers) -> Iterator[Remark]:
    """Ask whether it is looked at before all is spent."""
    steps = answers.number("training.steps")
    if condition.signal in {Signal.HOURS, Signal.MONEY}:
        yield from _before_the_bound(condition, answers)
    elif condition.at_the_end or (steps is not None and condition.window >= steps):
        yield Remark(
            condition.field,
            "after-the-money",
            "This is known only when the run has ended and its money is spent.",
            "Look at it every few steps, over a window much shorter than the run.",
        )


def _before_the_bound(condition: Condition, answers: Answers) -> Iterator[Remark]:
    bound, words = (
        (_cap(answers), "the cap is spent")
        if condition.signal is Signal.MONEY
        else (_hours(answers), "the window of the pilot has ended")
    )
    if bound is not None and condition.above and condition.threshold is not None and condition.threshold >= bound:
        yield Remark(
            condition.field,
            "after-the-money",
            f"This fires above {condition.threshold:,g}, when {words} already (at {bound:,g}).",
            "Set the threshold lower by what is spent between two looks.",
        )


def _cap(answers: Answers) -> float | None:
    """Return the cap in whole units of its currency; where those have other parts than hundredths, nothing is said."""
    cap = answers.number("budget.cap")
    return None if cap is None or answers.text("budget.currency") not in HUNDREDTHS else cap / 100


HUNDREDTHS = frozenset({"EUR", "USD", "GBP", "CHF", "CAD", "AUD", "SEK", "NOK", "DKK", "PLN", "INR", "CNY", "SGD"})


def _hours(answers: Answers) -> float | None:
    start, end = answers.day("timing.earliest_start"), answers.day("timing.finish_by")
    if start is None or end is None:
        return None
    return (datetime.combine(end, time()) - datetime.combine(start, time())).total_seconds() / HOUR


def _reachable(condition: Condition, threshold: float, answers: Answers) -> Iterator[Remark]:
    nature = condition.nature
    if nature is None:
        return
    low, high = nature.low, nature.high
    is_never = (high is not None and threshold >= high) if condition.above else (low is not None and threshold <= low)
    is_always = (low is not None and threshold < low) if condition.above else (high is not None and threshold > high)
    if is_never or is_always:
        ends = f"from {low:g}" + (f" to {high:g}" if high is not None else " up")
        yield Remark(
            condition.field,
            "unreachable" if is_never else "always",
            f"“{condition.metric}” goes {ends}, so a threshold of {threshold:g} is "
            f"{'never reached' if is_never else 'always passed'}.",
            "Give a threshold inside that range.",
        )
    elif condition.covers == "quality" and condition.signal is Signal.VALIDATION and not condition.above:
        yield from _against_baseline(condition, threshold, answers)


def _against_baseline(condition: Condition, threshold: float, answers: Answers) -> Iterator[Remark]:
    baseline, target = (answers.number(f"success.{name}") for name in ("baseline_value", "target_value"))
    has_time = condition.window * PATIENCE >= (answers.number("training.steps") or math.inf)
    if has_time or answers.text("success.comparison") == "less" or baseline is None:
        return
    if threshold > baseline:
        steps = "1 step" if condition.window == 1 else f"{condition.window:,} steps"
        beyond = f", and above the target of {target:g}" if target is not None and threshold > target else ""
        yield Remark(
            condition.field,
            "wrong-side-of-baseline",
            f"The untuned model stands at {baseline:g}. A threshold of {threshold:g} lies above it{beyond}: a healthy "
            f"run is stopped after {steps} unless it has gained by then.",
            "Set the threshold below the baseline, by more than chance moves it.",
        )


def _contradictions(found: tuple[Condition, ...]) -> Iterator[Remark]:
    for one, other in itertools.combinations(found, 2):
        if one.threshold is None or other.threshold is None or not one.metric or None in {one.above, other.above}:
            continue
        if one.metric.casefold() != other.metric.casefold():
            continue
        upper, lower = (one, other) if one.above else (other, one)
        if one.above != other.above and upper.threshold < lower.threshold:  # type: ignore[operator]  # both are there
            yield Remark(
                other.field,
                "contradictory",
                f"Two conditions on “{one.metric}” leave no value at which the run goes on.",
                "Let the upper threshold lie above the lower one.",
            )
        elif (one.above, one.threshold) == (other.above, other.threshold) and one.action != other.action:
            yield Remark(
                other.field,
                "contradictory",
                f"Two conditions on “{one.metric}” fire at the same value and ask for different things.",
                "Keep one of them.",
            )


def _uncovered(found: tuple[Condition, ...]) -> Iterator[Remark]:
    """Say which of the five dangers no condition would see."""
    seen = {one.covers for one in found if one.nature is None or one.covers in one.nature.shows}
    missing = [words for token, words in COVERS.items() if token not in seen]
    if missing:
        yield Remark(
            FIELD,
            "uncovered",
            f"No condition would see {listed(missing)}.",
            "Add one for each, with a metric that shows it.",
        )
