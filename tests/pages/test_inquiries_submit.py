import json
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import func, select
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra import canonical
from app.infra.work import Work
from app.inquiries.fields import FIELDS, SECTIONS
from app.inquiries.tables import Inquiry, InquiryVersion
from app.rules.finding import Severity
from tests import drafts
from tests.conftest import BASE_URL
from tests.pages.desk import Desk
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded
TIMES = 20


def count(work: Work, table: type[Any]) -> int:
    return work.read_now(lambda db: db.execute(select(func.count()).select_from(table)).scalar_one())


def at_once(app: FastAPI, desk: Desk, do: Callable[[TestClient], Any]) -> list[Any]:
    """Do the same thing in twenty browsers with the same cookies, all at the same time."""
    cookies = dict(desk.client.cookies)

    def once(_: int) -> Any:  # noqa: ANN401  an answer
        return do(TestClient(app, base_url=BASE_URL, follow_redirects=False, cookies=cookies))

    with ThreadPoolExecutor(TIMES) as pool:
        return list(pool.map(once, range(TIMES)))


def test_what_was_submitted_is_on_the_receipt(desk: Desk, ready: str) -> None:
    digest = desk.review(ready).digest
    answer = desk.submit(ready)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/inquiries/{ready}/receipt")
    receipt = desk.client.get(answer.headers["location"])
    facts = dict(fact[:2] for fact in view_of(receipt).facts)
    assert facts["Digest of what was submitted"] == digest
    assert facts["Submitted"].startswith("30 Nov 2026, 14:")
    assert all(value in receipt.text for value in facts.values())
    snapshot = desk.client.get(f"/inquiries/{ready}/receipt.json")
    assert canonical.digest(snapshot.json()) == digest
    assert snapshot.json()["registry"]["revision"] == facts["Revision of the registry"]


def test_r07_twenty_submits_at_once_make_one_submission_and_all_name_it(
    app: FastAPI, desk: Desk, ready: str, work: Work
) -> None:
    digest = desk.review(ready).digest
    token = drafts.posted_by(desk.client.get(f"/inquiries/{ready}/check-answers").text, f"/inquiries/{ready}/submit")
    form = {"csrf_token": token["csrf_token"][0], "digest": digest}
    answers = at_once(app, desk, lambda browser: browser.post(f"/inquiries/{ready}/submit", data=form))
    assert Counter((answer.status_code, answer.headers["location"]) for answer in answers) == {
        (303, f"/inquiries/{ready}/receipt"): TIMES
    }
    assert count(work, InquiryVersion) == 1


@pytest.mark.usefixtures("customer")
def test_r07_twenty_clicks_open_one_inquiry(app: FastAPI, desk: Desk, work: Work) -> None:
    form = {**drafts.posted_by(desk.client.get("/inquiries").text, "/inquiries"), "kind": "qwen-27b"}
    answers = at_once(app, desk, lambda browser: browser.post("/inquiries", data=form))
    assert len({(answer.status_code, answer.headers["location"]) for answer in answers}) == 1
    assert count(work, Inquiry) == 1


@pytest.mark.usefixtures("customer")
def test_r07_with_other_form_keys_they_would_be_twenty(app: FastAPI, desk: Desk, work: Work) -> None:
    form = {**drafts.posted_by(desk.client.get("/inquiries").text, "/inquiries"), "kind": "qwen-27b"}
    keys = iter(range(TIMES))
    answers = at_once(
        app, desk, lambda browser: browser.post("/inquiries", data={**form, "form_key": f"key-{next(keys)}"})
    )
    assert {answer.status_code for answer in answers} == {303}
    assert count(work, Inquiry) == TIMES


def test_r09_what_was_looked_at_before_a_change_is_not_submitted(desk: Desk, ready: str, work: Work) -> None:
    seen = desk.review(ready).digest
    desk.save(ready, "task", {"task.description": "Something else"})
    answer = desk.submit(ready, seen)
    assert answer.status_code == 409
    assert (view_of(answer).trouble, view_of(answer).digest == seen) == ("changed", False)
    assert "<title>Error: Not submitted" in answer.text
    assert "Something else" in answer.text
    assert count(work, InquiryVersion) == 0
    assert desk.submit(ready, view_of(answer).digest).status_code == 303


def test_r11_a_file_survives_a_refused_submit_and_a_removed_one_is_missed(
    desk: Desk, customer: Person, work: Work, now: datetime
) -> None:
    document = drafts.document()
    document["baseline"]["files"] = []
    document["task"]["description"] = ""
    reference = work.write_now(drafts.opened, customer, document, now=now)
    token = desk.shown(reference, "baseline")["csrf_token"][0]
    rows = {"file": ("rows.jsonl", b'{"accepted": true}\n')}
    attached = desk.client.post(f"/inquiries/{reference}/uploads", data={"csrf_token": token}, files=rows)
    assert attached.status_code == 303
    assert desk.submit(reference).status_code == 422
    review = desk.review(reference)
    assert [file.name for file in review.files] == ["rows.jsonl"]
    assert "EV-01" not in {finding.rule for finding, _ in review.refusing}

    upload = review.files[0].public_id
    assert desk.post(desk.client, f"/inquiries/{reference}/uploads/{upload}/remove").status_code == 303
    assert "EV-01" in {finding.rule for finding, _ in desk.review(reference).refusing}


