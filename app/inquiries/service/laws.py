"""Which rules a draft was begun under, and what of them is another one by now. Submitting always asks today's."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra import canonical
from app.inquiries import queries
from app.inquiries.queries import Law
from app.inquiries.service.deeds import note
from app.inquiries.service.loading import lock_editable
from app.inquiries.tables import ReadLaw, RuleSet
from app.rules.catalogue import CATALOGUE
from app.rules.checklist import RULESET
from app.rules.finding import Item
from app.rules.rule import ITEM_OF_PREFIX, Rule

NEW, GONE, WEIGHS, READS, BEGINS, DECIDES = "new", "gone", "weighs", "reads", "begins", "decides"


@dataclass(frozen=True, slots=True)
class RuleChange:
    """One requirement that is not what it was; `weight` is what it weighs at submission now."""

    rule: str
    item: Item
    what: str
    weight: str = ""


@dataclass(frozen=True, slots=True)
class LawChange:
    """What changed between the rules that a draft has seen and today's."""

    before: str
    after: str
    rules: tuple[RuleChange, ...]


def demands() -> dict[str, list[str]]:
    """Return what each rule of today demands: its weights, what it reads, by which version of it, if by any."""
    return {rule.id: [str(rule.submit), str(rule.commit), rule.reads, _carried_out(rule)] for rule in CATALOGUE}


def _carried_out(rule: Rule) -> str:
    if not rule.is_carried_out:
        return ""
    return "carried out" if rule.version == 1 else f"carried out, version {rule.version}"


def pin_law(db: Session, number: int) -> None:
    """Keep that the people of this draft have seen today's rules."""
    if queries.find_rule_set(db, RULESET.digest) is None:
        rules = json.dumps(demands(), separators=(",", ":"))
        try:
            with db.begin_nested():
                db.add(RuleSet(digest=RULESET.digest, version=RULESET.version, rules=rules))
        except IntegrityError:  # another draft kept the same rules at this moment
            db.expire_all()
    row = queries.find_read_law(db, number)
    if row is None:
        db.add(ReadLaw(inquiry_id=number, digest=RULESET.digest))
    else:
        row.digest = RULESET.digest
    db.flush()


def read_law(db: Session, person: Person, reference: str, *, now: datetime) -> None:
    """Keep that what changed in the rules was read, so that the list need not say it any more."""
    row = lock_editable(db, person, reference, now=now)
    pin_law(db, row.id)
    note(db, person, "inquiry.read-rules", row.id, now=now, ruleset=RULESET.version)


def law_changes(law: Law) -> LawChange:
    """Compare the rules that a draft has seen with today's."""
    before: Mapping[str, list[str]] = canonical.parse(law.rules)
    after = demands()
    found = [_change(rule, before.get(rule), after.get(rule)) for rule in {**before, **after}]
    return LawChange(law.version, RULESET.version, tuple(sorted(filter(None, found), key=lambda each: each.rule)))


def _change(rule: str, before: list[str] | None, after: list[str] | None) -> RuleChange | None:
    item = ITEM_OF_PREFIX.get(rule[:2], Item.SCOPE)
    if before == after:
        return None
    if after is None:
        return RuleChange(rule, item, GONE)
    if before is None:
        return RuleChange(rule, item, NEW, after[0])
    return RuleChange(rule, item, _what(before, after), after[0])


def _what(before: list[str], after: list[str]) -> str:
    """Name what differs: the weightiest, where it is several things."""
    if before[:2] != after[:2]:
        return WEIGHS
    if before[2] != after[2]:
        return READS
    return DECIDES if before[3] and after[3] else BEGINS
