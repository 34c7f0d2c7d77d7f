"""`pilotdesk rules`: the catalogue of rules, with what each weighs at each gate."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from app.cli.output import Format, FormatOption, print_json, print_lines
from app.rules.finding import Gate

if TYPE_CHECKING:
    from app.rules.rule import Rule

GateOption = Annotated[Gate | None, typer.Option(help="Show what each rule weighs at this gate only.")]


def rules(gate: GateOption = None, form: FormatOption = Format.TEXT) -> int:
    """List the rules of the checklist."""
    from app.rules.catalogue import CATALOGUE
    from app.rules.ruleset import RULESET

    if form is Format.JSON:
        print_json({"version": RULESET.version, "digest": RULESET.digest, "rules": [_as_json(x) for x in CATALOGUE]})
        return 0
    print_lines(f"Rule set {RULESET.version}, {RULESET.digest}")
    print_lines(*(f"{rule.id}  {rule.item:<13}{_weights(rule, gate)}{_note(rule)}" for rule in CATALOGUE))
    return 0


def _weights(rule: "Rule", gate: Gate | None) -> str:
    return "".join(f"{each} {rule.severity(each):<9}" for each in _gates(gate))


def _gates(gate: Gate | None) -> Iterator[Gate]:
    yield from Gate if gate is None else (gate,)


def _note(rule: "Rule") -> str:
    return rule.title if rule.is_carried_out else "not checked yet"


def _as_json(rule: "Rule") -> dict[str, Any]:
    return {
        "id": rule.id,
        "item": str(rule.item),
        "submit": str(rule.submit),
        "commit": str(rule.commit),
        "reads": rule.reads,
        "source": rule.source,
    }
