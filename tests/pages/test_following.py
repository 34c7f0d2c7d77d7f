"""What a customer sees after the first submission: in a browser that only reads and posts forms."""

import json
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra.work import Work
from app.inquiries import service
from app.inquiries.service.laws import demands
from app.inquiries.tables import RuleSet
from app.reviews import service as reviews
from app.rules.workflow import Role
from tests import drafts, factories
from tests.conftest import PostForm, SignIn
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded

SECRET = "only the desk may know this"


@pytest.fixture
def customer(client: TestClient, sign_in: SignIn) -> Person:
    return sign_in(client)


@pytest.fixture
def engineer(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, Role.ENGINEER, now=now)


@pytest.fixture
def reference(work: Work, customer: Person, now: datetime) -> str:
    return work.write_now(drafts.opened, customer, drafts.document(), now=now)


@pytest.fixture
def returned(work: Work, customer: Person, engineer: Person, reference: str, now: datetime) -> str:
    """An inquiry that came back with a message, an ask, a comment, and a comment that is none of the customer's."""
    work.write_now(drafts.submitted, customer, reference, now=now)
    on: dict[str, Any] = {"version": 1, "now": now}
    work.write_now(reviews.take, engineer, reference, **on)
    work.write_now(reviews.comment, engineer, reference, text="Thank you so far.", visibility="customer", **on)
    work.write_now(reviews.comment, engineer, reference, text=SECRET, visibility="internal", **on)
    asks = {"budget": "Say what the cap covers.", "model": "A shorter title."}
    work.write_now(reviews.return_, engineer, reference, message="Nearly there.", asks=asks, **on)
    return reference


