"""`pilotdesk simulate`: an inquiry's stop conditions rehearsed on four curves, before any money is at stake."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.knowledge import SEEDS
from app.cli.output import Format, FormatOption, heading, print_json, print_lines
from app.infra import canonical
from app.infra.errors import InvalidError

if TYPE_CHECKING:
    from app.rules.facts import Answers
    from app.rules.stop_conditions import Condition, Remark
    from app.statistics.rehearsal import Curve, Firing, Rehearsal, Watch

CURVES = ("healthy", "hacked", "collapsed", "flat")
SPENT_ON_STEPS = ("budget.training", "budget.rollout", "budget.verification", "budget.evaluation")
STOP = "stop"
LONGEST = 100  # steps of a curve

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A pilot inquiry document.")]


def simulate(path: FileArgument, form: FormatOption = Format.TEXT) -> int:
    """Say when each stop condition fires on a healthy, a hacked, a collapsed and a flat run."""
    from app.rules.stop_conditions import conditions, lint
    from app.statistics.rehearsal import rehearse

    answers = _answers(path)
    found = conditions(answers)
    if not found:
        raise InvalidError(f"{path} has no stop conditions.")
    watches, left = _watches(found)
    per_step = _per_step(answers)
    rehearsed = [rehearse(curve, watches) for curve in _curves(answers, per_step)]
    remarks = lint(answers)
    if form is Format.JSON:
        print_json(_as_json(rehearsed, left, remarks, per_step))
    else:
        print_lines(*_sentences(rehearsed, left, remarks, per_step))
    return 0 if all(one.is_right for one in rehearsed) else 1


def _answers(path: Path) -> "Answers":
    from app.inquiries.fields import read
    from app.inquiries.service.checking import any_document

    try:
        document = any_document(canonical.parse(path.read_bytes()))
    except OSError as error:
        raise InvalidError(f"The file {path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise InvalidError(f"The file {path} is not JSON: {error}.") from None
    return read(document).answers


def _watches(found: "Sequence[Condition]") -> "tuple[list[Watch], list[str]]":
    """Return what can be rehearsed, and why the rest cannot."""
    from app.statistics.rehearsal import Watch

    watches, left = [], []
    for number, one in enumerate(found, start=1):
        name = f"{number}. {one.metric or 'no metric'}"
        if one.signal is None or one.above is None or one.threshold is None:
            why = "what it measures is not known here" if one.signal is None else "it has no side or no threshold"
            left.append(f"{name}: {why}, so it is taken never to fire.")
        else:
            window = 10**9 if one.at_the_end else one.window
            watches.append(Watch(name, str(one.signal), one.above, one.threshold, window, one.action == STOP))
    return watches, left


def _per_step(answers: "Answers") -> float | None:
    """Return what a step costs by the budget's lines, in whole units; None where they do not say."""
    from app.rules.stop_conditions import HUNDREDTHS

    steps = answers.number("training.steps")
    lines = [line for name in SPENT_ON_STEPS if (line := answers.number(name))]
    if not steps or not lines or answers.text("budget.currency") not in HUNDREDTHS:
        return None
    return sum(lines) / 100 / steps


def _curves(answers: "Answers", per_step: float | None) -> "Iterator[Curve]":
    """Yield the curves as far as this run is planned to go."""
    from app.statistics.rehearsal import planned, read_curve

    steps = answers.number("training.steps") or LONGEST
    for name in CURVES:
        with (SEEDS / "curves" / f"{name}.csv").open(encoding="ascii") as lines:
            curve = read_curve(name, lines)
        yield planned(curve, steps=max(1, min(int(steps), LONGEST)), per_step=per_step)


def _as_json(
    rehearsed: "Sequence[Rehearsal]", left: Sequence[str], remarks: "Sequence[Remark]", per_step: float | None
) -> dict[str, Any]:
    return {
        "money_per_step": per_step,
        "curves": [
            {
                "name": one.curve,
                "goes_wrong_at_step": one.turn,
                "stopped_at_step": one.stopped,
                "as_it_should": one.is_right,
                "spent": one.money,
                "spent_after_it_went_wrong": one.wasted,
                "whole_run": one.of,
                "conditions": [_firing(firing) for firing in one.firings],
            }
            for one in rehearsed
        ],
        "not_rehearsed": list(left),
        "remarks": [
            {"field": each.field, "kind": each.kind, "sentence": each.sentence, "remedy": each.remedy}
            for each in remarks
        ],
    }


def _firing(firing: "Firing") -> dict[str, Any]:
    return {
        "condition": firing.watch.name,
        "stops": firing.watch.stops,
        "fires_at_step": firing.step,
        "overshoot_steps": firing.late_steps,
        "overshoot_money": firing.late_money,
        "past_threshold": firing.past,
    }


def _sentences(
    rehearsed: "Sequence[Rehearsal]", left: Sequence[str], remarks: "Sequence[Remark]", per_step: float | None
) -> Iterator[str]:
    if per_step is None:
        yield "Money is in units of the curves, 100 a step: the budget does not say what a step costs."
    else:
        yield f"A step costs {per_step:,.2f} by the budget's lines for training, rollouts, verification and evaluation."
    for one in rehearsed:
        yield ""
        yield heading(f"{one.curve}: {_verdict(one)}", good=one.is_right)
        yield from (f"  {_line(firing)}" for firing in one.firings)
    late = [firing for one in rehearsed for firing in one.firings if firing.late_money is not None]
    if late:
        worst = max(late, key=lambda firing: firing.late_money or 0.0)
        yield ""
        yield (
            f"Worst overshoot: {worst.watch.name} fires {_counted(worst.late_steps)} after its threshold was crossed, "
            f"{worst.late_money:,.2f} later."
        )
    if left or remarks:
        yield ""
        yield "What these conditions do not do"
        yield from (f"- {sentence}" for sentence in left)
        yield from (f"- {remark.sentence} {remark.remedy}" for remark in remarks)


def _verdict(one: "Rehearsal") -> str:
    if one.stopped is None:
        end = f"goes on to its end and costs {one.of:,.2f}"
        return f"{end}, {one.wasted:,.2f} of it after it went wrong" if one.turn else end
    return f"stopped at step {one.stopped}, {one.money:,.2f} spent" + (
        f", {one.wasted:,.2f} of it after it went wrong at step {one.turn}" if one.turn else ", though nothing is wrong"
    )


def _line(firing: "Firing") -> str:
    if firing.step is None:
        return f"{firing.watch.name}: never fires"
    what = "stops" if firing.watch.stops else "asks a person"
    late = f"{_counted(firing.late_steps)} and {firing.late_money:,.2f} after the threshold was crossed"
    return f"{firing.watch.name}: {what} at step {firing.step}, {late}"


def _counted(steps: int | None) -> str:
    return "1 step" if steps == 1 else f"{steps:,} steps"
