"""What an organisation opened before, beside what is judged; and one box for what was decided."""

from datetime import datetime

import pytest
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra.work import Work
from app.reviews import service as reviews
from app.rules.workflow import Role
from tests import drafts, factories
from tests.pages.conftest import Browser
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded


@pytest.fixture
def engineer(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, Role.ENGINEER, now=now)


def test_r41_only_what_was_opened_before_is_called_earlier_and_all_is_one_link_away(
    work: Work, browse: Browser, engineer: Person, customer: Person, now: datetime
) -> None:
    made = [work.write_now(drafts.opened, customer, drafts.document(), now=now) for _ in range(3)]
    for reference in made:
        work.write_now(drafts.submitted, customer, reference, now=now)
    desk = browse(engineer)
    for place, reference in enumerate(made):
        view = view_of(desk.get(f"/reviews/{reference}"))
        assert [one.reference for one in view.earlier] == made[:place][::-1]
    listed = view_of(desk.get(view.all_of_organisation)).entries
    assert sorted(one.reference for one in listed) == made


def test_what_was_decided_and_that_it_is_closed_stand_in_one_box(
    work: Work, client: TestClient, engineer: Person, customer: Person, ready: str, now: datetime
) -> None:
    work.write_now(drafts.submitted, customer, ready, now=now)
    work.write_now(reviews.take, engineer, ready, version=1, now=now)
    work.write_now(reviews.decline, engineer, ready, version=1, reason="No capacity before May.", now=now)
    page = client.get(f"/inquiries/{ready}").text
    assert page.count("<span>Declined</span>") == 1
    assert page.count("Its answers can no longer be changed.") == 1
