"""What stands beside an inquiry: withdrawal, origin, owner, and the rules that its people have seen."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session, aliased

from app.accounts.tables import User
from app.inquiries.tables import Copy, Inquiry, Owner, ReadLaw, RuleSet, Withdrawal


class Beside(NamedTuple):
    """Everything beside one inquiry; "" or None where there is no such thing."""

    opened_by_id: int | None
    opened_by: str
    opened_at: datetime
    owner_id: int | None
    owner: str
    owned_since: datetime | None
    state_before: str
    withdrawn_at: datetime | None
    source_id: int | None
    source_version: int
    unreviewed: str
    source_revision: str
    law_digest: str
    law_version: str
    law_rules: str


class Law(NamedTuple):
    """A set of rules that was kept: its version, and what each rule demands as JSON."""

    version: str
    rules: str


def find_beside(db: Session, number: int) -> Beside:
    """Return what stands beside an inquiry."""
    opener, owner = aliased(User), aliased(User)
    columns: tuple[Any, ...] = (
        Inquiry.opened_by_id,
        opener.name,
        Inquiry.opened_at,
        Owner.person_id,
        owner.name,
        Owner.since,
        Withdrawal.state_before,
        Withdrawal.at,
        Copy.source_id,
        Copy.source_version,
        Copy.unreviewed,
        Copy.registry_revision,
        RuleSet.digest,
        RuleSet.version,
        RuleSet.rules,
    )
    wanted = (
        select(*columns)
        .outerjoin(opener, opener.id == Inquiry.opened_by_id)
        .outerjoin(Owner, Owner.inquiry_id == Inquiry.id)
        .outerjoin(owner, owner.id == Owner.person_id)
        .outerjoin(Withdrawal, Withdrawal.inquiry_id == Inquiry.id)
        .outerjoin(Copy, Copy.inquiry_id == Inquiry.id)
        .outerjoin(ReadLaw, ReadLaw.inquiry_id == Inquiry.id)
        .outerjoin(RuleSet, RuleSet.digest == ReadLaw.digest)
        .where(Inquiry.id == number)
    )
    row = db.execute(wanted).one()
    return Beside(
        row[0], row[1] or "", row[2], row[3], row[4] or "", row[5], row[6] or "", row[7], row[8], row[9] or 0,
        row[10] or "[]", *(value or "" for value in row[11:]),
    )  # fmt: skip


def find_withdrawal(db: Session, number: int) -> Withdrawal | None:
    """Return the withdrawal of an inquiry, to be undone."""
    return db.get(Withdrawal, number)


def find_copy(db: Session, number: int) -> Copy | None:
    """Return where an inquiry was copied from, to be changed."""
    return db.get(Copy, number)


def find_owner(db: Session, number: int) -> Owner | None:
    """Return who answers for an inquiry, to be changed."""
    return db.get(Owner, number)


def find_read_law(db: Session, number: int) -> ReadLaw | None:
    """Return which rules the people of an inquiry have seen, to be changed."""
    return db.get(ReadLaw, number)


def find_rule_set(db: Session, digest: str) -> RuleSet | None:
    """Return a set of rules that was kept."""
    return db.get(RuleSet, digest)


def list_laws(db: Session, numbers: Collection[int], *, but: str) -> Mapping[int, Law]:
    """Return the kept rules of those inquiries that have seen others than `but`."""
    if not numbers:
        return {}
    seen = db.execute(
        select(ReadLaw.inquiry_id, ReadLaw.digest).where(ReadLaw.inquiry_id.in_(numbers), ReadLaw.digest != but)
    ).all()
    if not seen:
        return {}
    kept = db.execute(
        select(RuleSet.digest, RuleSet.version, RuleSet.rules).where(RuleSet.digest.in_({row.digest for row in seen}))
    )
    laws = {row.digest: Law(row.version, row.rules) for row in kept}
    return {row.inquiry_id: laws[row.digest] for row in seen}
