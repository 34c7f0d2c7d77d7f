import json
from datetime import datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import ConflictError, InvalidError, NotFoundError
from app.infra.files import Files
from app.infra.work import Work
from app.inquiries import queries, service
from app.inquiries.queries import number_of
from app.inquiries.service import Submission
from app.inquiries.service.laws import demands
from app.inquiries.tables import Copy, RuleSet
from app.notices.queries import list_deliveries, list_inbox
from app.registry.queries import load_facts
from app.reviews import service as reviews
from app.rules.workflow import Role, State
from tests import drafts, factories

pytestmark = pytest.mark.seeded


@pytest.fixture
def customer(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, now=now)


@pytest.fixture
def colleague(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, now=now)


@pytest.fixture
def stranger(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, now=now, organisation="Another Ltd")


@pytest.fixture
def engineer(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, Role.ENGINEER, now=now)


@pytest.fixture
def outsiders(stranger: Person, engineer: Person) -> tuple[Person, Person]:
    """People who have no say in what the organisation does."""
    return stranger, engineer


@pytest.fixture
def reference(work: Work, customer: Person, now: datetime) -> str:
    return work.write_now(drafts.opened, customer, drafts.document(), now=now)


@pytest.fixture
def submitted(work: Work, customer: Person, reference: str, now: datetime) -> str:
    work.write_now(drafts.submitted, customer, reference, now=now)
    return reference


def state_of(work: Work, person: Person, reference: str, now: datetime) -> State:
    return work.read_now(service.load, person, reference, now=now).state


def story_of(work: Work, reference: str) -> list[tuple[str, str]]:
    told = work.read_now(queries.list_story, number_of(reference) or 0, "customer")
    return [(line.kind, line.text) for line in told]


def audited(work: Work, reference: str) -> list[str]:
    asked = text("SELECT verb FROM audit_entries WHERE subject = :subject ORDER BY id")
    return work.read_now(lambda db: list(db.scalars(asked, {"subject": f"inquiry:{reference}"})))


def returned(work: Work, engineer: Person, reference: str, now: datetime, version: int = 1) -> None:
    work.write_now(reviews.take, engineer, reference, version=version, now=now)
    asks = {"budget": "Say what the cap covers."}
    work.write_now(reviews.return_, engineer, reference, version=version, message="Mend this.", asks=asks, now=now)


def changed(work: Work, person: Person, reference: str, patch: dict[str, Any], now: datetime) -> None:
    work.write_now(service.patch_document, person, reference, patch, base_version=None, now=now)


def brought_to(work: Work, state: str, customer: Person, engineer: Person, reference: str, now: datetime) -> None:
    if state != "draft":
        work.write_now(drafts.submitted, customer, reference, now=now)
    if state == "in-review":
        work.write_now(reviews.take, engineer, reference, version=1, now=now)
    if state == "returned":
        returned(work, engineer, reference, now)


@pytest.mark.parametrize("state", ["draft", "submitted", "in-review", "returned"])
def test_r15_a_withdrawal_is_undone_to_the_state_before_and_both_are_logged(
    work: Work, customer: Person, colleague: Person, engineer: Person, reference: str, now: datetime, state: str
) -> None:
    brought_to(work, state, customer, engineer, reference, now)
    assert state_of(work, customer, reference, now) == state
    work.write_now(service.withdraw, customer, reference, reason=" Too early. ", now=now)
    assert state_of(work, customer, reference, now) is State.WITHDRAWN
    work.write_now(service.undo, colleague, reference, now=now + timedelta(hours=24))
    assert state_of(work, customer, reference, now) == state
    assert story_of(work, reference)[-2:] == [("withdraw", "Too early."), ("undo", "")]
    assert audited(work, reference)[-2:] == ["inquiry.withdraw", "inquiry.undo"]
    work.write_now(service.withdraw, customer, reference, reason="", now=now)  # and again


def test_r15_after_a_day_it_stays_withdrawn(work: Work, customer: Person, submitted: str, now: datetime) -> None:
    work.write_now(service.withdraw, customer, submitted, reason="", now=now)
    late = now + timedelta(hours=24, microseconds=1)
    with pytest.raises(ConflictError, match="24 hours"):
        work.write_now(service.undo, customer, submitted, now=late)
    assert state_of(work, customer, submitted, now) is State.WITHDRAWN


