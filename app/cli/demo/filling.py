"""Fills an empty database: the registry, the people, and each deed on each inquiry in the order of time."""

import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.cli.demo.deeds import Story, do_step
from app.cli.demo.people import make_person
from app.cli.demo.seeds import Desk, Example
from app.cli.knowledge import SEEDS
from app.infra.files import Files
from app.infra.passwords import Passwords
from app.inquiries import queries, service
from app.registry import service as registry


@dataclass(frozen=True, slots=True)
class WayIn:
    """How to sign in as somebody."""

    role: str
    organisation: str
    email: str
    password: str


@dataclass(frozen=True, slots=True)
class Made:
    """One inquiry, and where it stands."""

    reference: str
    kind: str
    state: str


@dataclass(frozen=True, slots=True)
class Filled:
    """What is in the database now."""

    people: tuple[WayIn, ...]
    inquiries: tuple[Made, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the object of the contract."""
        return {
            "people": [asdict(person) for person in self.people],
            "inquiries": [asdict(inquiry) for inquiry in self.inquiries],
        }


def is_empty(db: Session) -> bool:
    """Say whether nobody and nothing is there yet."""
    return not db.scalar(text("SELECT count(*) FROM users")) and not db.scalar(text("SELECT count(*) FROM inquiries"))


def fill(db: Session, desk: Desk, files: Files, passwords: Passwords, *, now: datetime) -> Filled:
    """Put everything in, as people would have done it day by day."""
    registry.load_seeds(db, SEEDS, now=now)
    began = now - timedelta(days=1 + max(example.days_ago for example in desk.inquiries))
    people: dict[str, Person] = {}
    ways_in = []
    for someone in desk.people:
        people[someone.id], password = make_person(db, someone, passwords, now=began)
        ways_in.append(WayIn(someone.role.value, someone.organisation, someone.email, password))
    opened = [_open(db, example, people, files, now=now) for example in desk.inquiries]
    deeds = [(step.days_ago, number, step) for number, example in enumerate(desk.inquiries) for step in example.steps]
    for days_ago, number, step in sorted(deeds, key=lambda deed: -deed[0]):
        story = Story(opened[number], people, desk.reasons, today=now.date())
        do_step(db, story, step, now=now - timedelta(days=days_ago))
    return Filled(tuple(ways_in), tuple(_made(db, people, reference, now) for reference in opened))


def _open(db: Session, example: Example, people: Mapping[str, Person], files: Files, *, now: datetime) -> str:
    """Open the draft with its answers and the rows behind its baseline."""
    person, then = people[example.by], now - timedelta(days=example.days_ago)
    reference = service.open_inquiry(
        db,
        person,
        kind=example.document["kind"],
        form_key=secrets.token_urlsafe(24),
        now=then,
        document=example.document,
    )
    with example.file.open("rb") as stream:
        taken = service.take_in(files, example.file.name, stream)
    service.attach(db, person, reference, taken=taken, now=then)
    return reference


def _made(db: Session, people: Mapping[str, Person], reference: str, now: datetime) -> Made:
    for person in people.values():
        found = queries.find_own(db, person, reference, now=now)
        if found is not None:
            return Made(reference, found.kind, found.state.value)
    raise RuntimeError("an inquiry of the demonstration belongs to nobody")
