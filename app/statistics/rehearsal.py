"""Stop conditions rehearsed on curves of whole runs: when each would fire, and how far the run had gone on by then."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

STEP, HOURS, MONEY, HARM = "step", "hours", "money", "harm"
SPENT = frozenset({HOURS, MONEY})  # these only grow, so going past the threshold once is enough


@dataclass(frozen=True, slots=True)
class Watch:
    """One condition: it fires when its signal stayed beyond the threshold for a window of steps."""

    name: str
    signal: str
    above: bool
    threshold: float
    window: int  # steps
    stops: bool  # else a person is asked


@dataclass(frozen=True, slots=True)
class Curve:
    """A run step by step; a signal that was not measured at a step is None there."""

    name: str
    columns: Mapping[str, Sequence[float | None]]

    @property
    def steps(self) -> int:
        """How many steps it has."""
        return len(self.columns[STEP])

    def at(self, column: str, place: int) -> float:
        """Return what is always known: hours, money and whether the run does harm."""
        return self.columns[column][place] or 0.0

    @property
    def turn(self) -> int | None:
        """The first step from which going on does no good; None where there is none."""
        return next((place for place in range(self.steps) if self.at(HARM, place)), None)


@dataclass(frozen=True, slots=True)
class Firing:
    """When a condition fires on a curve; all None where it never does."""

    watch: Watch
    step: int | None = None  # counted from 1
    late_steps: int | None = None  # since the signal went beyond the threshold for good
    late_money: float | None = None
    past: float | None = None  # how far beyond the threshold the signal was


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """One curve with all conditions."""

    curve: str
    turn: int | None  # counted from 1
    firings: tuple[Firing, ...]
    stopped: int | None  # step at which the first condition that stops fires
    money: float  # spent by then, or by the end
    wasted: float  # of it, spent after the turn
    of: float  # what the whole curve costs

    @property
    def is_right(self) -> bool:
        """Whether a run that goes wrong is stopped after its turn, and no other one."""
        if self.turn is None:
            return self.stopped is None
        return self.stopped is not None


def read_curve(name: str, text: Iterable[str]) -> Curve:
    """Return a curve from the lines of a CSV file with a header."""
    rows = list(csv.DictReader(text))
    columns = {key: [float(row[key]) if row[key] else None for row in rows] for key in rows[0]}
    return Curve(name, columns)


def planned(curve: Curve, *, steps: int, per_step: float | None) -> Curve:
    """Return the curve as far as it is planned to go, with money at so much a step where that is known."""
    columns = {name: column[:steps] for name, column in curve.columns.items()}
    if per_step is not None:
        columns[MONEY] = [per_step * (step or 0.0) for step in columns[STEP]]
    return Curve(curve.name, columns)


def rehearse(curve: Curve, watches: Iterable[Watch]) -> Rehearsal:
    """Run one curve against all conditions; each is looked at after every step, whatever the others say."""
    firings = tuple(_fire(curve, watch) for watch in watches)
    stops = [firing.step for firing in firings if firing.watch.stops and firing.step is not None]
    stopped = min(stops, default=None)
    end = curve.steps if stopped is None else stopped
    turn = curve.turn
    money = curve.at(MONEY, end - 1)
    before = 0.0 if turn is None or turn == 0 else curve.at(MONEY, turn - 1)
    wasted = 0.0 if turn is None else max(0.0, money - before)
    return Rehearsal(
        curve.name,
        None if turn is None else turn + 1,
        firings,
        stopped,
        money,
        wasted,
        curve.at(MONEY, curve.steps - 1),
    )


def _fire(curve: Curve, watch: Watch) -> Firing:
    """Return the first step at which all that was measured in the window lies beyond."""
    column = curve.columns[watch.signal]
    window = 1 if watch.signal in SPENT else watch.window
    since: int | None = None
    for place, value in enumerate(column):
        if value is not None and not _is_beyond(watch, value):
            since = None
        elif value is not None and since is None:
            since = place
        if since is not None and place - since + 1 >= window:
            return _late(curve, watch, since, place)
    return Firing(watch)


def _late(curve: Curve, watch: Watch, since: int, place: int) -> Firing:
    latest = next(value for value in reversed(curve.columns[watch.signal][: place + 1]) if value is not None)
    money = curve.at(MONEY, place) - (curve.at(MONEY, since - 1) if since else 0.0)
    return Firing(watch, place + 1, place - since + 1, money, abs(latest - watch.threshold))


def _is_beyond(watch: Watch, value: float) -> bool:
    return value > watch.threshold if watch.above else value < watch.threshold
