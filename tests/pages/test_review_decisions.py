"""What the desk's pages say while something is decided: who reads it, who did it, what changed, who came too late."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.work import Work
from app.inquiries import service as inquiries
from app.reviews import service
from tests import desk as desks
from tests import drafts
from tests.conftest import PostForm
from tests.desk import Desk
from tests.pages.conftest import Browser
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded
LATER = timedelta(minutes=1)


@pytest.fixture
def desk(work: Work, now: datetime) -> Desk:
    """Everybody, each with a name of their own."""

    def made(db: Session) -> Desk:
        found = desks.desk(db, now=now)
        for person, name in ((found.ann, "Ann"), (found.elif_, "Elif"), (found.ezra, "Ezra")):
            db.execute(text("UPDATE users SET name = :name WHERE id = :id"), {"name": name, "id": person.id})
        return found

    return work.write_now(made)


@pytest.fixture
def taken(work: Work, desk: Desk, now: datetime) -> str:
    return work.write_now(desks.taken, desk.ann, desk.elif_, now=now)


def again(db: Session, person: Person, reference: str, now: datetime, title: str = "Another title") -> None:
    inquiries.patch_document(db, person, reference, {"title": title}, base_version=None, now=now)
    drafts.submitted(db, person, reference, now=now)


def returned(work: Work, desk: Desk, reference: str, now: datetime, *, version: int = 1) -> None:
    work.write_now(
        service.return_, desk.ezra, reference, version=version, message="Say more of it.", asks={}, now=now + LATER
    )


def hint_of(page: str, field: str) -> str:
    found = re.search(rf'id="{re.escape(field)}-hint"[^>]*>([^<]*)<', page)
    assert found is not None, field
    return found[1].replace("\u00a0", " ")


def test_every_text_of_the_desk_says_who_reads_it_r31(desk: Desk, browse: Browser, taken: str) -> None:
    client = browse(desk.elif_)
    pages = {act: client.get(f"/reviews/{taken}/{act}").text for act in ("return", "decline", "approve", "interest")}
    assert "The customer reads this." in hint_of(pages["return"], "message")
    assert "The customer reads these too" in pages["return"]
    assert "The customer reads this." in hint_of(pages["decline"], "reason")
    assert "The customer reads this." in hint_of(pages["approve"], "note")
    assert "The customer reads this." in hint_of(pages["approve"], "conditions")
    assert "The desk and capacity operations read this." in hint_of(pages["approve"], "reason.EV-02|baseline.files")
    assert "Only the desk reads this." in hint_of(pages["interest"], "reason")
    for act, field in (("return", "message"), ("decline", "reason"), ("interest", "reason")):
        assert "At least 10 characters." in hint_of(pages[act], field)


def test_the_approval_page_says_what_can_be_granted(desk: Desk, browse: Browser, taken: str) -> None:
    page = browse(desk.elif_).get(f"/reviews/{taken}/approve").text
    cap, start = hint_of(page, "cap"), hint_of(page, "earliest_start")
    assert "At most EUR 42,000.00, which was asked for. Below EUR 25,000.00, the lowest" in cap
    assert "From today until 22 February 2027. Before 8 February 2027, which was asked for, say why" in start


def test_an_impossible_grant_is_refused_at_its_field(
    work: Work, desk: Desk, browse: Browser, post_form: PostForm, taken: str, now: datetime
) -> None:
    client, path = browse(desk.elif_), f"/reviews/{taken}/approve"
    given = work.read_now(desks.reasons, desk.elif_, taken, now=now)
    typed = {"version": "1", **{f"reason.{key}": words for key, words in given.items()}}
    answer = post_form(client, path, {**typed, "cap": "1.00", "earliest_start": "2020-01-01", "conditions": ""})
    assert answer.status_code == 422
    assert [href for _, href in view_of(answer).errors] == ["#earliest_start", "#conditions", "#conditions"]
    assert "The earliest start has passed: today is 30 November 2026." in answer.text
    conditions = next(field for field in view_of(answer).fields if field.id == "conditions")
    assert len(conditions.errors) == 2
    fine = {"cap": "24,000.00", "earliest_start": "2027-02-08", "conditions": "Without the second round of rollouts."}
    assert post_form(client, path, {**typed, **fine}).status_code == 303


def test_the_start_that_is_offered_is_never_past(work: Work, desk: Desk, taken: str) -> None:
    from app.reviews import pages  # noqa: PLC0415  only here

    late = datetime(2027, 2, 15, 12, tzinfo=UTC)
    view = work.read_now(pages.show_approval, desk.elif_, taken, typed={}, now=late)
    assert next(field.value for field in view.fields if field.id == "earliest_start") == "2027-02-15"
    assert date(2027, 2, 15) == late.date()


def test_answers_open_beside_the_approval_that_is_being_written(desk: Desk, browse: Browser, taken: str) -> None:
    page = browse(desk.elif_).get(f"/reviews/{taken}/approve").text
    links = re.findall(r"<a [^>]*>Go to the answer.*?</a>", page)
    assert links
    assert all('target="_blank" rel="noopener"' in link and "(opens in a new tab)" in link for link in links)
    review = browse(desk.elif_).get(f"/reviews/{taken}").text
    assert 'target="_blank"' not in review


def test_r31_a_reason_to_revoke_is_the_customers_from_the_start(
    work: Work, desk: Desk, browse: Browser, post_form: PostForm, taken: str, now: datetime
) -> None:
    work.write_now(desks.approved, desk.elif_, taken, now=now)
    path = f"/reviews/{taken}/revoke"
    first, second = browse(desk.elif_), browse(desk.ezra)
    page = first.get(path)
    assert "The customer reads this once another engineer agrees" in hint_of(page.text, "reason")
    now_told, then_told = view_of(page).people
    assert now_told == ("Who will be told now", ("Ezra",))
    assert then_told[1] == (f"Ann, {desk.ann.email}",)
    post_form(first, path, {"version": "1", "reason": "The licence changed."})
    line = next(
        line for line in view_of(first.get(f"/reviews/{taken}")).story if line.did.startswith("asked to revoke")
    )
    assert line.readers == "Only the desk can read this until another engineer agrees; then the customer can"
    assert "The licence changed." not in browse(desk.ann).get(f"/inquiries/{taken}/timeline").text
    page = second.get(path)
    assert "the customer reads this reason with both your names" in page.text
    assert view_of(page).people == (("Who will be told if you agree", (f"Ann, {desk.ann.email}",)),)
    posted = {name: values[-1] for name, values in drafts.posted_by(page.text, path).items() if name != "csrf_token"}
    post_form(second, path, posted)
    line = next(
        line for line in view_of(first.get(f"/reviews/{taken}")).story if line.did.startswith("asked to revoke")
    )
    assert line.readers == "The customer can read this, as the reason of the revocation"
    assert "The licence changed." in browse(desk.ann).get(f"/inquiries/{taken}/timeline").text


def test_a_revocation_that_waits_is_agreed_to_by_another_engineer_and_offered_to_nobody_twice(
    work: Work, desk: Desk, browse: Browser, taken: str, now: datetime
) -> None:
    work.write_now(desks.approved, desk.elif_, taken, now=now)
    first, second = browse(desk.elif_), browse(desk.ezra)
    assert ">Revoke the approval</a>" in first.get(f"/reviews/{taken}").text
    work.write_now(service.ask_revocation, desk.elif_, taken, version=1, reason="The licence changed.", now=now)
    mine, theirs = first.get(f"/reviews/{taken}").text, second.get(f"/reviews/{taken}").text
    for page in (mine, theirs):
        assert "Waits for a second engineer" in page
        assert ">Revoke the approval</a>" not in page
    assert "You asked to revoke this approval, 30 Nov 2026" in mine
    assert f'href="/reviews/{taken}/revoke"' not in mine
    assert "Elif asked to revoke this approval, 30 Nov 2026" in theirs
    assert ">Agree to revoke</a>" in theirs
    assert "Agree to revoke\n" in re.sub(r"</button>", "\n", second.get(f"/reviews/{taken}/revoke").text)


def test_r44_the_desk_sees_who_was_told_and_sends_a_failed_mail_again(
    work: Work, desk: Desk, browse: Browser, post_form: PostForm, taken: str, now: datetime
) -> None:
    returned(work, desk, taken, now)
    failed = text(
        "UPDATE deliveries SET state = 'failed', last_error = 'refused' WHERE channel = 'mail' AND address = :to"
    )
    work.write_now(lambda db: db.execute(failed, {"to": desk.ann.email}))
    client = browse(desk.elif_)
    page = client.get(f"/reviews/{taken}")
    lines = view_of(page).told.lines
    assert {line.who for line in lines} >= {f"Ann, {desk.ann.email}", "Ann", f"Elif, {desk.elif_.email}"}
    (line,) = [line for line in lines if line.resend_href]
    assert (line.who, line.state, line.reason) == (f"Ann, {desk.ann.email}", "Failed", "refused")
    assert view_of(page).told.needs_care
    answer = post_form(client, line.resend_href, {"back": f"/reviews/{taken}"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/reviews/{taken}")
    assert not view_of(client.get(f"/reviews/{taken}")).told.needs_care
    shown = browse(desk.ann).get(f"/inquiries/{taken}").text
    assert "Who was told" in shown
    assert desk.elif_.email not in shown
    assert desk.ezra.email not in shown


@pytest.mark.parametrize("deed", ["take", "comment", "read"])
def test_r28_whatever_an_engineer_did_on_a_version_was_a_look_at_it(
    work: Work, desk: Desk, browse: Browser, now: datetime, deed: str
) -> None:
    reference = work.write_now(lambda db: desks.submitted(db, desk.ann, now=now))
    words: dict[str, Any] = {"version": 1, "now": now}
    if deed == "take":
        work.write_now(service.take, desk.elif_, reference, **words)
    else:
        work.write_now(service.take, desk.ezra, reference, **words)
    if deed == "comment":
        work.write_now(service.comment, desk.elif_, reference, text="Well.", visibility="internal", **words)
    if deed == "read":
        work.write_now(service.read, desk.elif_, reference, **words)
    returned(work, desk, reference, now)
    work.write_now(again, desk.ann, reference, now)
    client = browse(desk.elif_)
    page = client.get(f"/reviews/{reference}")
    assert "Changed since you last looked" in page.text
    view = view_of(page)
    assert (view.look, view.is_read) == ("Your last look was at version 1.", False)
    assert [row.after for row in view.change.answers] == ["Another title"]
    work.write_now(service.take, desk.elif_, reference, version=2, now=now)
    assert view_of(client.get(f"/reviews/{reference}")).change is not None  # there to be read while it is reviewed
    work.write_now(service.read, desk.elif_, reference, version=2, now=now)
    view = view_of(client.get(f"/reviews/{reference}"))
    assert (view.change, view.look) == (None, "You have read version 2.")


def test_r28_a_third_version_is_compared_with_the_second_for_who_took_it(
    work: Work, desk: Desk, browse: Browser, taken: str, now: datetime
) -> None:
    returned(work, desk, taken, now)
    work.write_now(again, desk.ann, taken, now, "Second")
    work.write_now(service.take, desk.elif_, taken, version=2, now=now)
    returned(work, desk, taken, now, version=2)
    work.write_now(again, desk.ann, taken, now, "Third")
    (row,) = view_of(browse(desk.elif_).get(f"/reviews/{taken}")).change.answers
    assert (row.before, row.after) == ("Second", "Third")


def test_r28_who_never_looked_sees_what_changed_since_the_version_before(
    work: Work, desk: Desk, browse: Browser, now: datetime
) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.ezra, now=now)
    client = browse(desk.elif_)
    assert view_of(client.get(f"/reviews/{reference}")).change is None
    returned(work, desk, reference, now)
    work.write_now(again, desk.ann, reference, now)
    page = client.get(f"/reviews/{reference}")
    assert "Changed since version 1" in page.text
    assert "Changed since you last looked" not in page.text
    assert view_of(page).look == "You have done nothing with it yet."


def test_r39_a_review_names_who_decided_it_and_so_do_the_lists(
    work: Work, desk: Desk, browse: Browser, taken: str, now: datetime
) -> None:
    returned(work, desk, taken, now)  # Elif took it, Ezra returned it
    client = browse(desk.elif_)
    (line,) = view_of(client.get(f"/reviews/{taken}")).reviews
    assert (line.engineer, line.words) == ("Elif", "on version 1, returned by Ezra")
    (entry,) = view_of(client.get("/queue?state=returned")).entries
    assert entry.decided == "returned by Ezra"
    assert "returned by Ezra" in client.get("/queue?state=returned").text
    other = work.write_now(lambda db: desks.submitted(db, desk.ann, now=now))
    (earlier,) = view_of(client.get(f"/reviews/{other}")).earlier
    assert earlier.decided == "returned by Ezra"
    work.write_now(again, desk.ann, taken, now)
    assert {entry.decided for entry in view_of(client.get("/queue")).entries} == {""}


FORMS = {
    "return": {"message": "A long text that took an hour.", "ask.data": "Which rows are these?"},
    "decline": {"reason": "A long text that took an hour."},
    "approve": {"note": "A long text that took an hour.", "reason.EV-02|baseline.files": "They were read by hand."},
}


@pytest.mark.parametrize("act", FORMS)
def test_a_decision_that_came_too_late_keeps_its_text_and_says_who_was_first(
    work: Work, desk: Desk, browse: Browser, post_form: PostForm, taken: str, now: datetime, act: str
) -> None:
    work.write_now(service.decline, desk.ezra, taken, version=1, reason="No capacity.", now=now)
    answer = post_form(browse(desk.elif_), f"/reviews/{taken}/{act}", {"version": "1", **FORMS[act]})
    assert answer.status_code == 409
    for words in FORMS[act].values():
        assert words in answer.text
    summary = answer.text.partition("govuk-error-summary__list")[2].partition("</ul>")[0]
    assert "Ezra declined it, 30 Nov 2026" in summary
    assert f'href="/reviews/{taken}">See the inquiry as it is now' in summary
    assert ">Approve version 1</button>" not in answer.text


def test_what_came_too_late_can_be_added_as_a_comment(
    work: Work, desk: Desk, browse: Browser, post_form: PostForm, taken: str, now: datetime
) -> None:
    work.write_now(service.decline, desk.ezra, taken, version=1, reason="No capacity.", now=now)
    client, path = browse(desk.elif_), f"/reviews/{taken}/comment"
    late = post_form(client, f"/reviews/{taken}/return", {"version": "1", **FORMS["return"]})
    posted = {name: values[-1] for name, values in drafts.posted_by(late.text, path).items() if name != "csrf_token"}
    assert post_form(client, path, posted).status_code == 422  # nobody chose yet who reads it
    assert post_form(client, path, {**posted, "visibility": "internal"}).status_code == 303
    last = view_of(client.get(f"/reviews/{taken}")).story[0]
    assert last.text == "A long text that took an hour.\n\nData: Which rows are these?"


@pytest.mark.parametrize(
    ("act", "typed"), [("comment", {"text": "Look at this.", "visibility": "internal"}), *FORMS.items()]
)
def test_what_was_written_on_an_older_version_can_be_sent_on_the_new_one(
    work: Work,
    desk: Desk,
    browse: Browser,
    post_form: PostForm,
    taken: str,
    now: datetime,
    act: str,
    typed: dict[str, str],
) -> None:
    returned(work, desk, taken, now)
    work.write_now(again, desk.ann, taken, now + LATER)
    work.write_now(service.take, desk.ezra, taken, version=2, now=now + 2 * LATER)
    client, path = browse(desk.elif_), f"/reviews/{taken}/{act}"
    answer = post_form(client, path, {"version": "1", "form_key": "k", **typed})
    assert answer.status_code == 409
    assert f'href="/reviews/{taken}/compare?from=1&amp;to=2"' in answer.text
    assert "Ezra took it for review" in answer.text
    posted = {name: values[-1] for name, values in drafts.posted_by(answer.text, path).items() if name != "csrf_token"}
    assert posted["version"] == "2"
    assert typed.items() <= posted.items()
    if act != "approve":
        assert post_form(client, path, posted).status_code == 303


def test_a_second_request_to_revoke_keeps_its_text_and_a_late_agreement_says_what_happened(
    work: Work, desk: Desk, browse: Browser, post_form: PostForm, taken: str, now: datetime
) -> None:
    work.write_now(desks.approved, desk.elif_, taken, now=now)
    asked = work.write_now(service.ask_revocation, desk.elif_, taken, version=1, reason="The licence.", now=now)
    client, path = browse(desk.ezra), f"/reviews/{taken}/revoke"
    late = post_form(client, path, {"version": "1", "reason": "The licence was changed."})
    assert late.status_code == 409
    assert "The licence was changed." in late.text
    assert "Elif asked to revoke the approval, 30 Nov 2026" in late.text
    agreed = {"version": "1", "request": str(asked)}
    assert post_form(client, path, agreed).status_code == 303
    again_ = post_form(client, path, agreed)
    assert again_.status_code == 409
    assert "You revoked the approval, 30 Nov 2026" in again_.text
    assert f'href="/reviews/{taken}"' in again_.text


def test_who_takes_too_late_stays_on_the_page_and_reads_who_was_first(
    desk: Desk, browse: Browser, post_form: PostForm, taken: str
) -> None:
    answer = post_form(browse(desk.ezra), f"/reviews/{taken}", {"do": "take", "version": "1"})
    assert answer.status_code == 409
    assert next(words for words, _ in view_of(answer).late).startswith("Somebody took this inquiry before you.")
    assert "Elif took it for review, 30 Nov 2026" in answer.text
    assert "<title>Error: Review" in answer.text
