"""The cases of a verifier, sorted once for all the rules that read them."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from app.rules.facts import Answers, Facts

COUNTED = frozenset({"expected", "observed", "runs"})
Row = tuple[str, Answers]  # with its field id


@dataclass(frozen=True, slots=True)
class Tally:
    """Runs of cases with a known right verdict that got one, and how many of them were accepted."""

    runs: int
    accepted: int


@dataclass(frozen=True, slots=True)
class Cases:
    """Rows by kind in their order; those that came out otherwise than expected; and counts by the right verdict."""

    by_kind: Mapping[str, Sequence[Row]]
    tried: AbstractSet[str]  # kinds of which a row has an answer of the verifier
    surprises: Sequence[Row]
    must_fail: Tally
    must_pass: Tally
    can_be_counted: bool  # every verdict and number of runs can be read
    kinds_are_known: bool = True  # the kind of every row can be read; where one cannot, no kind is known to be missing

    def of(self, kind: str) -> Sequence[Row]:
        """Return the rows of one kind."""
        return self.by_kind.get(kind, ())

    def not_tried(self, kinds: Iterable[str]) -> tuple[list[Row], list[str]]:
        """Return the first row of each kind that was begun and not run, and the kinds without any row."""
        missing = [kind for kind in kinds if kind not in self.tried]
        if not missing:
            return [], []
        begun = [self.of(kind)[0] for kind in missing if self.of(kind)]
        return begun, [kind for kind in missing if self.kinds_are_known and not self.of(kind)]


def _sorted_out(facts: Facts) -> Cases:
    by_kind: dict[str, list[Row]] = {}
    tried: set[str] = set()
    surprises: list[Row] = []
    runs, accepted = {"accept": 0, "reject": 0}, {"accept": 0, "reject": 0}
    can_be_counted = kinds_are_known = True
    for index, row in enumerate(facts.answers.rows("verifier.cases")):
        if not row.values and not row.unreadable:
            continue
        look = row.values.get
        kind, expected, observed = look("type", ""), look("expected"), look("observed")
        one = (f"verifier.cases.{index}", row)
        by_kind.setdefault(kind, []).append(one)
        if observed or "observed" in row.unreadable:
            tried.add(kind)
        if row.unreadable:
            can_be_counted = can_be_counted and not row.unreadable & COUNTED
            kinds_are_known = kinds_are_known and "type" not in row.unreadable
        if not expected or not observed:
            continue
        if expected != observed:
            surprises.append(one)
        if expected in runs and observed in runs:
            count = look("runs", 1)
            runs[expected] += count
            accepted[expected] += count if observed == "accept" else 0
    fail, success = (Tally(runs[verdict], accepted[verdict]) for verdict in ("reject", "accept"))
    return Cases(by_kind, tried, surprises, fail, success, can_be_counted, kinds_are_known)


def cases_of(facts: Facts) -> Cases:
    """Return the cases of this inquiry, sorted out."""
    return facts.once(_sorted_out)
