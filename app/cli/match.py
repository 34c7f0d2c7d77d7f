"""`pilotdesk match`: whether a claim on record can be used for a checkpoint and a purpose."""

from collections.abc import Collection
from datetime import datetime
from typing import Annotated

import typer

from app.cli.knowledge import registry_facts
from app.cli.output import Format, FormatOption, heading, print_json, print_lines
from app.infra import clock
from app.infra.errors import InvalidError
from app.rules import lattice
from app.rules.lattice import METHODS, USES, WORDS, Verdict

ClaimOption = Annotated[str, typer.Option(help="The id of the claim.")]
CheckpointOption = Annotated[str, typer.Option(metavar="REPO[@REV]", help="The checkpoint, perhaps at a revision.")]
UseOption = Annotated[str, typer.Option(help="What the claim is wanted for.")]
MethodOption = Annotated[str, typer.Option(help="The training method that is planned.")]
TodayOption = Annotated[datetime | None, typer.Option(formats=["%Y-%m-%d"], help="The day to judge by; usually today.")]


def match(
    claim: ClaimOption,
    checkpoint: CheckpointOption,
    use: UseOption,
    method: MethodOption = "",
    today: TodayOption = None,
    form: FormatOption = Format.TEXT,
) -> int:
    """Say whether this evidence travels to that checkpoint, and where it breaks."""
    _one_of(use, USES, "use")
    if method:
        _one_of(method, METHODS, "method")
    registry = registry_facts()
    _one_of(claim, registry.claims, "claim")
    repository, _, revision = checkpoint.partition("@")
    day = today.date() if today else clock.today()
    verdict = lattice.match(registry, claim, repository, revision=revision, use=use, method=method, on=day)
    if form is Format.JSON:
        print_json(verdict.as_json())
    else:
        print_lines(*_sentences(verdict, is_yes=_is_yes(verdict, use)))
    return 0 if _is_yes(verdict, use) else 1


def _one_of(given: str, known: Collection[str], what: str) -> None:
    if given in known:
        return
    from difflib import get_close_matches

    near = get_close_matches(given, known, n=3) or sorted(known)[:12]
    raise InvalidError(f"There is no {what} {given!r}; there is, for example, {', '.join(near)}.")


def _is_yes(verdict: Verdict, use: str) -> bool:
    return verdict.verdict == "supports" or (verdict.verdict == use + "-only")


def _sentences(verdict: Verdict, *, is_yes: bool) -> list[str]:
    lines = [heading(WORDS.get(verdict.verdict, verdict.verdict).capitalize(), good=is_yes), verdict.sentence]
    if verdict.axes:
        lines.append("It differs in " + ", ".join(WORDS.get(axis, axis) for axis in verdict.axes) + ".")
    if verdict.would_change:
        lines.append(verdict.would_change)
    if verdict.stale:
        lines.append("The source behind it is due for another look.")
    return lines
