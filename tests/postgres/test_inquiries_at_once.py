"""What only a server of many connections can show: locks, and who waits for whom."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import AppError
from app.infra.work import Work
from app.inquiries import queries, service
from app.inquiries.service import Conflict, Saved
from app.inquiries.service.paths import with_value
from app.inquiries.tables import IdempotencyKey, Inquiry, InquiryVersion
from tests import drafts, factories

TIMES = 20
pytestmark = pytest.mark.seeded


@pytest.fixture(autouse=True)
def _on_postgres(work: Work) -> None:
    if work.is_sqlite:
        pytest.skip("SQLite has one writer")


@pytest.fixture
def customer(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, now=now)


@pytest.fixture
def reference(work: Work, customer: Person, now: datetime) -> str:
    return work.write_now(drafts.opened, customer, drafts.document(), now=now)


def at_once(do: Callable[[int], Any]) -> list[Any]:
    """Do twenty times the same, all begun at the same moment; a refusal counts as an answer."""
    together = threading.Barrier(TIMES)

    def once(turn: int) -> Any:  # noqa: ANN401  any answer
        together.wait()
        try:
            return do(turn)
        except AppError as refusal:
            return refusal.code

    with ThreadPoolExecutor(TIMES) as pool:
        return list(pool.map(once, range(TIMES)))


def count(work: Work, table: type[Any]) -> int:
    return work.read_now(lambda db: db.execute(select(func.count()).select_from(table)).scalar_one())


def test_r07_twenty_submits_of_the_same_content_make_one(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    digest = work.read_now(service.review, customer, reference, now=now).snapshot.digest
    answers = at_once(lambda _: work.write_now(service.submit, customer, reference, digest=digest, now=now))
    assert set(answers) == {service.Submission(reference, 1, digest)}
    assert count(work, InquiryVersion) == 1


def test_r07_twenty_calls_under_one_key_make_one(work: Work, customer: Person, reference: str, now: datetime) -> None:
    answers = at_once(lambda _: work.write_now(service.submit, customer, reference, digest=None, now=now, key="k"))
    assert len(set(answers)) == 1
    assert answers[0].number == 1
    assert (count(work, InquiryVersion), count(work, IdempotencyKey)) == (1, 1)


def test_r07_without_a_key_or_a_digest_one_submits_and_the_others_are_told(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    answers = at_once(lambda _: work.write_now(service.submit, customer, reference, digest=None, now=now))
    assert sorted(map(str, answers))[1:] == ["already-submitted"] * (TIMES - 1)
    assert count(work, InquiryVersion) == 1


def test_twenty_clicks_on_one_form_open_one_inquiry(work: Work, customer: Person, now: datetime) -> None:
    def click(_: int) -> str:
        return work.write_now(service.open_inquiry, customer, kind="qwen-27b", form_key="one", now=now)

    answers = at_once(click)
    assert len(set(answers)) == 1
    assert count(work, Inquiry) == 1


def test_twenty_programs_of_an_organisation_under_one_key_open_one_inquiry(work: Work, now: datetime) -> None:
    people = [work.write_now(factories.stored_person, now=now) for _ in range(TIMES)]

    def open_as(turn: int) -> str:
        return work.write_now(service.open_by_program, people[turn], kind="qwen-27b", document={}, key="one", now=now)

    answers = at_once(open_as)
    assert len(set(answers)) == 1
    assert (count(work, Inquiry), count(work, IdempotencyKey)) == (1, 1)


def test_r08_of_twenty_saves_at_once_none_overwrites_another(
    work: Work, customer: Person, reference: str, now: datetime
) -> None:
    def save(turn: int) -> Saved | Conflict:
        def change(document: dict[str, Any]) -> dict[str, Any]:
            return with_value(document, "task.description", f"text {turn}")

        return work.write_now(service.save_section, customer, reference, "task", change=change, base_version=1, now=now)

    answers = at_once(save)
    saved = [answer for answer in answers if isinstance(answer, Saved)]
    assert (len(saved), saved[0].version) == (1, 2)
    kept = work.read_now(service.load, customer, reference, now=now)
    assert kept.document["task"]["description"] == saved[0].document["task"]["description"]


def test_a_submit_waits_for_a_save_that_came_first(work: Work, customer: Person, reference: str, now: datetime) -> None:
    digest = work.read_now(service.review, customer, reference, now=now).snapshot.digest
    began = threading.Event()

    def slow_save(db: Session) -> None:
        service.patch_document(db, customer, reference, {"title": "Later"}, base_version=None, now=now)
        db.flush()
        began.set()
        db.execute(text("SELECT pg_sleep(0.3)"))

    with ThreadPoolExecutor(1) as pool:
        saving = pool.submit(work.write_now, slow_save)
        began.wait(5)
        result = work.write_now(service.submit, customer, reference, digest=digest, now=now)
        saving.result()
    assert isinstance(result, service.Changed)
    assert count(work, InquiryVersion) == 0


@pytest.mark.parametrize("statement", ["TRUNCATE inquiry_versions CASCADE", "TRUNCATE inquiries CASCADE"])
def test_r13_no_table_of_submitted_versions_is_emptied(
    work: Work, customer: Person, reference: str, now: datetime, statement: str
) -> None:
    work.write_now(drafts.submitted, customer, reference, now=now)
    with pytest.raises(IntegrityError):
        work.write_now(lambda db: db.execute(text(statement)))
    assert work.read_now(queries.find_snapshot, queries.number_of(reference) or 0, 1) is not None
