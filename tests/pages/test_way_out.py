"""What is needed: the fewest answers, who can supply each, and with which model to begin."""

from datetime import datetime

import pytest
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra.work import Work
from app.inquiries.pages.way_out import WayOutPage
from app.rules.finding import Severity
from app.rules.workflow import Role
from tests import drafts, factories
from tests.conftest import SignIn
from tests.pages.desk import Desk
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded


def needed(view: WayOutPage, gate: int = 0) -> dict[str, list[tuple[str, str]]]:
    """Return what is needed for a gate: label and cost by who can supply it."""
    chosen = view.gates[gate]
    return {hands.title: [(each.label, each.cost) for each in hands.needed] for hands in chosen.hands}


def test_a_ready_draft_needs_nothing_and_is_told_where_to_begin(desk: Desk, ready: str) -> None:
    page = desk.client.get(f"/inquiries/{ready}/way-out")
    view = view_of(page)
    assert [(gate.title, gate.is_open) for gate in view.gates] == [("To submit", True), ("To be approved", True)]
    assert view.ladder.label == "An engineering recommendation, not an observed training result."
    assert view.ladder.label in page.text
    assert [rung.word for rung in view.ladder.rungs] == ["Yes", "Yes", "Yes"]


def test_a_draft_is_told_the_fewest_answers_by_who_can_supply_them(
    desk: Desk, customer: Person, work: Work, now: datetime
) -> None:
    document = drafts.document()
    document["checkpoint"]["revision"] = "main"
    document["budget"]["cap"] = None
    del document["deployment"]["owner"]
    del document["deployment"]["rollback"]
    reference = work.write_now(drafts.opened, customer, document, now=now)
    page = desk.client.get(f"/inquiries/{reference}/way-out")
    view = view_of(page)
    assert needed(view) == {
        "Engineering": [("Revision", "some minutes")],
        "Finance": [
            ("Cap", "a signature"),
            ("A promise for “Budget, stops and deployment”, with an owner and a day", "a signature"),
        ],
    }
    (revision,) = view.gates[0].hands[0].needed
    assert revision.href == f"/inquiries/{reference}/sections/checkpoint#checkpoint.revision"
    assert [finding.rule for _, finding in revision.asked] == ["CK-01"]
    promise = view.gates[0].hands[1].needed[1]
    assert promise.href == f"/inquiries/{reference}/sections/promise-budget"
    assert "These 3 answers open it." in page.text
    assert "Or promise it" not in page.text.partition("gate-commit")[0]
    assert "promise" not in str(needed(view, 1))  # at approval promises are kept, and no more made


def test_an_empty_draft_is_told_all_that_is_asked_for_and_the_missing_facts(desk: Desk) -> None:
    view = view_of(desk.client.get(f"/inquiries/{desk.open()}/way-out"))
    assert view.gates[0].count > 20
    assert set(needed(view)) == {"Engineering", "Evaluation", "Finance"}
    assert {rung.word for rung in view.ladder.rungs} == {"Cannot tell"}
    assert "before these answers are there" in view.ladder.sentence
    for hands in view.gates[0].hands:
        for each in hands.needed:
            assert each.href
            assert {finding.severity for _, finding in each.asked} <= {Severity.BLOCK, Severity.PROMISE}


def test_the_task_list_and_the_verdict_lead_there(desk: Desk) -> None:
    reference = desk.open()
    for path in ("", "/check-answers"):
        assert f'href="/inquiries/{reference}/way-out"' in desk.client.get(f"/inquiries/{reference}{path}").text


def test_an_engineer_sees_what_approval_still_needs(
    client: TestClient, sign_in: SignIn, work: Work, now: datetime
) -> None:
    author = work.write_now(factories.stored_person, now=now)
    reference = work.write_now(drafts.opened, author, drafts.document("promised"), now=now)
    work.write_now(drafts.submitted, author, reference, now=now)
    sign_in(client, Role.ENGINEER)
    view = view_of(client.get(f"/reviews/{reference}/way-out"))
    assert [gate.title for gate in view.gates] == ["To be approved"]
    assert "Evaluation" in needed(view)
    hrefs = [each.href for hands in view.gates[0].hands for each in hands.needed]
    assert all(href.startswith(f"/reviews/{reference}#section-") for href in hrefs)
    assert f'href="/reviews/{reference}/way-out"' in client.get(f"/reviews/{reference}").text
