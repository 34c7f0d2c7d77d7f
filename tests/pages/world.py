"""A desk with two organisations and every role, for tests that knock on every door as everybody."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI
from fastapi.routing import iter_route_contexts
from sqlalchemy import inspect, text
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from app.accounts import service as accounts
from app.accounts.queries import Person
from app.infra import canonical
from app.infra.files import Files
from app.infra.request import House
from app.infra.security import hash_token, random_token
from app.inquiries import service as inquiries
from app.notices import service as notices
from app.registry.queries import load_facts
from app.reviews import service as reviews
from app.rules.workflow import Role
from tests import approvals, drafts, factories
from tests.conftest import BASE_URL, HOST

DOCUMENT = Path(__file__).parent.parent / "documents" / "qwen.json"
CANARY = "canary"
MISSING = {
    "reference": "PD-9999",
    "submitted": "PD-9999",
    "upload": "A" * 22,
    "session_id": "999999",
    "user_id": "999999",
    "notice_id": "999999",
    "mail_id": "999999",
    "token": "A" * 43,
    "attachment": "A" * 22,
    "line": "999999",
    "waiver": "999999",
}
ACTORS: dict[str, Role | None] = {
    "visitor": None,
    "ann": Role.CUSTOMER,
    "bob": Role.CUSTOMER,
    "engineer": Role.ENGINEER,
    "ops": Role.OPS,
    "admin": Role.ADMIN,
}
UNSTABLE = re.compile(r'reference <code>[0-9a-f]+</code>|"reference": "[0-9a-f]{12}"|name="csrf_token" value="[^"]*"')


@dataclass(frozen=True, slots=True)
class Door:
    """One route, by its function's name."""

    name: str
    method: str
    path: str

    @property
    def is_api(self) -> bool:
        """Whether it is a program's door."""
        return self.path.startswith("/api/")

    @property
    def places(self) -> list[str]:
        """The names of what stands in its address."""
        return re.findall(r"{(\w+)", self.path)


def doors_of(app: FastAPI) -> list[Door]:
    """Return every route of the application, reading ones first and those that take something away last."""
    found = [
        Door(context.endpoint.__name__, method, re.sub(r":\w+}", "}", context.path or ""))
        for context in iter_route_contexts(app.routes)
        if context.endpoint is not None and context.endpoint.__name__ != "openapi"
        for method in sorted(context.methods or set())
    ]
    return sorted(found, key=lambda door: (door.method != "GET", bool(re.search("submit|remove|other|out", door.name))))