def test_r15_nobody_else_withdraws_or_undoes(
    work: Work, customer: Person, outsiders: tuple[Person, Person], submitted: str, now: datetime
) -> None:
    for person in outsiders:
        with pytest.raises(NotFoundError):
            work.write_now(service.withdraw, person, submitted, reason="", now=now)
    work.write_now(service.withdraw, customer, submitted, reason="", now=now)
    for person in outsiders:
        with pytest.raises(NotFoundError):
            work.write_now(service.undo, person, submitted, now=now)


def test_r15_what_is_not_withdrawn_is_not_undone_and_what_is_is_not_withdrawn_again(
    work: Work, customer: Person, submitted: str, now: datetime
) -> None:
    with pytest.raises(ConflictError):
        work.write_now(service.undo, customer, submitted, now=now)
    work.write_now(service.withdraw, customer, submitted, reason="", now=now)
    with pytest.raises(ConflictError):
        work.write_now(service.withdraw, customer, submitted, reason="", now=now)


def test_the_same_answers_come_back_as_version_2(
    work: Work, customer: Person, engineer: Person, submitted: str, now: datetime
) -> None:
    returned(work, engineer, submitted, now)
    changed(work, customer, submitted, {"title": "Mended"}, now)
    done = work.write_now(service.submit, customer, submitted, digest=None, now=now)
    assert isinstance(done, Submission)
    assert done.number == 2
    first = work.read_now(queries.find_snapshot, number_of(submitted) or 0, 1)
    assert json.loads(first or "")["document"]["title"] != "Mended"
    told = work.read_now(queries.list_story, number_of(submitted) or 0, "customer")
    assert [(line.kind, line.version) for line in told] == [
        ("submit", 1),
        ("take", 1),
        ("ask", 1),
        ("return", 1),
        ("submit", 2),
    ]


def test_r46_a_submission_is_told_to_whom_the_page_names_and_not_to_who_submits(
    work: Work, customer: Person, colleague: Person, engineer: Person, stranger: Person, reference: str, now: datetime
) -> None:
    review = work.read_now(service.review, customer, reference, now=now)
    named = {each.id for each in (*review.told.own, *review.told.desk)}
    assert named == {colleague.id, engineer.id}
    work.write_now(drafts.submitted, customer, reference, now=now)
    told = work.read_now(list_deliveries, reference)
    assert {line.who for line in told} == {each.who for each in (*review.told.own, *review.told.desk)}
    assert len(told) == 4  # two people by two ways
    assert stranger.id not in named


def test_what_is_told_names_the_inquiry_as_it_was_submitted(
    work: Work, customer: Person, engineer: Person, submitted: str, now: datetime
) -> None:
    called = drafts.document()["title"]
    assert {line.title for line in work.read_now(list_inbox, engineer)} == {called}
    work.write_now(reviews.take, engineer, submitted, version=1, now=now)
    work.write_now(reviews.return_, engineer, submitted, version=1, message="More, please.", now=now)
    assert {line.title for line in work.read_now(list_inbox, customer)} == {called}


def test_r46_what_follows_is_told_to_who_worked_on_it(
    work: Work, customer: Person, engineer: Person, submitted: str, now: datetime
) -> None:
    other = work.write_now(factories.stored_person, Role.ENGINEER, now=now)
    work.write_now(reviews.take, engineer, submitted, version=1, now=now)
    work.write_now(service.write_message, customer, submitted, text="We have the weights.", now=now)
    to = work.read_now(service.audience, customer, number_of(submitted) or 0, customer.organisation_id)
    assert [each.id for each in to.desk] == [engineer.id]
    assert other.id not in {each.id for each in to.desk}
    assert story_of(work, submitted)[-1] == ("message", "We have the weights.")


