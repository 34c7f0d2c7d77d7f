"""People, sessions, links and tokens, without a browser; each deed with its audit entry."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DatabaseError
from sqlalchemy.orm import Session

from app.accounts import queries, service
from app.accounts.queries import Caller, Person
from app.accounts.tables import HeldPost, LoginSession, Organisation, SignInLink, User
from app.audit import service as audit
from app.audit.tables import AuditEntry
from app.infra.errors import ConflictError, InvalidError, NotFoundError
from app.infra.security import hash_token
from app.infra.work import Work
from app.rules.workflow import Role
from tests import factories

VISITOR = "f" * 64
HASH = "not a hash that any password has"


def audit_of(db: Session) -> list[tuple[str, str, int | None]]:
    rows = db.scalars(select(AuditEntry).order_by(AuditEntry.id))
    return [(row.verb, row.subject, row.actor_id) for row in rows]


def signed_up(db: Session, now: datetime, email: str = "ann@example.org") -> str:
    token = service.sign_up(
        db,
        Person(visitor=VISITOR),
        email=email,
        name="Ann",
        organisation="Example Ltd",
        password_hash=HASH,
        browser="a browser",
        now=now,
    )
    assert token is not None
    return token


def visit(db: Session, token: str, now: datetime) -> Person:
    return queries.find_visit(db, Caller("/", hash_token(token), visitor=VISITOR), now).person


def test_signing_up_makes_an_organisation_its_customer_and_a_session(work: Work, now: datetime) -> None:
    def do(db: Session) -> Person:
        return visit(db, signed_up(db, now), now)

    person = work.write_now(do)
    assert (person.email, person.role, person.organisation) == ("ann@example.org", Role.CUSTOMER, "Example Ltd")
    assert person.visitor == VISITOR
    assert work.read_now(audit_of) == [("sign up", "user:1", 1), ("sign in", "user:1", 1)]


def test_a_taken_address_is_not_signed_up_again(work: Work, now: datetime) -> None:
    work.write_now(signed_up, now)

    def again(db: Session) -> str | None:
        return service.sign_up(
            db, Person(), email="ann@example.org", name="x", organisation="y", password_hash=HASH, browser="", now=now
        )

    assert work.write_now(again) is None
    assert work.read_now(lambda db: [row.name for row in db.scalars(select(Organisation))]) == ["Example Ltd"]


def test_a_sign_up_that_meets_another_at_the_same_moment_leaves_nothing(
    work: Work, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    work.write_now(signed_up, now)
    monkeypatch.setattr(queries, "find_user", lambda _db, _email: None)  # what the other one sees a moment before

    def again(db: Session) -> str | None:
        return service.sign_up(
            db, Person(), email="ann@example.org", name="x", organisation="y", password_hash=HASH, browser="", now=now
        )

    assert work.write_now(again) is None
    assert work.read_now(lambda db: [row.name for row in db.scalars(select(Organisation))]) == ["Example Ltd"]


def test_no_secret_is_kept_as_it_is(work: Work, now: datetime) -> None:
    def do(db: Session) -> tuple[str, str, str]:
        session = signed_up(db, now)
        link, _ = service.make_link(db, "ann@example.org", now=now)
        made = service.create_token(db, "ann@example.org", scopes=("inquiries:read",), days=1, now=now)
        return session, link, made.token

    secrets = work.write_now(do)
    everything = work.read_now(dump)
    assert not [secret for secret in secrets if secret in everything]


def dump(db: Session) -> str:
    tables = ("users", "sessions", "sign_in_links", "api_tokens", "audit_entries", "held_posts")
    rows = [tuple(row) for table in tables for row in db.execute(text(f"SELECT * FROM {table}"))]  # noqa: S608  fixed names
    return repr(rows)


def test_signing_in_ends_the_session_that_the_browser_had(work: Work, now: datetime) -> None:
    def do(db: Session) -> tuple[Person, Person]:
        first = signed_up(db, now)
        before = visit(db, first, now)
        second = service.sign_in(db, before, 1, password_hash=HASH, browser="b", now=now)
        assert second
        return visit(db, first, now), visit(db, second, now)

    old, new = work.write_now(do)
    assert old.role is None
    assert new.role is Role.CUSTOMER


@pytest.mark.parametrize("trouble", ["disabled", "changed", "gone"])
def test_a_password_that_was_right_a_moment_ago_may_not_let_in_any_more(
    work: Work, now: datetime, trouble: str
) -> None:
    def do(db: Session) -> str | None:
        signed_up(db, now)
        user = db.get_one(User, 1)
        if trouble == "disabled":
            user.disabled_at = now
        if trouble == "changed":
            user.password_hash = "another"
        number = 99 if trouble == "gone" else 1
        return service.sign_in(db, Person(), number, password_hash=HASH, browser="b", now=now)

    assert work.write_now(do) is None


def test_higher_floors_are_told_who_came_in(work: Work, now: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[tuple[int | None, str, datetime]] = []

    def hear(_db: Session, person: Person, *, now: datetime) -> None:
        told.append((person.organisation_id, person.visitor, now))

    monkeypatch.setattr(service, "ON_SIGN_IN", service.ON_SIGN_IN)
    kept = list(service.ON_SIGN_IN)
    service.ON_SIGN_IN[:] = [hear]
    try:
        work.write_now(signed_up, now)
    finally:
        service.ON_SIGN_IN[:] = kept
    assert told == [(1, VISITOR, now)]


@pytest.mark.parametrize(
    ("later", "is_in"),
    [
        (timedelta(0), True),
        (queries.IDLE - timedelta(seconds=1), True),
        (queries.IDLE, False),
        (queries.LONGEST, False),
    ],
)
def test_a_session_that_nobody_uses_ends(work: Work, now: datetime, later: timedelta, *, is_in: bool) -> None:
    token = work.write_now(signed_up, now)
    assert (work.read_now(visit, token, now + later).role is not None) is is_in


def test_a_session_in_use_ends_all_the_same_after_its_longest_time(work: Work, now: datetime) -> None:
    token = work.write_now(signed_up, now)
    end = now + queries.LONGEST
    session = work.read_now(visit, token, now).session_id
    assert session
    work.write_now(service.note_seen, session, now=end - timedelta(minutes=1))
    assert work.read_now(visit, token, end - timedelta(seconds=1)).role is Role.CUSTOMER
    assert work.read_now(visit, token, end).role is None


def test_a_person_ends_their_own_sessions_and_no_others(work: Work, now: datetime) -> None:
    def do(db: Session) -> None:
        ann = visit(db, signed_up(db, now), now)
        bob = visit(db, signed_up(db, now, "bob@example.org"), now)
        assert bob.session_id
        service.end_session(db, ann, bob.session_id, now=now)

    with pytest.raises(NotFoundError):
        work.write_now(do)


def test_ending_all_other_sessions_keeps_this_one(work: Work, now: datetime) -> None:
    def do(db: Session) -> tuple[int, list[int]]:
        ann = visit(db, signed_up(db, now), now)
        factories.stored_session(db, 1, now=now)
        factories.stored_session(db, 1, now=now)
        ended = service.end_other_sessions(db, ann, now=now)
        return ended, [row.id for row in queries.list_sessions(db, 1, now)]

    assert work.write_now(do) == (2, [1])


def test_signing_out_ends_the_session_and_forgets_what_was_held(work: Work, now: datetime) -> None:
    def do(db: Session) -> tuple[Person, Any]:
        token = signed_up(db, now)
        service.hold_post(db, VISITOR, "/x", pairs=(("a", "b"),), now=now)
        service.sign_out(db, visit(db, token, now), now=now)
        return visit(db, token, now), queries.find_held(db, VISITOR, "/x", now)

    assert work.write_now(do) == (Person(visitor=VISITOR), None)


def test_signing_out_without_a_session_does_no_harm(work: Work, now: datetime) -> None:
    work.write_now(service.sign_out, Person(visitor=VISITOR), now=now)
    assert work.read_now(audit_of) == []


def test_changing_the_password_ends_every_other_session(work: Work, now: datetime) -> None:
    def do(db: Session) -> list[int]:
        ann = visit(db, signed_up(db, now), now)
        factories.stored_session(db, 1, now=now)
        service.change_password(db, ann, old_hash=HASH, new_hash="new", now=now)
        return [row.id for row in queries.list_sessions(db, 1, now)]

    assert work.write_now(do) == [1]
    assert work.read_now(audit_of)[-1] == ("change password", "user:1", 1)


def test_a_password_that_changed_meanwhile_is_not_overwritten(work: Work, now: datetime) -> None:
    work.write_now(signed_up, now)
    with pytest.raises(ConflictError):
        work.write_now(service.change_password, Person(id=1), old_hash="older", new_hash="new", now=now)


def test_a_disabled_person_loses_session_token_and_link_at_once(work: Work, now: datetime) -> None:
    def do(db: Session) -> tuple[Any, ...]:
        session = signed_up(db, now)
        link, _ = service.make_link(db, "ann@example.org", now=now)
        made = service.create_token(db, "ann@example.org", scopes=("inquiries:read",), days=1, now=now)
        admin = factories.stored_person(db, Role.ADMIN, now=now)
        service.change_person(db, admin, 1, "disable", now=now)
        by_token = queries.find_visit(db, Caller(token=hash_token(made.token)), now).person
        return visit(db, session, now).role, by_token.role, queries.find_link(db, hash_token(link), now)

    assert work.write_now(do) == (None, None, None)


def test_an_enabled_person_can_come_in_again(work: Work, now: datetime) -> None:
    def do(db: Session) -> tuple[datetime | None, int | None]:
        signed_up(db, now)
        admin = factories.stored_person(db, Role.ADMIN, now=now)
        service.change_person(db, admin, 1, "disable", now=now)
        service.change_person(db, admin, 1, "disable", now=now)
        user = service.change_person(db, admin, 1, "enable", now=now)
        return user.disabled_at, user.disabled_by_id

    assert work.write_now(do) == (None, None)


def test_an_admin_cannot_disable_themself(work: Work, now: datetime) -> None:
    admin = work.write_now(factories.stored_person, Role.ADMIN, now=now)
    assert admin.id
    with pytest.raises(ConflictError):
        work.write_now(service.change_person, admin, admin.id, "disable", now=now)


def test_an_unknown_change_or_person_is_refused(work: Work, now: datetime) -> None:
    admin = work.write_now(factories.stored_person, Role.ADMIN, now=now)
    assert admin.id
    with pytest.raises(InvalidError):
        work.write_now(service.change_person, admin, admin.id, "promote", now=now)
    with pytest.raises(NotFoundError):
        work.write_now(service.change_person, admin, 99, "disable", now=now)


def test_a_link_works_once(work: Work, now: datetime) -> None:
    def do(db: Session) -> tuple[str, str]:
        service.add_user(db, email="eve@example.org", role=Role.ENGINEER, organisation="", now=now)
        link, _ = service.make_link(db, "eve@example.org", now=now)
        return link, service.use_link(db, Person(), link, password_hash=HASH, browser="b", now=now)

    link, session = work.write_now(do)
    assert work.read_now(visit, session, now).role is Role.ENGINEER
    with pytest.raises(NotFoundError):
        work.write_now(service.use_link, Person(), link, password_hash=HASH, browser="b", now=now)


def test_a_link_ends_after_a_day(work: Work, now: datetime) -> None:
    def do(db: Session) -> str:
        service.add_user(db, email="eve@example.org", role=Role.OPS, organisation="", now=now)
        return service.make_link(db, "eve@example.org", now=now)[0]

    link = work.write_now(do)
    later = now + timedelta(hours=24)
    with pytest.raises(NotFoundError):
        work.write_now(service.use_link, Person(), link, password_hash=HASH, browser="b", now=later)


def test_using_a_link_ends_every_session(work: Work, now: datetime) -> None:
    def do(db: Session) -> int:
        signed_up(db, now)
        link, _ = service.make_link(db, "ann@example.org", now=now)
        service.use_link(db, Person(), link, password_hash="new", browser="b", now=now)
        return len(queries.list_sessions(db, 1, now))

    assert work.write_now(do) == 1


def test_a_customer_is_added_to_an_organisation_that_is_there(work: Work, now: datetime) -> None:
    def do(db: Session) -> tuple[list[str], list[int | None]]:
        for name in ("a", "b"):
            service.add_user(db, email=f"{name}@example.org", role=Role.CUSTOMER, organisation="One", now=now)
        return list(db.scalars(select(Organisation.name))), list(db.scalars(select(User.organisation_id)))

    assert work.write_now(do) == (["One"], [1, 1])


def test_a_customer_without_an_organisation_is_refused(work: Work, now: datetime) -> None:
    with pytest.raises(InvalidError):
        work.write_now(service.add_user, email="a@example.org", role=Role.CUSTOMER, organisation="", now=now)


def test_an_address_is_added_once(work: Work, now: datetime) -> None:
    work.write_now(service.add_user, email="a@example.org", role=Role.OPS, organisation="", now=now)
    with pytest.raises(ConflictError):
        work.write_now(service.add_user, email="a@example.org", role=Role.OPS, organisation="", now=now)


def test_the_database_itself_refuses_a_customer_without_a_place(work: Work, now: datetime) -> None:
    def do(db: Session) -> None:
        db.add(User(email="a@example.org", name="", role="customer", created_at=now))

    with pytest.raises(DatabaseError):
        work.write_now(do)


@pytest.mark.parametrize(
    ("scopes", "days", "words"),
    [
        (("inquiries:read", "everything"), 1, "There is no scope everything"),
        ((), 1, "Name at least one scope"),
        (("inquiries:read",), 0, "A token is good for"),
        (("inquiries:read",), 367, "A token is good for"),
    ],
)
def test_a_token_that_says_too_much_or_too_little_is_refused(
    work: Work, now: datetime, scopes: tuple[str, ...], days: int, words: str
) -> None:
    work.write_now(signed_up, now)
    with pytest.raises(InvalidError, match=words):
        work.write_now(service.create_token, "ann@example.org", scopes=scopes, days=days, now=now)


def test_a_token_is_for_someone_who_can_sign_in(work: Work, now: datetime) -> None:
    with pytest.raises(NotFoundError):
        work.write_now(service.create_token, "no@example.org", scopes=("inquiries:read",), days=1, now=now)


def test_a_token_carries_its_scopes_until_its_end(work: Work, now: datetime) -> None:
    def do(db: Session) -> str:
        signed_up(db, now)
        scopes = ("inquiries:write", "inquiries:read")
        return service.create_token(db, "ann@example.org", scopes=scopes, days=2, now=now).token

    token = work.write_now(do)

    def who(at: datetime) -> Person:
        return work.read_now(queries.find_visit, Caller(token=hash_token(token)), at).person

    assert who(now).scopes == frozenset({"inquiries:read", "inquiries:write"})
    assert who(now + timedelta(days=2)).role is None
    assert token.startswith("pd_")


def test_what_was_held_is_given_back_as_it_was_and_for_a_day(work: Work, now: datetime) -> None:
    pairs = (("a", "1"), ("a", "2"), ("b", "  text\n\u202e✓ "))
    work.write_now(service.hold_post, VISITOR, "/x", pairs=(("old", "1"),), now=now)
    work.write_now(service.hold_post, VISITOR, "/x", pairs=pairs, now=now)
    assert work.read_now(queries.find_held, VISITOR, "/x", now) == pairs
    assert work.read_now(queries.find_held, VISITOR, "/y", now) is None
    assert work.read_now(queries.find_held, "e" * 64, "/x", now) is None
    assert work.read_now(queries.find_held, VISITOR, "/x", now + queries.HELD_FOR) is None


def test_nothing_is_held_for_an_address_that_no_form_has(work: Work, now: datetime) -> None:
    work.write_now(service.hold_post, VISITOR, "/" + "x" * 300, pairs=(("a", "1"),), now=now)
    assert work.read_now(lambda db: db.scalars(select(HeldPost)).all()) == []


def test_what_has_ended_is_thrown_away_and_the_rest_kept(work: Work, now: datetime) -> None:
    def fill(db: Session) -> None:
        signed_up(db, now - timedelta(days=40))
        service.make_link(db, "ann@example.org", now=now - timedelta(days=40))
        service.make_link(db, "ann@example.org", now=now)
        service.hold_post(db, VISITOR, "/old", pairs=(), now=now - timedelta(days=2))
        service.hold_post(db, VISITOR, "/new", pairs=(), now=now)
        factories.stored_session(db, 1, now=now)

    work.write_now(fill)
    work.write_now(service.purge, now=now)

    def left(db: Session) -> tuple[list[int], list[str], list[int]]:
        sessions = list(db.scalars(select(LoginSession.id).order_by(LoginSession.id)))
        return sessions, list(db.scalars(select(HeldPost.path))), list(db.scalars(select(SignInLink.id)))

    assert work.read_now(left) == ([2], ["/new"], [2])


def test_a_deed_and_its_audit_entry_come_and_go_together(
    work: Work, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted failure of the trail takes the deed with it, and one of the deed takes the trail."""
    from app.accounts.service import people  # noqa: PLC0415  the planted fault sits here

    def broken(*_args: object, **_kwargs: object) -> None:
        raise RuntimeError("planted")

    with monkeypatch.context() as planted:
        planted.setattr(audit, "record", broken)
        with pytest.raises(RuntimeError, match="planted"):
            work.write_now(signed_up, now)
    assert work.read_now(lambda db: db.scalars(select(User)).all()) == []

    with monkeypatch.context() as planted:
        planted.setattr(people, "start_session", broken)
        with pytest.raises(RuntimeError, match="planted"):
            work.write_now(signed_up, now)
    assert work.read_now(audit_of) == []

    work.write_now(signed_up, now)  # the control: without a fault both are there
    assert [verb for verb, _, _ in work.read_now(audit_of)] == ["sign up", "sign in"]


@pytest.mark.parametrize("statement", ["UPDATE audit_entries SET verb = 'x'", "DELETE FROM audit_entries"])
def test_the_database_itself_refuses_to_change_the_trail(work: Work, now: datetime, statement: str) -> None:
    work.write_now(signed_up, now)
    with pytest.raises(DatabaseError, match="the audit trail is never changed"):
        work.write_now(lambda db: db.execute(text(statement)))
    assert len(work.read_now(audit_of)) == 2


def test_an_entry_says_more_where_there_is_more_to_say(work: Work, now: datetime) -> None:
    work.write_now(service.add_user, email="a@example.org", role=Role.OPS, organisation="", now=now)
    details = work.read_now(lambda db: [json.loads(row.detail) for row in db.scalars(select(AuditEntry))])
    assert details == [{"role": "ops"}]


def test_a_thing_is_owned_by_its_organisation_or_while_it_has_none_by_its_browser() -> None:
    ann = Person(id=1, organisation_id=1, visitor=VISITOR)
    assert ann.owns(1, None)
    assert ann.owns(None, VISITOR)
    assert not ann.owns(2, VISITOR)
    assert not ann.owns(None, "e" * 64)
    assert not Person().owns(None, "")
