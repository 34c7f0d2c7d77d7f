"""`pilotdesk rules`: the catalogue of rules, with what each weighs at each gate."""

from typing import Annotated, Any

import typer

from app.cli.output import Format, FormatOption, print_json, print_lines
from app.rules.finding import Gate

GateOption = Annotated[Gate | None, typer.Option(help="Only the rules that speak at this gate.")]


def rules(gate: GateOption = None, form: FormatOption = Format.TEXT) -> int:
    """List the rules."""
    from app.rules.catalogue import CATALOGUE
    from app.rules.checklist import RULESET

    chosen = [rule for rule in CATALOGUE if gate is None or _weight(rule, gate)]
    if form is Format.JSON:
        listed = [_as_json(rule) for rule in chosen]
        print_json({"version": RULESET.version, "digest": RULESET.digest, "rules": listed})
        return 0
    print_lines(f"Rule set {RULESET.version}, {RULESET.digest}")
    for rule in chosen:
        print_lines(f"{rule.id}  {rule.item:<12}{rule.submit or '-':<9}{rule.commit or '-':<9}{rule.source}")
    return 0


def _weight(rule: Any, gate: Gate) -> str:  # noqa: ANN401  the catalogue is imported when the command runs
    return str((rule.submit if gate is Gate.SUBMIT else rule.commit) or "")


def _as_json(rule: Any) -> dict[str, Any]:  # noqa: ANN401  as above
    return {
        "id": rule.id,
        "item": str(rule.item),
        "submit": str(rule.submit or ""),
        "commit": str(rule.commit or ""),
        "reads": list(rule.reads),
        "source": rule.source,
    }
