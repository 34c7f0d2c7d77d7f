"""Where inquiries stop: figures for the desk and for ops, a picture of the same, and nobody's words."""

from datetime import datetime

import pytest
from starlette.testclient import TestClient

from app.infra.work import Work
from app.inquiries import service
from app.rules.workflow import Role
from tests import drafts, factories
from tests.conftest import SignIn
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded
SECRET = "Nobody else may read this title"


@pytest.fixture
def stopped(work: Work, now: datetime) -> None:
    """An inquiry that its revision kept from being submitted."""
    document = drafts.document() | {"title": SECRET}
    document["checkpoint"]["revision"] = "main"
    customer = work.write_now(factories.stored_person, now=now, organisation="Secretive Ltd")
    reference = work.write_now(drafts.opened, customer, document, now=now)
    work.write_now(service.submit, customer, reference, digest=None, now=now)


@pytest.mark.usefixtures("stopped")
@pytest.mark.parametrize("role", [Role.ENGINEER, Role.OPS])
def test_the_desk_and_ops_see_which_rule_stops_most_inquiries(client: TestClient, sign_in: SignIn, role: Role) -> None:
    sign_in(client, role)
    answer = client.get("/stops")
    assert answer.status_code == 200
    view = view_of(answer)
    assert [(line.rule, line.item, tuple(line.figures)[1:]) for line in view.lines][:1] == [
        ("CK-01", "The checkpoint", (1, 0, 1, 1, 1))
    ]
    assert view.summary == "1 inquiry was stopped at least once: 1 when submitted, 0 when judged for approval."
    assert 'href="/rules#CK-01"' in answer.text
    assert '<rect class="bars__submitting" x="1" y="2" width="160.0"' in answer.text
    for words in (SECRET, "Secretive Ltd", "PD-0001"):
        assert words not in answer.text


@pytest.mark.usefixtures("stopped")
def test_the_period_stands_in_the_address(client: TestClient, sign_in: SignIn) -> None:
    sign_in(client, Role.OPS)
    assert view_of(client.get("/stops?days=30")).period.value == "30"
    assert len(view_of(client.get("/stops?days=30")).lines) == len(view_of(client.get("/stops")).lines)
    for nonsense in ("0", "-1", "soon", "9" * 40):
        view = view_of(client.get(f"/stops?days={nonsense}"))
        assert (view.period.value, view.is_narrowed) == ("", False)


def test_without_a_stop_the_page_says_what_would_stand_here(client: TestClient, sign_in: SignIn) -> None:
    sign_in(client, Role.ENGINEER)
    assert "No inquiry was stopped yet." in client.get("/stops").text
    narrowed = client.get("/stops?days=90").text
    assert "No inquiry was stopped in this time." in narrowed
    assert "<table" not in narrowed


@pytest.mark.parametrize("role", [Role.CUSTOMER, Role.ADMIN])
def test_nobody_else_is_shown_it(client: TestClient, sign_in: SignIn, role: Role) -> None:
    assert client.get("/stops").status_code == 303
    sign_in(client, role)
    assert client.get("/stops").status_code == 404


@pytest.mark.usefixtures("stopped")
def test_it_takes_the_same_few_statements_however_much_was_stopped(
    client: TestClient, sign_in: SignIn, work: Work, now: datetime, statements: list[str]
) -> None:
    sign_in(client, Role.ENGINEER)
    client.get("/stops")
    statements.clear()
    client.get("/stops")
    few = len(statements)
    customer = work.write_now(factories.stored_person, now=now)
    for _ in range(3):
        reference = work.write_now(drafts.opened, customer, {}, now=now)
        work.write_now(service.submit, customer, reference, digest=None, now=now)
    statements.clear()
    assert len(view_of(client.get("/stops")).lines) > 1
    assert len(statements) == few
