"""`pilotdesk replay`: whose verdict would change if what was submitted were judged by the rules of this checkout."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

import typer

from app.cli.output import Format, FormatOption, heading, print_json, print_lines
from app.infra.errors import InvalidError

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from sqlalchemy.orm import Session

    from app.inquiries.service.replaying import Replayed, Turn, Word

MOST_NAMED = 20
STATUS = {"open": "", "promised": ", promised", "waived": ", waived", "cannot-tell": ", cannot tell"}


@dataclass(slots=True)
class _Sum:
    """What came of it: by rule, the versions of which it says something else than it said."""

    snapshots: int = 0
    by_todays_registry: int = 0
    gates: list["Replayed"] = field(default_factory=list)
    rules: dict[str, list[tuple["Replayed", "Turn"]]] = field(default_factory=dict)

    def add(self, one: "Replayed") -> None:
        """Count one version."""
        self.snapshots += 1
        self.by_todays_registry += not one.by_registry_of_then
        if one.passed != one.passes:
            self.gates.append(one)
        for turn in one.turns:
            self.rules.setdefault(turn.rule, []).append((one, turn))

    @property
    def changed(self) -> int:
        """How many versions some rule says something else of."""
        return len({(one.reference, one.version) for turns in self.rules.values() for one, _ in turns})


def replay(form: FormatOption = Format.TEXT) -> int:
    """Judge everything that was ever submitted by the rules of this checkout, and say what would change."""
    from sqlalchemy.exc import DatabaseError

    from app.cli.setup import has_database, opened, read_settings

    settings = read_settings()
    if not has_database(settings):
        raise InvalidError("There is no database here yet; `pilotdesk serve` makes one.")
    try:
        with opened(settings) as work, work.snapshot() as db:
            total = _replay(db)
    except DatabaseError:
        raise InvalidError("The database cannot be read; `pilotdesk serve` brings it up to date.") from None
    if form is Format.JSON:
        print_json(_as_json(total))
    else:
        print_lines(*_sentences(total))
    return 1 if total.rules else 0


def _replay(db: "Session") -> _Sum:
    from app.inquiries import queries
    from app.inquiries.service.replaying import replay as judge_again

    total = _Sum()
    with _progress(queries.count_frozen(db)) as bar:
        for one in judge_again(db):
            total.add(one)
            bar.update(1)
    return total


def _progress(length: int) -> "AbstractContextManager[Any]":
    return typer.progressbar(
        length=length, label="Submitted versions", file=sys.stderr, hidden=not sys.stderr.isatty(), update_min_steps=50
    )


def _as_json(total: _Sum) -> dict[str, Any]:
    from app.rules.ruleset import RULESET

    return {
        "ruleset": {"version": RULESET.version, "digest": RULESET.digest},
        "snapshots": total.snapshots,
        "changed": total.changed,
        "by_todays_registry": total.by_todays_registry,
        "gates": [
            {"reference": one.reference, "version": one.version, "from": one.passed, "to": one.passes}
            for one in total.gates
        ],
        "rules": [
            {"rule": rule, "changes": [_change(one, turn) for one, turn in total.rules[rule]]}
            for rule in sorted(total.rules)
        ],
    }


def _change(one: "Replayed", turn: "Turn") -> dict[str, Any]:
    return {
        "reference": one.reference,
        "version": one.version,
        "was_checked": turn.was_checked,
        "from": [asdict(word) for word in turn.before],
        "to": [asdict(word) for word in turn.after],
    }


def _sentences(total: _Sum) -> Iterator[str]:
    from app.rules.ruleset import RULESET

    yield f"{_counted(total.snapshots, 'submitted version')}, judged again by rule set {RULESET.version}."
    if total.by_todays_registry:
        yield (
            f"{_counted(total.by_todays_registry, 'version')} came before the registry of its day was kept: judged by "
            "today's registry, so a change may be the registry's."
        )
    if not total.rules:
        yield heading("No verdict would change.", good=True)
        return
    yield heading(
        f"{_counted(len(total.rules), 'rule')} would decide otherwise on {total.changed} of them.", good=False
    )
    yield _gates(total.gates)
    for rule in sorted(total.rules):
        yield from _of_rule(rule, total.rules[rule])


def _gates(turned: Sequence["Replayed"]) -> str:
    if not turned:
        return "All that passed would pass again."
    opens = sum(one.passes for one in turned)
    return f"{len(turned) - opens} that passed would be refused, {opens} that was refused would pass."


def _of_rule(rule: str, turns: Sequence[tuple["Replayed", "Turn"]]) -> Iterator[str]:
    yield ""
    yield f"{rule}: {_counted(len(turns), 'version')}"
    for one, turn in turns[:MOST_NAMED]:
        before = _said(turn.before) if turn.was_checked else "not checked"
        yield f"  {one.reference}, version {one.version}: {before} -> {_said(turn.after)}"
    if len(turns) > MOST_NAMED:
        yield f"  and {len(turns) - MOST_NAMED} more; --format json names them all"


def _said(words: Sequence["Word"]) -> str:
    return "; ".join(f"{one.severity}{STATUS[one.status]} ({one.field})" for one in words) or "nothing"


def _counted(count: int, noun: str) -> str:
    return f"1 {noun}" if count == 1 else f"{count:,} {noun}s"