def page(client: TestClient, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, (path, answer.status_code, answer.text[:500])
    return unescape(answer.text)


def changed(work: Work, person: Person, reference: str, patch: dict[str, Any], now: datetime) -> None:
    work.write_now(service.patch_document, person, reference, patch, base_version=None, now=now)


def test_a_returned_inquiry_shows_what_was_asked_and_where(client: TestClient, returned: str) -> None:
    seen = page(client, f"/inquiries/{returned}")
    for words in ("Returned", "Nearly there.", "Thank you so far.", "Say what the cap covers."):
        assert words in seen
    assert f'href="/inquiries/{returned}/sections/budget"' in seen
    section = page(client, f"/inquiries/{returned}/sections/budget")
    assert "Say what the cap covers." in section
    assert "A shorter title." not in section


def test_what_was_asked_is_gone_from_the_list_once_it_is_on_its_way_again(
    work: Work, client: TestClient, customer: Person, returned: str, now: datetime
) -> None:
    work.write_now(drafts.submitted, customer, returned, now=now)
    seen = page(client, f"/inquiries/{returned}")
    assert "Nearly there." not in seen
    assert "Say what the cap covers." not in seen
    assert "Nearly there." in page(client, f"/inquiries/{returned}/timeline")
    assert view_of(client.get(f"/inquiries/{returned}/receipt")).latest.number == 2


def test_r33_the_timeline_tells_what_its_reader_may_read(client: TestClient, returned: str) -> None:
    view = view_of(client.get(f"/inquiries/{returned}/timeline"))
    assert [entry.did for entry in view.entries] == [
        "returned it",
        "asked for a change",
        "asked for a change",
        "commented",
        "began the review",
        "submitted version 1",
    ]
    assert view.entries[0].who == "A engineer, sales engineer"
    assert {entry.version for entry in view.entries} == {"on version 1", ""}


def test_r33_what_is_internal_is_on_no_page_of_the_customer(client: TestClient, returned: str) -> None:
    for path in ("", "/timeline", "/compare", "/receipt", "/check-answers", "/sections/budget", "/withdraw", "/copy"):
        assert SECRET not in page(client, f"/inquiries/{returned}{path}"), path
    assert SECRET not in page(client, "/inquiries")
    assert SECRET not in page(client, "/inbox")


def test_r28_two_versions_differ_by_field_with_files_verdicts_and_law(
    work: Work, client: TestClient, customer: Person, returned: str, now: datetime
) -> None:
    changed(work, customer, returned, {"title": "A shorter title", "budget": {"on_cap": None}}, now)
    draft = view_of(client.get(f"/inquiries/{returned}/compare"))
    assert (draft.before, draft.after) == ("version 1", "the draft")
    assert "A shorter title" in [row.after for row in draft.change.answers]
    changed(work, customer, returned, {"budget": drafts.document()["budget"]}, now)
    work.write_now(drafts.submitted, customer, returned, now=now)
    latest = view_of(client.get(f"/inquiries/{returned}/compare"))
    assert (latest.before, latest.after) == ("version 1", "version 2")
    assert [row.after for row in latest.change.answers] == ["A shorter title"]
    backwards = view_of(client.get(f"/inquiries/{returned}/compare?from=2&to=1"))
    assert [row.before for row in backwards.change.answers] == ["A shorter title"]


def test_r28_a_difference_of_nothing_says_so(
    work: Work, client: TestClient, customer: Person, returned: str, now: datetime
) -> None:
    work.write_now(drafts.submitted, customer, returned, now=now)
    assert "No change between version 1 and version 2." in page(client, f"/inquiries/{returned}/compare?from=1&to=2")


@pytest.mark.parametrize("query", ["from=1&to=9", "from=0&to=1", "from=x&to=1", "from=1&to=99999999999"])
def test_r28_a_version_that_never_was_is_not_there(client: TestClient, returned: str, query: str) -> None:
    assert client.get(f"/inquiries/{returned}/compare?{query}").status_code == 404


def test_r28_before_it_was_submitted_there_is_nothing_to_compare(client: TestClient, reference: str) -> None:
    assert client.get(f"/inquiries/{reference}/compare").status_code == 409


def test_r15_withdrawing_asks_first_and_offers_to_undo(client: TestClient, post_form: PostForm, returned: str) -> None:
    seen = page(client, f"/inquiries/{returned}/withdraw")
    assert "Withdraw this inquiry" in seen
    assert "A engineer" in view_of(client.get(f"/inquiries/{returned}/withdraw")).told
    done = post_form(client, f"/inquiries/{returned}/withdraw", {"reason": "Too early."})
    assert (done.status_code, done.headers["location"]) == (303, f"/inquiries/{returned}")
    assert "Undo the withdrawal" in page(client, f"/inquiries/{returned}")
    assert post_form(client, f"/inquiries/{returned}/withdraw").status_code == 409
    assert post_form(client, f"/inquiries/{returned}/undo").status_code == 303
    assert "Nearly there." in page(client, f"/inquiries/{returned}")
    assert post_form(client, f"/inquiries/{returned}/undo").status_code == 409


def test_r15_a_day_later_the_page_offers_a_copy_and_no_undo(
    work: Work, client: TestClient, customer: Person, returned: str, now: datetime
) -> None:
    work.write_now(service.withdraw, customer, returned, reason="", now=now - timedelta(hours=25))
    seen = page(client, f"/inquiries/{returned}")
    assert "Undo the withdrawal" not in seen
    assert f'href="/inquiries/{returned}/copy"' in seen


def test_r16_a_copy_is_marked_unreviewed_until_each_page_is_saved(
    client: TestClient, post_form: PostForm, returned: str
) -> None:
    form = drafts.posted_by(client.get(f"/inquiries/{returned}/copy").text, f"/inquiries/{returned}/copy")
    done = post_form(client, f"/inquiries/{returned}/copy", {"form_key": form["form_key"][0]})
    made = done.headers["location"]
    again = post_form(client, f"/inquiries/{returned}/copy", {"form_key": form["form_key"][0]})
    assert again.headers["location"] == made != f"/inquiries/{returned}"
    tasks = {task.id: task for group in view_of(client.get(made)).groups for task in group.tasks}
    assert tasks["budget"].words == "Unreviewed"
    assert f'Copied from <a href="/inquiries/{returned}">' in page(client, made)
    assert "Unreviewed" in page(client, f"{made}/sections/budget")
    assert "pages are unreviewed" in page(client, f"{made}/check-answers")
    form = drafts.posted_by(client.get(f"{made}/sections/budget").text, "answers")
    assert post_form(client, f"{made}/sections/budget", form).status_code == 303
    tasks = {task.id: task for group in view_of(client.get(made)).groups for task in group.tasks}
    assert tasks["budget"].words != "Unreviewed"
    assert tasks["model"].words == "Unreviewed"


def test_r16_copied_pages_are_confirmed_once_before_they_are_submitted(
    work: Work, client: TestClient, post_form: PostForm, customer: Person, returned: str, now: datetime
) -> None:
    made = work.write_now(service.copy_inquiry, customer, returned, form_key="k", now=now)
    path = f"/inquiries/{made}/check-answers"
    view = view_of(client.get(path))
    assert ("Budget", f"/inquiries/{made}/sections/budget") in view.unreviewed
    assert 'name="reviewed"' in page(client, path)
    posted = {"digest": view.digest}
    refused = post_form(client, f"/inquiries/{made}/submit", posted)
    assert refused.status_code == 422
    assert "Not submitted: copied pages were not looked at" in refused.text
    assert 'href="#reviewed"' in refused.text
    assert view_of(client.get(f"/inquiries/{made}")).is_editable
    done = post_form(client, f"/inquiries/{made}/submit", {**posted, "reviewed": "yes"})
    assert (done.status_code, done.headers["location"]) == (303, f"/inquiries/{made}/receipt")
    audited = text("SELECT detail FROM audit_entries WHERE verb = 'inquiry.submit' ORDER BY id DESC LIMIT 1")
    assert "budget" in json.loads(work.read_now(lambda db: db.scalar(audited)) or "")["confirmed"]
    assert view_of(client.get(path)).unreviewed == ()


def test_r16_who_saved_every_copied_page_is_asked_nothing(
    work: Work, client: TestClient, post_form: PostForm, customer: Person, returned: str, now: datetime
) -> None:
    made = work.write_now(service.copy_inquiry, customer, returned, form_key="k", now=now)
    for _, href in view_of(client.get(f"/inquiries/{made}/check-answers")).unreviewed:
        form = drafts.posted_by(client.get(href).text, "answers")
        assert post_form(client, href, form).status_code == 303
    view = view_of(client.get(f"/inquiries/{made}/check-answers"))
    assert view.unreviewed == ()
    assert 'name="reviewed"' not in page(client, f"/inquiries/{made}/check-answers")
    assert post_form(client, f"/inquiries/{made}/submit", {"digest": view.digest}).status_code == 303


def older_law(db: Session) -> None:
    rules = demands()
    del rules["CK-01"]
    db.add(RuleSet(digest="sha256:older", version="2026.10.1", rules=json.dumps(rules)))
    db.flush()
    db.execute(text("UPDATE read_laws SET digest = 'sha256:older'"))


def test_r12_the_list_and_the_inquiry_say_how_many_requirements_changed(
    work: Work, client: TestClient, post_form: PostForm, reference: str
) -> None:
    assert "requirement changed" not in page(client, "/inquiries")
    work.write_now(older_law)
    assert "1 requirement changed" in page(client, "/inquiries")
    seen = page(client, f"/inquiries/{reference}")
    assert "Rule CK-01 (the checkpoint) is new and blocks submission." in seen
    assert post_form(client, f"/inquiries/{reference}/new-rules").status_code == 303
    assert "requirement changed" not in page(client, f"/inquiries/{reference}")
    assert "requirement changed" not in page(client, "/inquiries")


def test_r14_another_person_answers_for_it(
    work: Work, client: TestClient, post_form: PostForm, returned: str, now: datetime
) -> None:
    colleague = work.write_now(factories.stored_person, now=now, email="colleague@example.com")
    assert "colleague@example.com" in page(client, f"/inquiries/{returned}/owner")
    before = view_of(client.get(f"/inquiries/{returned}/receipt")).latest.digest
    assert post_form(client, f"/inquiries/{returned}/owner", {"owner": colleague.id}).status_code == 303
    assert view_of(client.get(f"/inquiries/{returned}/owner")).field.value == str(colleague.id)
    assert view_of(client.get(f"/inquiries/{returned}/receipt")).latest.digest == before
    assert post_form(client, f"/inquiries/{returned}/owner", {"owner": "x"}).status_code == 400


def test_r46_check_answers_names_who_will_be_told(
    work: Work, client: TestClient, customer: Person, engineer: Person, reference: str, now: datetime
) -> None:
    work.write_now(factories.stored_person, now=now, email="colleague@example.com")
    view = view_of(client.get(f"/inquiries/{reference}/check-answers"))
    assert view.told == f"{engineer.name} and A customer"
    assert "Will be told, in their inbox and by mail" in page(client, f"/inquiries/{reference}/check-answers")
    assert customer.email not in view.told


def test_r44_the_inquiry_shows_how_far_each_telling_got(work: Work, client: TestClient, returned: str) -> None:
    fail = text("UPDATE deliveries SET state = 'failed', last_error = 'No such box' WHERE channel = 'mail'")
    work.write_now(lambda db: db.execute(fail))
    seen = page(client, f"/inquiries/{returned}")
    assert "Who was told" in seen
    assert "No such box" in seen
    assert "Send again" in seen


def test_r46_who_files_alone_sees_that_the_desk_was_told_and_nobodys_address(
    work: Work, client: TestClient, customer: Person, engineer: Person, reference: str, now: datetime
) -> None:
    nameless = work.write_now(factories.stored_person, Role.ENGINEER, now=now, email="nobody-knows@desk.example")
    work.write_now(lambda db: db.execute(text("UPDATE users SET name = '' WHERE id = :id"), {"id": nameless.id}))
    assert view_of(client.get(f"/inquiries/{reference}/check-answers")).told == f"{engineer.name} and a sales engineer"
    work.write_now(drafts.submitted, customer, reference, now=now)
    following = view_of(client.get(f"/inquiries/{reference}")).following
    (line,) = following.told.lines
    assert (line.who, line.way) == ("The 2 sales engineers of this desk", "Inbox and mail")
    assert line.about == f"{reference}: was submitted"
    assert line.state == "In the inbox. 0 of 2 mails sent, 2 waiting."
    seen = page(client, f"/inquiries/{reference}")
    assert "You were not told, in your inbox or by mail, of what you did yourself." in seen
    for address in (engineer.email, nameless.email):
        assert address not in seen
        assert address not in page(client, f"/inquiries/{reference}/check-answers")
    work.write_now(service.write_message, customer, reference, text="Hello.", now=now)
    work.write_now(lambda db: db.execute(text("UPDATE deliveries SET state = 'failed', sent_at = NULL")))
    assert [line.about for line in view_of(client.get(f"/inquiries/{reference}")).following.told.lines] == [
        f"{reference}: a message",
        f"{reference}: was submitted",
    ]


def test_r33_what_the_desk_tells_itself_is_not_among_what_it_was_told(
    work: Work, client: TestClient, engineer: Person, returned: str, now: datetime
) -> None:
    work.write_now(factories.stored_person, Role.ENGINEER, now=now)
    work.write_now(reviews.declare_interest, engineer, returned, version=1, reason="I own shares.", now=now)
    told = view_of(client.get(f"/inquiries/{returned}")).following.told
    assert {line.about for line in told.lines if "desk" in line.who} == {f"{returned}: was submitted"}


def test_r44_a_bounce_is_told_apart_from_a_failure_and_can_be_sent_again(
    work: Work, client: TestClient, returned: str
) -> None:
    bounce = text("UPDATE deliveries SET state = 'bounced', last_error = '550 No such box' WHERE channel = 'mail'")
    work.write_now(lambda db: db.execute(bounce))
    for path in (f"/inquiries/{returned}", "/inbox"):
        seen = page(client, path)
        assert "Bounced: this address takes no mail" in seen, path
        assert "550 No such box" in seen
        assert "Send again" in seen
    assert "bounced." in view_of(client.get(f"/inquiries/{returned}")).following.told.progress


def test_r42_a_customer_writes_to_the_desk(client: TestClient, post_form: PostForm, returned: str) -> None:
    done = post_form(client, f"/inquiries/{returned}/timeline", {"text": "<b>We have</b> the weights."})
    assert done.status_code == 303
    answer = client.get(f"/inquiries/{returned}/timeline")
    assert view_of(answer).entries[0].text == "<b>We have</b> the weights."
    assert "<b>We have" not in answer.text
    refused = post_form(client, f"/inquiries/{returned}/timeline", {"text": " "})
    assert refused.status_code == 422
    assert "Write the message first." in refused.text