class World:
    """Everybody, what is theirs, and how each of them knocks."""

    def __init__(self, app: FastAPI, now: datetime) -> None:
        self.app = app
        self.house: House = app.state.house
        self.now = now
        self.visitors = {name: random_token() for name in (*ACTORS, "stranger")}
        self.people: dict[str, Person] = {"visitor": Person(), "stranger": Person()}
        self.things: dict[str, dict[str, str]] = {"missing": MISSING}
        self.public: dict[str, str] = {"section": "model"}
        self._sessions: dict[str, str] = {}
        self.house.work.write_now(self._fill)
        self.tokens = {name: self._token(person) for name, person in self.people.items() if person.role}

    def knock(self, door: Door, actor: str, owner: str) -> tuple[int, str, str]:
        """Knock as this person on a thing of that owner; returns the status, where it leads to, and the words."""
        browser = TestClient(self.app, base_url=BASE_URL, follow_redirects=False)
        self.dress(browser, actor)
        answer = browser.request(door.method, self.address(door, owner), **self._body(door, actor))
        places = sorted({*self.things[owner].values(), *MISSING.values()}, key=len, reverse=True)
        asked = re.compile("|".join(re.escape(place) for place in places if len(place) > 2))
        body = UNSTABLE.sub("", answer.text)
        location = answer.headers.get("location", "")
        if location == "/sign-in?next=" + quote(answer.request.url.path, safe=""):
            location = "/sign-in"
        return answer.status_code, asked.sub("…", location), asked.sub("…", body)

    def address(self, door: Door, owner: str) -> str:
        """Return the address of that owner's thing behind this door."""
        values = {**self.public, **self.things[owner]}
        if re.search("receipt|/reviews/|/decision|/conflict", door.path) or door.name == "download_snapshot":
            values["reference"] = values["submitted"]
        return re.sub(r"{(\w+)}", lambda found: values[found.group(1)], door.path)

    def owners(self, door: Door, actor: str) -> Iterator[tuple[str, str]]:
        """Return whose things there are behind this door: (how it stands to the actor, owner)."""
        needed = set(door.places) - set(self.public)
        if not needed:
            yield "own", actor
            return
        foreign = "bob" if actor == "ann" else "ann"
        for owner in dict.fromkeys((actor, foreign, "stranger", "missing")):
            if needed <= self.things.get(owner, {}).keys():
                yield {actor: "own", "missing": "missing"}.get(owner, "foreign"), owner

    def dump(self) -> dict[str, list[tuple[object, ...]]]:
        """Return every row of every table, but for when a session was last seen."""
        return self.house.work.read_now(_dump)

    def _fill(self, db: Session) -> None:
        for name, role in ACTORS.items():
            if role is None:
                continue
            organisation = f"{name} {CANARY} Ltd"
            person = factories.stored_person(
                db, role, now=self.now, organisation=organisation, email=f"{name}@example.com"
            )
            self.people[name] = person
            assert person.id is not None
            factories.stored_session(db, person.id, now=self.now)
            link, _ = accounts.make_link(db, person.email, now=self.now)
            number = str(db.scalar(text("SELECT max(id) FROM sessions")))
            self.things[name] = {"user_id": str(person.id), "session_id": number, "token": link}
            self.things[name] |= self._notice(db, name, person.id)
        for name in ("ann", "bob", "visitor", "stranger"):
            self.things.setdefault(name, {}).update(self._inquiry(db, name))
        self.public["scope"] = approvals.approved(db, now=self.now).reference
        facts = load_facts(db)
        self.public |= {
            "claim_id": "glm-5.3-report",
            "checkpoint_id": "Qwen/Qwen3.8-27B",
            "source_id": str(db.scalar(text("SELECT min(id) FROM sources"))),
        }
        assert facts.claims

    def _notice(self, db: Session, name: str, user_id: int) -> dict[str, str]:
        keys = {"event": f"{name}/told", "template": "told", "reference": "PD-0001", "path": "/inquiries/PD-0001"}
        words = {"subject": f"{name} {CANARY}", "body": "Told."}
        notices.tell(db, **keys, **words, to=[user_id], actor_id=None, now=self.now)
        found = db.execute(text("SELECT channel, max(id) FROM deliveries GROUP BY channel"))
        ids = {str(channel): str(number) for channel, number in found}
        return {"notice_id": ids["inbox"], "mail_id": ids["mail"]}

    def _inquiry(self, db: Session, name: str) -> dict[str, str]:
        person = self.people[name]
        if person.role is None:
            person = Person(visitor=hash_token(self.visitors[name]))
        document = {**canonical.parse(DOCUMENT.read_bytes()), "title": f"{name} {CANARY}"}
        keys: dict[str, Any] = {"person": person, "kind": "qwen-27b", "now": self.now}
        reference = inquiries.open_inquiry(db, form_key=random_token(), document=document, **keys)
        taken = inquiries.take_in(
            Files(self.house.data / "uploads"), f"{name}.csv", BytesIO(f"a,b\n1,{name}\n".encode())
        )
        upload = inquiries.attach(db, person, reference, taken=taken, now=self.now)
        if person.role is None:
            nothing = {"submitted": "PD-9998", "attachment": "B" * 22, "line": "999998", "waiver": "999998"}
            return {"reference": reference, "upload": upload.public_id, **nothing}
        owing = drafts.owing(title=f"{name} {CANARY}")
        submitted = inquiries.open_inquiry(db, form_key=random_token(), document=owing, **keys)
        attached = inquiries.attach(db, person, submitted, taken=taken, now=self.now)
        answer = inquiries.submit(db, person, submitted, digest=None, now=self.now)
        assert isinstance(answer, inquiries.Submission), answer
        engineer = self.people["engineer"]
        reviews.comment(db, engineer, submitted, version=1, text="Between us.", visibility="internal", now=self.now)
        line = str(db.scalar(text("SELECT max(id) FROM inquiry_events WHERE kind = 'comment'")))
        things = {"submitted": submitted, "attachment": attached.public_id, "line": line}
        things["waiver"] = self._waiver(db, submitted)
        return {"reference": reference, "upload": upload.public_id, **things}

    def _waiver(self, db: Session, reference: str) -> str:
        """Let another engineer than the one who knocks ask for a waiver."""
        asking = factories.stored_person(db, Role.ENGINEER, now=self.now)
        keys: dict[str, Any] = {"rule": "BG-15", "field": "deployment.rollback", "version": 1, "now": self.now}
        until = self.now.date()
        return str(reviews.waive(db, asking, reference, reason="For a day.", until=until, **keys).id)

    def _token(self, person: Person) -> str:
        made = self.house.work.write_now(
            accounts.create_token, person.email, scopes=accounts.SCOPES, days=1, now=self.now
        )
        return made.token

    def dress_once(self) -> None:
        """Let each person keep one session from now on, so that knocking itself stores nothing."""
        for name, person in self.people.items():
            if person.id is not None:
                self._sessions[name] = self.house.work.write_now(factories.stored_session, person.id, now=self.now)

    def dress(self, browser: TestClient, actor: str) -> None:
        """Give a browser what this person's browser holds."""
        browser.cookies.set("pilotdesk_visitor", self.visitors[actor], domain=HOST)
        person = self.people[actor]
        if person.id is not None:
            # usually a new one for each knock, because some doors end it
            token = self._sessions.get(actor) or self.house.work.write_now(
                factories.stored_session, person.id, now=self.now
            )
            browser.cookies.set("pilotdesk_session", token, domain=HOST)

    def _body(self, door: Door, actor: str) -> dict[str, Any]:
        if not door.is_api:
            if door.method in {"GET", "HEAD"}:
                return {}
            token = self.house.security.csrf_token(self.visitors[actor])
            fields = {
                "csrf_token": token,
                "kind": "qwen-27b",
                "form_key": random_token(),
                "do": "end-sessions",
                "digest": "sha256:" + "0" * 64,
            }
            if door.name == "add_upload":
                return {"data": fields, "files": {"file": ("x.csv", b"a,b\n1,2\n")}}
            return {"data": fields}
        headers = {"If-Match": "*", "Idempotency-Key": random_token()}
        if actor in self.tokens:
            headers["Authorization"] = f"Bearer {self.tokens[actor]}"
        if door.method in {"GET", "HEAD"}:
            return {"headers": headers}
        if "upload" in door.name:
            return {"headers": headers, "files": {"file": ("x.csv", b"a,b\n1,2\n")}}
        return {"headers": headers, "json": {"kind": "qwen-27b", "claim": "x", "checkpoint": "x", "use": "x"}}


def _dump(db: Session) -> dict[str, list[tuple[object, ...]]]:
    bind = db.get_bind()
    tables = [name for name in sorted(inspect(bind).get_table_names()) if not name.startswith("alembic")]
    kept: dict[str, list[tuple[object, ...]]] = {}
    for table in tables:
        rows = db.execute(text(f"SELECT * FROM {table}")).mappings()  # noqa: S608  names of our own tables
        kept[table] = sorted((tuple(v for k, v in row.items() if k != "seen_at") for row in rows), key=repr)
    return kept
