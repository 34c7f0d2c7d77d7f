"""R36: every state, everybody, every move, against the published table; whatever is not in it moves nothing."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.accounts.tables import User
from app.infra.errors import AppError
from app.infra.work import Work
from app.inquiries import service as inquiries
from app.inquiries.service import Submission
from app.reviews import queries, service
from app.rules import workflow
from app.rules.workflow import Action, Party, Role, State
from tests import desk as desks
from tests import drafts, factories
from tests.desk import Desk

pytestmark = pytest.mark.seeded
Deed = Callable[[Session, Person, str, Desk, datetime], Any]


def _submit(db: Session, person: Person, reference: str, _desk: Desk, now: datetime) -> None:
    done = inquiries.submit(db, person, reference, digest=None, now=now)
    assert isinstance(done, Submission)


def _take(db: Session, person: Person, reference: str, _desk: Desk, now: datetime) -> None:
    service.take(db, person, reference, version=1, now=now)


def _return(db: Session, person: Person, reference: str, _desk: Desk, now: datetime) -> None:
    service.return_(db, person, reference, version=1, message="Say more of it.", now=now)


def _approve(db: Session, person: Person, reference: str, _desk: Desk, now: datetime) -> None:
    desks.approved(db, person, reference, now=now)


def _decline(db: Session, person: Person, reference: str, _desk: Desk, now: datetime) -> None:
    service.decline(db, person, reference, version=1, reason="Not this time.", now=now)


def _revoke(db: Session, person: Person, reference: str, desk: Desk, now: datetime) -> None:
    request = service.ask_revocation(db, person, reference, version=1, reason="The licence changed.", now=now)
    service.confirm_revocation(db, desk.ezra, reference, version=1, request_id=request, now=now)


def _withdraw(db: Session, person: Person, reference: str, _desk: Desk, now: datetime) -> None:
    inquiries.withdraw(db, person, reference, reason="", now=now)


def _undo(db: Session, person: Person, reference: str, _desk: Desk, now: datetime) -> None:
    inquiries.undo(db, person, reference, now=now)


DEEDS: dict[Action, Deed] = {
    Action.SUBMIT: _submit,
    Action.TAKE: _take,
    Action.RETURN: _return,
    Action.APPROVE: _approve,
    Action.DECLINE: _decline,
    Action.REVOKE: _revoke,
    Action.WITHDRAW: _withdraw,
    Action.UNDO: _undo,
}
assert set(DEEDS) == set(Action)
WAYS: dict[State, tuple[Action, ...]] = {
    State.DRAFT: (),
    State.SUBMITTED: (Action.SUBMIT,),
    State.IN_REVIEW: (Action.SUBMIT, Action.TAKE),
    State.RETURNED: (Action.SUBMIT, Action.TAKE, Action.RETURN),
    State.APPROVED: (Action.SUBMIT, Action.TAKE, Action.APPROVE),
    State.DECLINED: (Action.SUBMIT, Action.TAKE, Action.DECLINE),
    State.WITHDRAWN: (Action.SUBMIT, Action.WITHDRAW),
    State.REVOKED: (Action.SUBMIT, Action.TAKE, Action.APPROVE, Action.REVOKE),
}


def _in_state(db: Session, desk: Desk, state: State, now: datetime) -> str:
    reference = drafts.opened(db, desk.ann, drafts.document(), now=now)
    for action in WAYS[state]:
        person = desk.ann if action in (Action.SUBMIT, Action.WITHDRAW) else desk.elif_
        DEEDS[action](db, person, reference, desk, now)
    return reference


def _same_organisation(db: Session, desk: Desk, now: datetime) -> Person:
    """An engineer whose account belongs to the author's organisation."""
    made = factories.stored_person(db, Role.ENGINEER, now=now)
    user = db.get(User, made.id)
    assert user is not None
    user.organisation_id = desk.ann.organisation_id
    db.flush()
    return Person(made.id, made.email, made.name, Role.ENGINEER, desk.ann.organisation_id, "Ann Ltd")


def _turned(desk: Desk) -> Person:
    """The author, who has become an engineer since."""
    return Person(desk.ann.id, desk.ann.email, desk.ann.name, Role.ENGINEER, None)


@pytest.mark.parametrize("state", State)
def test_r36_only_the_moves_of_the_table_can_be_made(work: Work, now: datetime, state: State) -> None:
    def check(db: Session) -> list[str]:
        desk = desks.desk(db, now=now)
        reference = _in_state(db, desk, state, now)
        people = {
            "the author": (desk.ann, True),
            "a customer of others": (desk.bob, False),
            "an engineer outside": (desk.elif_, False),
            "an engineer of that organisation": (_same_organisation(db, desk, now), True),
            "the author, now an engineer": (_turned(desk), True),
            "ops": (desk.ops, False),
            "an admin": (desk.admin, False),
        }
        wrong = []
        for name, (person, is_own) in people.items():
            for action, deed in DEEDS.items():
                who = workflow.party(person.role or Role.ADMIN, same_organisation=is_own)
                if action is Action.REVOKE and who is Party.OUTSIDE_ENGINEER:
                    who = Party.TWO_OUTSIDE_ENGINEERS
                if action is Action.SUBMIT and state in (State.DRAFT, State.RETURNED) and person.role is Role.ENGINEER:
                    who = Party.NOBODY
                want = workflow.target(state, action, who, before=State.SUBMITTED) or state
                got = _after(db, deed, person, reference, desk, now)
                if got != want:
                    wrong.append(f"{name}: {action} from {state} led to {got}, not to {want}")
        return wrong

    assert work.write_now(check) == []


def _after(db: Session, deed: Deed, person: Person, reference: str, desk: Desk, now: datetime) -> str:
    """Try it, say where it led, and undo it."""
    attempt = db.begin_nested()
    try:
        deed(db, person, reference, desk, now)
        db.flush()
    except AppError:
        pass
    row = inquiries.load(db, desk.ann, reference, now=now)
    found = str(row.state)
    attempt.rollback()
    db.expire_all()
    return found


def test_r36_a_document_that_blocks_at_commit_is_not_approved(work: Work, now: datetime) -> None:
    def check(db: Session) -> None:
        desk = desks.desk(db, now=now)
        reference = drafts.opened(db, desk.ann, drafts.document("promised"), now=now)
        drafts.submitted(db, desk.ann, reference, now=now)
        service.take(db, desk.elif_, reference, version=1, now=now)
        done = service.approve(
            db,
            desk.elif_,
            reference,
            version=1,
            reasons=desks.reasons(db, desk.elif_, reference, now=now),
            grant=service.Grant(desks.CAP, desks.START),
            now=now,
        )
        assert isinstance(done, service.NotApproved)
        assert any(finding.refuses for finding in done.weighed.report.findings)
        assert desks.state_of(db, reference) == "in-review"
        assert queries.list_decisions(db, after=0, limit=9) == ()

    work.write_now(check)
