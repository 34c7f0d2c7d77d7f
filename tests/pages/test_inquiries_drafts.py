import re
from datetime import datetime
from typing import Any

import pytest
from sqlalchemy import delete
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.accounts.tables import LoginSession
from app.infra.work import Work
from app.inquiries.fields import SECTIONS
from tests import drafts
from tests.conftest import BASE_URL, PostForm, SignIn
from tests.pages.desk import Desk, copied_by_hand
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded
SAVED = re.compile(r"Saved \d\d:\d\d:\d\d UTC, version \d+ of the draft")
AS_SCRIPT = {"Accept": "application/json"}


def without_line_ends(pairs: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the pairs with one kind of line end, as every browser reads a page, and without the token."""
    plain = {name: [value.replace("\r\n", "\n") for value in values] for name, values in pairs.items()}
    return {name: values for name, values in plain.items() if name != "csrf_token"}


def autosave(desk: Desk, reference: str, section: str, pairs: dict[str, Any]) -> Any:  # noqa: ANN401  an answer
    token = desk.shown(reference, section)["csrf_token"]
    path = f"/inquiries/{reference}/sections/{section}"
    return desk.client.post(path, data={"csrf_token": token, **pairs}, headers=AS_SCRIPT)


def test_r01_a_session_that_ended_costs_no_letter(
    desk: Desk, customer: Person, work: Work, ready: str, sign_in: SignIn
) -> None:
    path = f"/inquiries/{ready}/sections/task"
    typed = desk.shown(ready, "task") | {
        "task.description": ["  Two\r\nlines & <signs> ä \u200b end "],
        "odd": ["kept"],
    }
    work.write_now(lambda db: db.execute(delete(LoginSession)))

    answer = desk.post(desk.client, path, typed)
    assert (answer.status_code, answer.headers["location"]) == (
        303,
        f"/sign-in?next=%2Finquiries%2F{ready}%2Fsections%2Ftask",
    )

    sign_in(desk.client, organisation=customer.organisation)
    page = desk.client.get(path)
    assert view_of(page).is_held
    assert page.text.count("This is not saved yet.") == 1
    assert "Nothing was sent yet." not in page.text
    shown = drafts.posted_by(page.text, "answers")
    assert without_line_ends(shown) == without_line_ends({name: typed[name] for name in shown})
    assert desk.post(desk.client, path, shown).status_code == 303
    assert desk.document(ready)["task"]["description"] == "  Two\nlines & <signs> ä \u200b end "
    assert not view_of(desk.client.get(path)).is_held


@pytest.mark.parametrize(("deed", "field"), [("timeline", "text"), ("withdraw", "reason")])
def test_r01_a_page_with_text_from_before_says_that_nothing_was_sent_yet(
    desk: Desk, customer: Person, work: Work, ready: str, sign_in: SignIn, deed: str, field: str
) -> None:
    desk.submit(ready)
    path = f"/inquiries/{ready}/{deed}"
    assert "Nothing was sent yet." not in desk.client.get(path).text
    work.write_now(lambda db: db.execute(delete(LoginSession)))
    desk.post(desk.client, path, {field: "Two words."})
    sign_in(desk.client, organisation=customer.organisation)
    page = desk.client.get(path).text
    assert "Nothing was sent yet." in page
    assert "Two words." in page
    assert desk.post(desk.client, path, {field: "Two words."}).status_code == 303
    assert "Nothing was sent yet." not in desk.client.get(path).text


def test_r01_a_script_is_told_that_the_session_ended(desk: Desk, work: Work, ready: str) -> None:
    typed = desk.shown(ready, "task")
    work.write_now(lambda db: db.execute(delete(LoginSession)))
    answer = desk.client.post(f"/inquiries/{ready}/sections/task", data=typed, headers=AS_SCRIPT)
    assert (answer.status_code, answer.json()["code"]) == (401, "sign-in-needed")


@pytest.mark.parametrize("name", ["qwen", "glm", "promised"])
def test_r04_a_draft_that_was_left_and_resumed_is_submitted(
    desk: Desk, customer: Person, work: Work, now: datetime, name: str, sign_in: SignIn
) -> None:
    model = work.write_now(drafts.opened, customer, drafts.document(name), now=now, kind=drafts.KINDS[name])
    reference = desk.open(drafts.KINDS[name])
    copied_by_hand(desk, model, reference)
    work.write_now(lambda db: db.execute(delete(LoginSession)))
    sign_in(desk.client, organisation=customer.organisation)
    assert drafts.answered(desk.document(reference)) == drafts.answered(desk.document(model))
    answer = desk.submit(reference)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/inquiries/{reference}/receipt")


def test_r04_a_visitors_draft_comes_along_when_they_sign_in(
    desk: Desk, client: TestClient, sign_in: SignIn, work: Work
) -> None:
    reference = desk.open("glm-5.3")
    desk.save(reference, "model", {"title": "Begun before signing in"})
    person = sign_in(client)
    from app.inquiries.service import adopt_drafts  # noqa: PLC0415  what main does at sign-in
    from tests.pages.seen import visitor_of  # noqa: PLC0415

    work.write_now(adopt_drafts, visitor_of(client, person), now=datetime.fromisoformat("2026-11-30T14:30:00+00:00"))
    assert desk.document(reference)["title"] == "Begun before signing in"


@pytest.mark.usefixtures("customer")
def test_r05_each_save_says_when_and_as_which_version(desk: Desk) -> None:
    reference = desk.open()
    answer = desk.save(reference, "task", {"task.description": "One"})
    following = desk.client.get(answer.headers["location"])
    assert SAVED.findall(following.text) == [view_of(following).saved]
    assert view_of(following).saved.endswith("version 2 of the draft")
    body = autosave(desk, reference, "task", {"base_version": "2", "task.description": "Two"}).json()
    assert (SAVED.fullmatch(body["saved_words"]) is not None, body["version"]) == (True, 3)
    assert body["saved_at"].startswith("2026-11-30T14:")


@pytest.mark.usefixtures("customer")
def test_r06_every_post_answers_with_a_page_that_can_be_reloaded(desk: Desk) -> None:
    reference = desk.open()
    for _ in range(3):
        assert desk.client.get(f"/inquiries/{reference}").status_code == 200
    saved = desk.save(reference, "task", {"task.description": "One"}, do="save-and-return")
    assert (saved.status_code, saved.headers["location"]) == (303, f"/inquiries/{reference}")
    for _ in range(3):
        desk.client.get(saved.headers["location"])
    assert len(view_of(desk.client.get("/inquiries")).entries) == 1


@pytest.mark.usefixtures("customer")
def test_r06_the_form_that_opens_an_inquiry_opens_it_once(desk: Desk) -> None:
    form = {**drafts.posted_by(desk.client.get("/inquiries").text, "/inquiries"), "kind": "qwen-27b"}
    places = {desk.post(desk.client, "/inquiries", form).headers["location"] for _ in range(3)}
    assert len(places) == 1


@pytest.mark.usefixtures("customer")
def test_r08_two_tabs_both_texts_are_shown_and_nothing_is_lost(desk: Desk) -> None:
    reference = desk.open()
    tab = desk.shown(reference, "task")
    path = f"/inquiries/{reference}/sections/task"
    desk.save(reference, "task", {"task.description": "first tab", "task.accepted_result": "first result"})

    mine = {**tab, "task.description": ["second tab"], "task.accepted_result": ["second result"]}
    answer = desk.post(desk.client, path, mine)
    view = view_of(answer)
    assert answer.status_code == 409
    assert [(item.field, item.before_words, item.after_words) for item in view.differences] == [
        ("task.description", "first tab", "second tab"),
        ("task.accepted_result", "first result", "second result"),
    ]
    assert "<title>Error: Not saved yet" in answer.text
    assert desk.document(reference)["task"]["description"] == "first tab"

    choice = drafts.posted_by(answer.text, path) | {"keep:task.accepted_result": ["theirs"]}
    assert desk.post(desk.client, path, choice).status_code == 303
    assert desk.document(reference)["task"] == {"description": "second tab", "accepted_result": "first result"}


@pytest.mark.usefixtures("customer")
def test_r08_a_script_is_told_of_the_conflict_and_saves_nothing(desk: Desk) -> None:
    reference = desk.open()
    desk.save(reference, "task", {"task.description": "first tab"})
    answer = autosave(desk, reference, "task", {"base_version": "1", "task.description": "second tab"})
    assert (answer.status_code, answer.json()["version"]) == (409, 2)
    assert desk.document(reference)["task"] == {"description": "first tab"}


@pytest.mark.usefixtures("customer")
def test_r08_a_form_saves_into_the_inquiry_that_it_was_made_for(desk: Desk) -> None:
    one, two = desk.open(), desk.open()
    page = desk.client.get(f"/inquiries/{one}/sections/task").text
    assert f'action="/inquiries/{one}/sections/task"' in page
    desk.save(one, "task", {"task.description": "one"})
    assert "task" not in desk.document(two)


def test_r10_every_repeating_group_comes_back_whole(desk: Desk, ready: str) -> None:
    before = desk.document(ready)
    for section in SECTIONS:
        assert desk.save(ready, section).status_code == 303
    assert desk.document(ready) == before
    review = desk.review(ready)
    shown = {row[0] for item in review.items for section in item.sections for row in section.rows}
    assert {"Cases", "Stop conditions", "Claims"} & shown or len(shown) > 60


@pytest.mark.usefixtures("customer")
def test_rows_are_added_and_removed_without_scripts(desk: Desk) -> None:
    reference = desk.open()
    added = desk.save(reference, "evidence", do="add:evidence")
    assert added.headers["location"] == f"/inquiries/{reference}/sections/evidence?add=evidence:2#evidence-new"
    first = {"evidence.0.claim": "glm-5.3-report", "evidence.1.claim": "sao-glm-5.2"}
    desk.save(reference, "evidence", first)
    assert [row["claim"] for row in desk.document(reference)["evidence"]] == ["glm-5.3-report", "sao-glm-5.2"]
    removed = desk.save(reference, "evidence", do="remove:evidence.0")
    assert removed.headers["location"] == f"/inquiries/{reference}/sections/evidence#evidence"
    assert [row["claim"] for row in desk.document(reference)["evidence"]] == ["sao-glm-5.2"]
    for unknown in ("add:nonsense", "remove:nonsense.1"):
        assert desk.save(reference, "evidence", do=unknown).headers["location"].endswith("/sections/evidence")


@pytest.mark.usefixtures("customer")
def test_each_added_row_is_seen_even_where_the_ones_before_it_are_blank(desk: Desk) -> None:
    reference = desk.open()
    path = f"/inquiries/{reference}/sections/evidence"
    for rows in (2, 3):
        form = drafts.posted_by(desk.client.get(path).text, "answers")
        path = desk.post(desk.client, path.partition("?")[0], {**form, "do": "add:evidence"}).headers["location"]
        assert path.endswith(f"?add=evidence:{rows}#evidence-new")
        page = desk.client.get(path)
        assert [row.number for row in view_of(page).fields[0].rows] == list(range(rows))
        assert page.text.count('id="evidence-new"') == 1
    for asked, rows in (("999", 10), ("0", 1), ("x", 1), ("9999999", 1), ("", 1)):
        answer = desk.client.get(f"/inquiries/{reference}/sections/evidence?add=evidence:{asked}")
        assert len(view_of(answer).fields[0].rows) == rows, asked


@pytest.mark.usefixtures("customer")
def test_what_is_too_long_to_save_stands_on_the_page_again(desk: Desk) -> None:
    reference = desk.open()
    text = "word " * 220_000
    answer = desk.save(reference, "task", {"task.description": text, "task.accepted_result": "All tests pass."})
    assert answer.status_code == 413
    assert "Nothing of this page was saved" in answer.text
    assert "Everything you typed still stands below." in answer.text
    assert "Your session had ended" not in answer.text
    assert text in answer.text
    assert "All tests pass." in answer.text
    assert "task" not in desk.document(reference)


@pytest.mark.usefixtures("customer")
def test_text_in_which_nothing_is_to_be_seen_answers_nothing(desk: Desk) -> None:
    reference = desk.open()
    unseen = "\u200b \u2060\ufeff\u00ad"
    desk.save(reference, "task", {"task.description": unseen})
    desk.save(reference, "model", {"title": unseen})
    assert desk.document(reference).keys() == {"schema", "kind"}
    assert desk.review(reference).title == "Inquiry without a title"


@pytest.mark.usefixtures("customer")
def test_a_suggestion_fills_only_what_is_empty_and_only_when_asked(desk: Desk) -> None:
    reference = desk.open()
    page = desk.client.get(f"/inquiries/{reference}/sections/checkpoint")
    assert view_of(page).suggestion.repository == "Qwen/Qwen3.8-27B"
    assert "checkpoint" not in desk.document(reference)
    desk.save(reference, "checkpoint", {"checkpoint.licence": "My own"}, do="use-suggestion")
    document = desk.document(reference)["checkpoint"]
    assert (document["repository"], document["licence"]) == ("Qwen/Qwen3.8-27B", "My own")
    desk.save(reference, "model", do="use-suggestion")
    assert desk.document(reference)["model"] == {"family": "qwen", "version": "3.8", "variant": "27B"}
    assert desk.save(reference, "task", do="use-suggestion").status_code == 303


@pytest.mark.usefixtures("customer")
def test_the_pages_follow_each_other_to_the_check_of_all_answers(desk: Desk) -> None:
    reference, order = desk.open(), [*SECTIONS]
    places = [desk.save(reference, section).headers["location"] for section in order]
    assert places == [f"/inquiries/{reference}/sections/{section}" for section in order[1:]] + [
        f"/inquiries/{reference}/check-answers"
    ]


@pytest.mark.parametrize(("typed", "one", "other"), [("9,99", "9.99", "999"), ("1.234", "1.234", "1234")])
@pytest.mark.usefixtures("customer")
def test_r26_an_ambiguous_amount_is_kept_and_both_readings_are_shown(
    desk: Desk, typed: str, one: str, other: str
) -> None:
    reference = desk.open()
    desk.save(reference, "budget", {"budget.currency": "USD", "budget.maximum": typed})
    assert desk.document(reference)["budget"]["maximum"] == typed
    page = desk.client.get(f"/inquiries/{reference}/sections/budget")
    said = [finding for finding, _ in view_of(page).findings if finding.field == "budget.maximum"]
    assert [finding.rule for finding in said] == ["SC-10"]
    text = said[0].message + said[0].remedy
    assert one in text
    assert other in text
    assert f'value="{typed}"' in page.text


@pytest.mark.usefixtures("customer")
def test_r26_an_amount_that_reads_exactly_is_kept_in_minor_units(desk: Desk) -> None:
    reference = desk.open()
    desk.save(reference, "budget", {"budget.currency": "USD", "budget.maximum": "60,000.00"})
    assert desk.document(reference)["budget"] == {"currency": "USD", "maximum": 6_000_000}


def test_a_visitor_of_another_browser_is_asked_to_sign_in(app: Any, desk: Desk, post_form: PostForm) -> None:  # noqa: ANN401  FastAPI
    reference = desk.open()
    stranger = Desk(TestClient(app, base_url=BASE_URL, follow_redirects=False), post_form)
    for path in (f"/inquiries/{reference}", "/inquiries/PD-9999"):
        assert stranger.client.get(path).headers["location"].startswith("/sign-in?next=")