def test_a_message_needs_words_and_a_submitted_inquiry(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    with pytest.raises(ConflictError):
        work.write_now(service.write_message, customer, reference, text="Hello", now=now)
    work.write_now(drafts.submitted, customer, reference, now=now)
    with pytest.raises(InvalidError):
        work.write_now(service.write_message, customer, reference, text=" \n", now=now)


def copied(work: Work, person: Person, reference: str, now: datetime, key: str = "a-form") -> str:
    return work.write_now(service.copy_inquiry, person, reference, form_key=key, now=now)


def test_r16_a_copy_has_the_answers_and_none_of_the_decisions(
    work: Work, customer: Person, engineer: Person, submitted: str, now: datetime
) -> None:
    work.write_now(reviews.take, engineer, submitted, version=1, now=now)
    work.write_now(reviews.decline, engineer, submitted, version=1, reason="No capacity.", now=now)
    made = copied(work, customer, submitted, now)
    source = work.read_now(service.load, customer, submitted, now=now)
    copy = work.read_now(service.load, customer, made, now=now)
    assert (copy.state, copy.submissions, copy.document) == (State.DRAFT, 0, source.document)
    assert story_of(work, made) == [("copy", submitted)]
    assert source.state is State.DECLINED
    assert copied(work, customer, submitted, now) == made


def test_r16_each_answered_page_is_unreviewed_until_somebody_saves_it(
    work: Work, customer: Person, submitted: str, now: datetime
) -> None:
    made = copied(work, customer, submitted, now)
    number = number_of(made) or 0
    before = work.read_now(service.unreviewed, number)
    assert {"model", "checkpoint", "budget", "scope"} <= before
    same = lambda document: document  # noqa: E731  a form that was sent back as it came
    work.write_now(service.save_section, customer, made, "budget", change=same, base_version=1, now=now)
    assert work.read_now(service.unreviewed, number) == before - {"budget"}
    changed(work, customer, made, {"title": "Another", "scope": None}, now)
    assert work.read_now(service.unreviewed, number) == before - {"budget", "model", "scope"}


def test_r16_a_copy_is_judged_by_todays_registry_and_says_which_one_judged_before(
    work: Work, customer: Person, submitted: str, now: datetime
) -> None:
    made = copied(work, customer, submitted, now)
    beside = work.read_now(queries.find_beside, number_of(made) or 0)
    review = work.read_now(service.review, customer, made, now=now)
    today = work.read_now(load_facts).revision
    assert review.report.registry_revision == today
    assert (beside.source_id, beside.source_version, beside.source_revision) == (number_of(submitted), 1, today)


def test_r16_files_come_along_and_are_named_as_the_copy_names_them(
    work: Work, customer: Person, reference: str, now: datetime, tmp_path: Path
) -> None:
    taken = service.take_in(Files(tmp_path / "uploads"), "runs.csv", BytesIO(b"a,b\n1,2\n"))
    file = work.write_now(service.attach, customer, reference, taken=taken, now=now)
    made = copied(work, customer, reference, now)
    copies = work.read_now(queries.list_uploads, number_of(made) or 0)
    assert [(each.sha256, each.name) for each in copies] == [(file.sha256, file.name)]
    document = work.read_now(service.load, customer, made, now=now).document
    assert copies[0].public_id in document["baseline"]["files"]
    assert file.public_id not in json.dumps(document)


def test_r16_nobody_copies_what_is_not_theirs(
    work: Work, outsiders: tuple[Person, Person], submitted: str, now: datetime
) -> None:
    for person in outsiders:
        with pytest.raises(NotFoundError):
            copied(work, person, submitted, now)
    assert work.read_now(lambda db: db.scalars(select(Copy)).all()) == []


def test_r14_another_person_answers_for_it_and_the_digest_stays(
    work: Work, customer: Person, colleague: Person, submitted: str, now: datetime
) -> None:
    asked = text("SELECT digest, snapshot FROM inquiry_versions")
    before = work.read_now(lambda db: db.execute(asked).all())
    work.write_now(service.hand_to, customer, submitted, owner_id=colleague.id or 0, now=now)
    beside = work.read_now(queries.find_beside, number_of(submitted) or 0)
    assert (beside.opened_by_id, beside.owner_id) == (customer.id, colleague.id)
    assert work.read_now(lambda db: db.execute(asked).all()) == before
    assert work.read_now(service.load, customer, submitted, now=now).version == 1


def test_r14_it_goes_on_when_whoever_opened_it_is_gone(
    work: Work, customer: Person, colleague: Person, reference: str, now: datetime
) -> None:
    gone = text("UPDATE users SET disabled_at = created_at WHERE id = :id")
    work.write_now(lambda db: db.execute(gone, {"id": customer.id}))
    changed(work, colleague, reference, {"title": "Taken over"}, now)
    work.write_now(service.hand_to, colleague, reference, owner_id=colleague.id or 0, now=now)
    work.write_now(drafts.submitted, colleague, reference, now=now)


def test_r14_it_is_handed_to_nobody_outside(
    work: Work, customer: Person, outsiders: tuple[Person, Person], submitted: str, now: datetime
) -> None:
    for person in outsiders:
        with pytest.raises(InvalidError):
            work.write_now(service.hand_to, customer, submitted, owner_id=person.id or 0, now=now)


def older_law(work: Work) -> None:
    """Make the kept rules other ones than today's, as a release with other rules would."""
    rules = demands()
    rules["XX-01"] = ["block", "block", "title", "carried out"]
    del rules["CK-01"]
    rules["CK-02"] = ["warn", *rules["CK-02"][1:]]

    def keep(db: Session) -> None:
        db.add(RuleSet(digest="sha256:older", version="2026.10.1", rules=json.dumps(rules)))
        db.flush()
        db.execute(text("UPDATE read_laws SET digest = 'sha256:older'"))

    work.write_now(keep)


def changes_of(work: Work, reference: str) -> list[tuple[str, str]]:
    beside = work.read_now(queries.find_beside, number_of(reference) or 0)
    law = service.law_changes(queries.Law(beside.law_version, beside.law_rules))
    return [(each.rule, each.what) for each in law.rules]


def test_r12_a_draft_knows_which_requirements_changed_under_it(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    assert changes_of(work, reference) == []
    older_law(work)
    assert changes_of(work, reference) == [("CK-01", "new"), ("CK-02", "weighs"), ("XX-01", "gone")]
    work.write_now(service.read_law, customer, reference, now=now)
    assert changes_of(work, reference) == []


def test_r12_a_change_of_a_rule_is_named_by_what_differs() -> None:
    rules = demands()
    rules["CK-01"] = [*rules["CK-01"][:3], "carried out, version 0"]
    rules["CK-02"] = [*rules["CK-02"][:3], ""]
    rules["CK-04"] = [*rules["CK-04"][:2], "other answers", "carried out, version 0"]
    rules["CK-06"] = [rules["CK-06"][0], "note", "other answers", ""]
    change = service.law_changes(queries.Law("2026.10.1", json.dumps(rules)))
    assert [(each.rule, each.what) for each in change.rules] == [
        ("CK-01", "decides"), ("CK-02", "begins"), ("CK-04", "reads"), ("CK-06", "weighs"),
    ]  # fmt: skip


def test_r12_a_submission_is_judged_by_todays_rules_and_keeps_retired_answers(
    work: Work, customer: Person, now: datetime
) -> None:
    old = drafts.document() | {"retired": {"answer": "kept"}}
    reference = work.write_now(drafts.opened, customer, old, now=now)
    older_law(work)
    work.write_now(drafts.submitted, customer, reference, now=now)
    body = json.loads(work.read_now(queries.find_snapshot, number_of(reference) or 0, 1) or "")
    assert body["ruleset"]["version"] != "2026.10.1"
    assert body["document"]["retired"] == {"answer": "kept"}
    assert changes_of(work, reference) == []


def test_r12_a_visitors_draft_is_let_go_with_what_it_saw(work: Work, now: datetime) -> None:
    visitor = Person(visitor="v" * 64)
    work.write_now(drafts.opened, visitor, {}, now=now)
    work.write_now(service.purge, now=now + timedelta(days=8))
    assert work.read_now(lambda db: db.execute(text("SELECT count(*) FROM read_laws")).scalar_one()) == 0
