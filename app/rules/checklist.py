"""Asks every rule, adds weight and status to what it says, and orders the findings into one report."""

from collections.abc import Iterable, Iterator

from app.rules.asks import promised_items, unanswered
from app.rules.facts import Facts, Waiver
from app.rules.finding import Finding, Item, Report, Said, Severity, Status
from app.rules.ruleset import RULESET, Asked, Ruleset

SPEAKS_FOR_THE_SECTION = "SC-08"
OR_PROMISE = "Or promise it, with an owner and a day that is still to come."

__all__ = ["OR_PROMISE", "RULESET", "SPEAKS_FOR_THE_SECTION", "Ruleset", "evaluate", "once"]


def evaluate(facts: Facts, *, input_digest: str, ruleset: Ruleset = RULESET) -> Report:
    """Return the report on these facts; it never raises, and the same facts always give the same report."""
    return Report(
        gate=facts.gate,
        ruleset_version=ruleset.version,
        ruleset_digest=ruleset.digest,
        input_digest=input_digest,
        today=facts.today.isoformat(),
        registry_revision=facts.registry.revision,
        findings=tuple(_findings(facts, ruleset)),
        not_checked=ruleset.not_checked,
    )


def _findings(facts: Facts, ruleset: Ruleset) -> Iterator[Finding]:
    """Yield what is found in the order of the catalogue, which is that of items and rules, and then of the fields."""
    silent = {ask.section for ask in unanswered(facts)}
    promised = promised_items(facts)
    for rule in ruleset.asked[facts.gate]:
        words = tuple(rule[0](facts))  # its function: by place, which is quicker than by name
        if not words:  # what most rules say of most inquiries
            continue
        for said in words if len(words) == 1 else once(words):
            if not silent or rule.id == SPEAKS_FOR_THE_SECTION or said.field.partition(".")[0] not in silent:
                yield _finding(rule, said, facts, promised)


def once(words: Iterable[Said]) -> list[Said]:
    """Keep one word for each field, in the order of the fields; what is known comes before what cannot be told."""
    by_field: dict[str, Said] = {}
    for said in words:
        if said.field not in by_field or (by_field[said.field].cannot_tell and not said.cannot_tell):
            by_field[said.field] = said
    return [by_field[field] for field in sorted(by_field)]


def _finding(rule: Asked, said: Said, facts: Facts, promised: frozenset[Item]) -> Finding:
    _, rule_id, item, severity, source = rule
    field, message, remedy, inputs, _, promisable = said
    status = _status(severity, said, is_promised=item in promised)
    waiver = _waiver(rule, said, facts) if facts.waivers and status is Status.OPEN else None
    if waiver is not None:
        status = Status.WAIVED
    if severity is Severity.PROMISE and status is Status.OPEN and promisable:
        remedy = f"{remedy} {OR_PROMISE}"
    whole = None if waiver is None else waiver.as_json()
    return Finding(rule_id, item, severity, status, field, message, remedy, inputs, source, whole)


def _status(severity: Severity, said: Said, *, is_promised: bool) -> Status:
    if said.cannot_tell:
        return Status.CANNOT_TELL
    if severity is Severity.PROMISE and said.promisable and is_promised:
        return Status.PROMISED
    return Status.OPEN


def _waiver(rule: Asked, said: Said, facts: Facts) -> Waiver | None:
    """Return the waiver of this finding that counts today; the one of this very field before one of every field."""
    fitting = [
        waiver
        for waiver in facts.waivers
        if waiver.rule == rule.id and waiver.field in ("", said.field) and facts.today <= waiver.until
    ]
    return max(fitting, key=lambda waiver: (waiver.field, waiver.until), default=None)
