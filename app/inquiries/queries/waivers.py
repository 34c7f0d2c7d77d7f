"""Waivers as they stand: of one inquiry, of all of them, and by number; and who wrote an inquiry."""

from datetime import date, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, or_, select
from sqlalchemy.orm import Session, aliased

from app.accounts.tables import User
from app.audit.queries import list_actors
from app.inquiries.queries.records import reference_of
from app.inquiries.tables import Inquiry, InquiryVersion, Waiver
from app.rules.finding import waiver_words
from app.rules.workflow import Role


class Standing(StrEnum):
    """How a waiver stands on a day."""

    WAITING = "waiting"
    IN_FORCE = "in-force"
    ENDED = "ended"
    WITHDRAWN = "withdrawn"


class Granted(NamedTuple):
    """One waiver with the names of its people; without an inquiry it is the relaxation of a rule for all of them."""

    id: int
    inquiry_id: int | None
    organisation_id: int | None
    version: int
    rule: str
    field: str
    finding: str
    reason: str
    until: date
    needs_second: bool
    asked_by_id: int
    asked_by: str
    asked_by_organisation: int | None
    asked_at: datetime
    confirmed_by_id: int | None
    confirmed_by: str | None
    confirmed_by_organisation: int | None
    confirmed_at: datetime | None
    withdrawn_by: str | None
    withdrawn_at: datetime | None

    @property
    def reference(self) -> str:
        """What people call the inquiry; nothing where the rule is relaxed for all."""
        return "" if self.inquiry_id is None else reference_of(self.inquiry_id)

    @property
    def people(self) -> tuple[str, ...]:
        """Who took it upon themselves."""
        return (self.asked_by,) if self.confirmed_by is None else (self.asked_by, self.confirmed_by)

    @property
    def words(self) -> str:
        """Who waived it, until when, and why, as every page says it."""
        return waiver_words({"by": self.people, "reason": self.reason, "until": self.until.isoformat()})

    def standing(self, today: date) -> Standing:
        """Say how it stands; it counts on no day but those on which it is in force."""
        if self.withdrawn_at is not None:
            return Standing.WITHDRAWN
        if today > self.until:
            return Standing.ENDED
        return Standing.WAITING if self.needs_second and self.confirmed_at is None else Standing.IN_FORCE


_Asked, _Confirmed, _Withdrawn = (aliased(User, name=name) for name in ("asked", "confirmed", "withdrawn"))
_GRANTED: tuple[Any, ...] = (
    Waiver.id,
    Waiver.inquiry_id,
    Inquiry.organisation_id,
    Waiver.version,
    Waiver.rule,
    Waiver.field,
    Waiver.finding,
    Waiver.reason,
    Waiver.until,
    Waiver.needs_second,
    Waiver.asked_by_id,
    _Asked.name,
    _Asked.organisation_id,
    Waiver.asked_at,
    Waiver.confirmed_by_id,
    _Confirmed.name,
    _Confirmed.organisation_id,
    Waiver.confirmed_at,
    _Withdrawn.name,
    Waiver.withdrawn_at,
)
MOST = 200


def list_waivers(db: Session, *which: ColumnElement[bool]) -> tuple[Granted, ...]:
    """Return the latest waivers, the newest first: all of them, or those that are asked for."""
    return _granted(db, _waivers().where(*which).order_by(Waiver.id.desc()).limit(MOST))


def list_waivers_on(db: Session, number: int) -> tuple[Granted, ...]:
    """Return the waivers of one inquiry, in order, whatever became of them."""
    return _granted(db, _waivers().where(Waiver.inquiry_id == number).order_by(Waiver.id))


def list_confirmed(db: Session, number: int | None) -> tuple[Granted, ...]:
    """Return what may count for one inquiry, or for a document that is none; whether its day has come is not asked."""
    is_meant: ColumnElement[bool] = Waiver.inquiry_id.is_(None)
    if number is not None:
        is_meant = or_(is_meant, Waiver.inquiry_id == number)
    is_agreed = or_(Waiver.needs_second.is_(False), Waiver.confirmed_at.is_not(None))
    return _granted(db, _waivers().where(is_meant, is_agreed, Waiver.withdrawn_at.is_(None)).order_by(Waiver.id))


def list_agreed(db: Session) -> tuple[Granted, ...]:
    """Return every waiver that ever counted, also those that were taken back since, in order."""
    is_agreed = or_(Waiver.needs_second.is_(False), Waiver.confirmed_at.is_not(None))
    return _granted(db, _waivers().where(is_agreed).order_by(Waiver.id))


def find_waiver(db: Session, waiver_id: int) -> Granted | None:
    """Return one waiver."""
    return next(iter(_granted(db, _waivers().where(Waiver.id == waiver_id))), None)


def lock_waiver(db: Session, waiver_id: int) -> Waiver | None:
    """Return one waiver as a row that nobody else changes meanwhile."""
    wanted = select(Waiver).where(Waiver.id == waiver_id).with_for_update()
    return db.scalars(wanted.execution_options(populate_existing=True)).one_or_none()


def list_writers(db: Session, number: int) -> frozenset[int]:
    """Return everybody who opened, changed or submitted any of an inquiry as a customer, whatever they are today."""
    opened = db.scalars(select(Inquiry.opened_by_id).where(Inquiry.id == number))
    submitted = db.scalars(select(InquiryVersion.submitted_by_id).where(InquiryVersion.inquiry_id == number))
    written = list_actors(db, f"inquiry:{reference_of(number)}", role=Role.CUSTOMER.value)
    return written | {person for person in (*opened, *submitted) if person is not None}


def find_organisation_of(db: Session, number: int) -> int | None:
    """Return the organisation that an inquiry belongs to; None while it is a visitor's."""
    return db.scalar(select(Inquiry.organisation_id).where(Inquiry.id == number))


def _waivers() -> Select[*tuple[Any, ...]]:
    return (
        select(*_GRANTED)
        .outerjoin(Inquiry, Inquiry.id == Waiver.inquiry_id)
        .join(_Asked, _Asked.id == Waiver.asked_by_id)
        .outerjoin(_Confirmed, _Confirmed.id == Waiver.confirmed_by_id)
        .outerjoin(_Withdrawn, _Withdrawn.id == Waiver.withdrawn_by_id)
    )


def _granted(db: Session, wanted: Select[*tuple[Any, ...]]) -> tuple[Granted, ...]:
    return tuple(Granted(*row) for row in db.execute(wanted))