@pytest.mark.usefixtures("customer")
def test_r17_each_message_has_reason_remedy_rule_and_a_link_to_the_answer(desk: Desk) -> None:
    reference = desk.open()
    pages: dict[str, set[str]] = {}
    findings = desk.review(reference).refusing
    assert len(findings) > 10
    for finding, href in findings:
        path, _, anchor = href.partition("#")
        if path not in pages:
            pages[path] = drafts.ids_in(desk.client.get(path).text)
        assert anchor in pages[path], href
        assert finding.message
        assert finding.remedy
        assert finding.rule
        assert not keys_in(f"{finding.message} {finding.remedy}"), finding


def test_r17_a_message_about_any_wrong_answer_names_no_key(
    desk: Desk, customer: Person, work: Work, now: datetime
) -> None:
    wrong: dict[str, Any] = {}
    for field in FIELDS:
        head, _, tail = field.partition(".")
        if tail:
            wrong.setdefault(head, {})[tail] = {"odd": [1.5]}
    reference = work.write_now(drafts.opened, customer, wrong, now=now)
    page = desk.review(reference)
    assert len(page.refusing) > 100
    for finding, href in page.refusing:
        path, _, anchor = href.partition("#")
        assert path.rpartition("/")[2] in SECTIONS
        assert anchor
        assert not keys_in(f"{finding.message} {finding.remedy}"), finding


def keys_in(sentence: str) -> list[str]:
    """Return the field ids that a sentence names as a program would."""
    return [field for field in FIELDS if "." in field and field in sentence] + [
        part for part in sentence.split() if "_" in part
    ]


@pytest.mark.usefixtures("customer")
def test_r18_no_finding_is_shown_twice(desk: Desk) -> None:
    view = desk.review(desk.open())
    shown = [
        (finding.rule, finding.field)
        for pile in (view.refusing, view.promised, view.warnings, view.cannot_tell, view.notes)
        for finding, _ in pile
    ]
    assert len(shown) == len(set(shown)) > 10


def test_r27_a_refused_submit_says_not_submitted_and_keeps_the_draft(
    desk: Desk, customer: Person, work: Work, now: datetime
) -> None:
    document = drafts.document() | {"timing": {}}
    reference = work.write_now(drafts.opened, customer, document, now=now)
    answer = desk.submit(reference)
    view = view_of(answer)
    assert answer.status_code == 422
    assert "<title>Error: Not submitted" in answer.text
    assert "<h1>Not submitted</h1>" in answer.text
    assert "govuk-error-summary" in answer.text
    assert [href for _, href in view.errors] == [f"/inquiries/{reference}/sections/timing#timing"]
    assert "Submitted" not in answer.text.partition("<main")[2].partition("<h2>")[0]
    assert desk.document(reference)["task"] == document["task"]
    assert count(work, InquiryVersion) == 0


@pytest.mark.usefixtures("customer")
def test_what_stands_in_the_way_keeps_the_button_away(desk: Desk) -> None:
    page = desk.client.get(f"/inquiries/{desk.open()}/check-answers")
    assert not view_of(page).may_submit
    assert "Submit inquiry" not in page.text
    assert "This cannot be submitted yet." in page.text


def test_a_visitor_sees_all_answers_and_is_led_to_sign_in(desk: Desk) -> None:
    reference = desk.open()
    page = desk.client.get(f"/inquiries/{reference}/check-answers")
    assert not view_of(page).may_submit
    answer = desk.post(desk.client, f"/inquiries/{reference}/submit", {"digest": view_of(page).digest})
    assert answer.headers["location"] == f"/sign-in?next=%2Finquiries%2F{reference}%2Fsubmit"


def test_the_address_of_the_button_leads_back_to_the_answers(desk: Desk, ready: str) -> None:
    answer = desk.client.get(f"/inquiries/{ready}/submit")
    assert answer.headers["location"] == f"/inquiries/{ready}/check-answers"


def test_a_submit_without_a_digest_cannot_be_read(desk: Desk, ready: str) -> None:
    assert desk.post(desk.client, f"/inquiries/{ready}/submit").status_code == 400


def test_the_page_the_download_and_the_snapshot_hold_the_same_document(desk: Desk, ready: str) -> None:
    before = desk.document(ready)
    desk.submit(ready)
    snapshot = json.loads(desk.client.get(f"/inquiries/{ready}/receipt.json").text)
    assert snapshot["document"] == before == desk.document(ready)
    assert all(
        finding["severity"] != Severity.BLOCK or finding["status"] != "open"
        for finding in snapshot["report"]["findings"]
    )
