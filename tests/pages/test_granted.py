"""What a customer sees of an approval: what was granted beside what was asked for, on every page of theirs."""

from datetime import date, datetime
from html import unescape

import pytest
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra.work import Work
from app.inquiries import service as inquiries
from app.reviews.service import Decided, Grant
from app.rules.workflow import Role
from tests import approvals, factories
from tests import desk as desks
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded
GRANT = Grant(3_800_000, date(2027, 2, 15), "A report after every 20 steps.")
ROWS = (("Cap", "EUR 42,000.00", "EUR 38,000.00"), ("Earliest start", "8 February 2027", "15 February 2027"))
PAGES = ("", "/receipt", "/timeline")


@pytest.fixture
def engineer(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, Role.ENGINEER, now=now)


@pytest.fixture
def taken(work: Work, customer: Person, engineer: Person, now: datetime) -> str:
    return work.write_now(desks.taken, customer, engineer, now=now)


@pytest.fixture
def approved(work: Work, engineer: Person, taken: str, now: datetime) -> Decided:
    return work.write_now(approvals.approve, engineer, taken, now=now, grant=GRANT)


def seen(client: TestClient, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200
    return unescape(answer.text).replace("\u00a0", " ")


@pytest.mark.parametrize("page", PAGES)
def test_r37_the_customer_sees_what_was_granted_beside_what_was_asked(
    client: TestClient, approved: Decided, page: str
) -> None:
    text = seen(client, f"/inquiries/{approved.reference}{page}")
    for label, asked, given in ROWS:
        row = text.partition(f'<th scope="row" class="govuk-table__header">{label}</th>')[2].partition("</tr>")[0]
        assert asked in row
        assert given in row
    assert "A report after every 20 steps." in text
    assert "You asked for" in text


@pytest.mark.parametrize("page", PAGES)
def test_nothing_is_called_granted_before_it_is(client: TestClient, taken: str, page: str) -> None:
    assert "granted" not in seen(client, f"/inquiries/{taken}{page}").lower()


def test_what_was_granted_is_no_longer_granted_once_it_is_revoked(
    work: Work, client: TestClient, approved: Decided, now: datetime
) -> None:
    reference = approved.reference
    work.write_now(approvals.revoked, reference, now=now)
    assert "What was granted, until it was revoked" in seen(client, f"/inquiries/{reference}")
    assert "what was granted here no longer is" in seen(client, f"/inquiries/{reference}/receipt")
    assert view_of(client.get(f"/inquiries/{reference}")).following.granted.rows == ROWS


def test_the_receipt_says_where_it_stands(
    work: Work, client: TestClient, engineer: Person, taken: str, now: datetime
) -> None:
    def stands() -> str:
        stands: str = view_of(client.get(f"/inquiries/{taken}/receipt")).stands
        return stands

    assert "Submitted is not approved" in stands()
    work.write_now(approvals.approve, engineer, taken, now=now)
    assert stands() == "This version is approved, for what is granted here and no more."


def test_a_copy_is_granted_nothing(
    work: Work, client: TestClient, approved: Decided, customer: Person, now: datetime
) -> None:
    made = work.write_now(inquiries.copy_inquiry, customer, approved.reference, form_key="k", now=now)
    assert view_of(client.get(f"/inquiries/{made}")).following.granted is None
