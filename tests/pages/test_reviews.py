"""The desk's pages through the door: queue, review, comments, decisions."""

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from app.accounts import service as accounts
from app.accounts.queries import Person
from app.infra.work import Work
from app.inquiries import service as inquiries
from app.reviews import queries, service
from app.rules.workflow import Role
from tests import desk as desks
from tests import drafts, factories
from tests.conftest import HOST, PostForm
from tests.desk import Desk
from tests.pages.conftest import Browser
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded


@pytest.fixture
def desk(work: Work, now: datetime) -> Desk:
    """Everybody."""
    return work.write_now(desks.desk, now=now)


def _filled(work: Work, client: TestClient, desk: Desk, reference: str, now: datetime) -> dict[str, str]:
    page = client.get(f"/reviews/{reference}/approve")
    assert page.status_code == 200
    posted = {name: values[-1] for name, values in drafts.posted_by(page.text, f"/reviews/{reference}/approve").items()}
    del posted["csrf_token"]
    given = work.read_now(desks.reasons, desk.elif_, reference, now=now)
    return {**posted, **{f"reason.{key}": words for key, words in given.items()}}


def _submit(work: Work, desk: Desk, title: str, at: datetime) -> str:
    return work.write_now(lambda db: desks.submitted(db, desk.ann, now=at, title=title))


def test_the_one_that_waits_longest_stands_first(work: Work, desk: Desk, browse: Browser, now: datetime) -> None:
    for days in (3, 9, 6):
        _submit(work, desk, f"{days} days", now - timedelta(days=days))
    page = browse(desk.elif_).get("/queue")
    assert page.status_code == 200
    assert [entry.title for entry in view_of(page).entries] == ["9 days", "6 days", "3 days"]
    assert "waiting 9 days" in page.text


def test_the_queue_goes_on_where_its_page_ended(
    work: Work, desk: Desk, browse: Browser, now: datetime, statements: list[str]
) -> None:
    for number in range(27):
        at = now - timedelta(hours=number // 2)  # two at a time, so that the second key counts
        _submit(work, desk, f"No. {number}", at)
    client = browse(desk.elif_)
    client.get("/queue")
    statements.clear()
    first = view_of(client.get("/queue"))
    on_first = len(statements)
    statements.clear()
    last = view_of(client.get(first.next_href))
    assert len(statements) == on_first
    seen = [entry.reference for entry in (*first.entries, *last.entries)]
    assert len(seen) == len(set(seen)) == 27
    assert last.next_href == ""
    assert last.first_href == "/queue"


def test_the_queue_is_narrowed_in_its_address_r58(work: Work, desk: Desk, browse: Browser, now: datetime) -> None:
    one = work.write_now(lambda db: desks.submitted(db, desk.ann, now=now, title="Tests of 100% payments"))
    two = work.write_now(lambda db: desks.taken(db, desk.bob, desk.elif_, now=now))
    client = browse(desk.elif_)

    def shown(query: str) -> list[str]:
        return [entry.reference for entry in view_of(client.get(f"/queue{query}")).entries]

    assert shown("?text=100%25") == [one]
    assert shown("?text=0%25p") == []
    assert shown(f"?text={two}") == [two]
    assert shown("?text=bob+ltd") == [two]
    assert shown("?state=in-review") == [two]
    assert shown("?state=submitted") == [one]
    assert shown("?mine=yes") == [two]
    assert shown(f"?organisation={desk.ann.organisation_id}") == [one]
    assert shown("?kind=glm-5.3") == []
    assert shown("?state=nonsense&after=nonsense&organisation=x") == [one, two]


@pytest.mark.parametrize("title", ["Élan vital  ÜBER\tALLES", "élan vital über alles"])
def test_r58_search_asks_for_neither_capitals_nor_spaces_nor_a_whole_reference(
    work: Work, desk: Desk, browse: Browser, now: datetime, title: str
) -> None:
    one = work.write_now(lambda db: desks.submitted(db, desk.ann, now=now, title=title))
    other = work.write_now(lambda db: desks.submitted(db, desk.bob, now=now, title="Straße, 月次"))
    client = browse(desk.elif_)

    def shown(words: str) -> list[str]:
        return [entry.reference for entry in view_of(client.get("/queue", params={"text": words})).entries]

    for words in ("élan VITAL", "  ÉLAN   vital ", "e\u0301lan", "vital über", "Über Alles"):
        assert shown(words) == [one], words
    for words in ("STRASSE", "straße", "月次", other, other.lower(), other.replace("-00", "-"), other[-1], "pd 2"):
        assert shown(words) == [other], words
    assert shown("PD-99") == []


def test_r58_a_view_of_the_queue_has_a_name_and_says_which_it_is(desk: Desk, browse: Browser) -> None:
    client = browse(desk.elif_)
    for address, name in (("", "Waiting or in review"), ("?mine=yes", "Mine"), ("?text=x", "As you chose")):
        page = client.get(f"/queue{address}")
        assert f"<h2>{name}</h2>" in page.text
        assert [one.name for one in view_of(page).views if one.is_current] == [name] * (name != "As you chose")
    page = client.get("/queue?mine=yes&name=My+%3Cown%3E")
    assert "<h2>My &lt;own&gt;</h2>" in page.text
    assert [one.name for one in view_of(page).views if one.is_current] == ["Mine"]
    assert len(view_of(client.get("/queue?name=" + "x" * 99)).name) == 60


def test_r58_the_way_back_from_a_review_keeps_the_filters_of_the_queue(
    work: Work, desk: Desk, browse: Browser, now: datetime
) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    client = browse(desk.elif_)
    assert 'href="/queue">Queue</a>' in client.get(f"/reviews/{reference}").text
    client.get("/queue?mine=yes&state=in-review&text=a%26b%22")
    for page in ("", "/return", "/approve", "/comment"):
        text = client.get(f"/reviews/{reference}{page}").text
        assert 'href="/queue?state=in-review&amp;mine=yes&amp;text=a%26b%22">Queue</a>' in text, page
    client.cookies.set("pilotdesk_queue", "https://elsewhere.example/?state=\\nonsense")
    assert 'href="/queue">Queue</a>' in client.get(f"/reviews/{reference}").text


def test_r40_what_i_reviewed_stays_mine_whatever_its_author_does(
    work: Work, desk: Desk, browse: Browser, now: datetime
) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    work.write_now(service.return_, desk.elif_, reference, version=1, message="Say more of it.", now=now)
    mine = view_of(browse(desk.elif_).get("/queue?mine=yes")).entries
    assert [(entry.reference, entry.state) for entry in mine] == [(reference, "Returned")]
    work.write_now(drafts.submitted, desk.ann, reference, now=now)
    work.write_now(service.take, desk.ezra, reference, version=2, now=now)
    mine = view_of(browse(desk.elif_).get("/queue?mine=yes")).entries
    assert [(entry.reference, entry.engineer) for entry in mine] == [(reference, desk.ezra.name)]


def test_the_desk_goes_on_seeing_the_title_that_it_has_read(
    work: Work, desk: Desk, browse: Browser, now: datetime
) -> None:
    reference = _submit(work, desk, "As it was read", now)
    other = _submit(work, desk, "Another one", now)
    work.write_now(service.take, desk.elif_, reference, version=1, now=now)
    work.write_now(service.return_, desk.elif_, reference, version=1, message="Change it.", asks={}, now=now)
    changed = {"title": "As nobody at the desk has read it"}
    work.write_now(inquiries.patch_document, desk.ann, reference, changed, base_version=None, now=now)
    client = browse(desk.elif_)
    for query in ("state=returned", "state=any&text=as+it+was"):
        assert [entry.title for entry in view_of(client.get(f"/queue?{query}")).entries] == ["As it was read"], query
    assert view_of(client.get("/queue?state=any&text=nobody+at+the+desk")).entries == ()
    assert [one.title for one in view_of(client.get(f"/reviews/{other}")).earlier] == ["As it was read"]
    work.write_now(drafts.submitted, desk.ann, reference, now=now)
    assert "As nobody at the desk has read it" in [one.title for one in view_of(client.get("/queue")).entries]


def test_r42_a_row_shows_what_the_customer_wrote_last(work: Work, desk: Desk, browse: Browser, now: datetime) -> None:
    reference = work.write_now(lambda db: desks.submitted(db, desk.ann, now=now))
    for words, kind in (("First.", "message"), ("We start in March.", "message"), ("Ours.", "comment")):
        work.write_now(
            inquiries.tell_story,
            inquiry_id=1,
            version=1,
            kind=kind,
            text=words,
            visibility="customer",
            actor_id=desk.ann.id,
            now=now,
        )
    page = browse(desk.elif_).get("/queue")
    assert [entry.message for entry in view_of(page).entries] == ["We start in March."]
    assert reference in page.text


def test_the_queue_shows_no_draft_and_nothing_of_ones_own_organisation(
    work: Work, desk: Desk, browse: Browser, now: datetime
) -> None:
    work.write_now(lambda db: drafts.opened(db, desk.ann, {"title": "A draft"}, now=now))
    work.write_now(lambda db: desks.submitted(db, desk.ann, now=now))
    work.write_now(
        lambda db: db.execute(
            text("UPDATE users SET organisation_id = :place WHERE id = :id"),
            {"place": desk.ann.organisation_id, "id": desk.ezra.id},
        )
    )
    assert len(view_of(browse(desk.elif_).get("/queue?state=any")).entries) == 1
    assert view_of(browse(desk.ezra).get("/queue?state=any")).entries == ()
    assert browse(desk.ezra).get("/reviews/PD-0002").status_code == 403
    assert browse(desk.elif_).get("/reviews/PD-0001").status_code == 404


def test_an_inquiry_is_taken_returned_and_taken_again_r28_r30(
    work: Work, desk: Desk, browse: Browser, post_form: PostForm, now: datetime
) -> None:
    reference = work.write_now(lambda db: desks.submitted(db, desk.ann, now=now))
    client = browse(desk.elif_)
    page = client.get(f"/reviews/{reference}")
    assert page.status_code == 200
    assert "Take this inquiry" in page.text
    assert f"/reviews/{reference}/approve" not in page.text
    answer = post_form(client, f"/reviews/{reference}", {"do": "take", "version": "1"})
    assert (answer.status_code, answer.headers["location"]) == (303, f"/reviews/{reference}")
    answer = post_form(client, f"/reviews/{reference}/return", {"version": "1", "message": " "})
    assert answer.status_code == 422
    assert 'href="#message"' in answer.text
    typed = {"version": "1", "message": "Name the tools.", "ask.environment": "Which shell?"}
    answer = post_form(client, f"/reviews/{reference}/return", typed)
    assert answer.status_code == 303
    assert work.write_now(desks.state_of, reference) == "returned"

    work.write_now(_changed, desk.ann, reference, now)
    view = view_of(client.get(f"/reviews/{reference}"))
    assert (view.version, view.last_read, view.look) == (2, 1, "Your last look was at version 1.")
    assert [row.after for row in view.change.answers] == ["Another title"]
    assert [(line.words, line.is_past) for line in view.reviews] == [("on version 1, returned", True)]
    assert [line.text for line in view.story if line.did.startswith("asked for a change")] == ["Which shell?"]
    stale = post_form(client, f"/reviews/{reference}", {"do": "take", "version": "1"})
    assert stale.status_code == 409
    assert post_form(client, f"/reviews/{reference}", {"do": "read", "version": "2"}).status_code == 303
    assert view_of(client.get(f"/reviews/{reference}")).change is None


def _changed(db: Session, person: Person, reference: str, now: datetime) -> None:
    inquiries.patch_document(db, person, reference, {"title": "Another title"}, base_version=None, now=now)
    drafts.submitted(db, person, reference, now=now)


def test_r28_any_two_versions_can_be_compared_and_no_change_says_so(
    work: Work, desk: Desk, browse: Browser, now: datetime
) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    work.write_now(service.return_, desk.elif_, reference, version=1, message="Say more of it.", now=now)
    work.write_now(_changed, desk.ann, reference, now)
    client = browse(desk.elif_)
    page = client.get(f"/reviews/{reference}/compare?from=1&to=2")
    assert "<ins>Another title</ins>" in page.text
    assert "No change between version 1 and version 1." in client.get(f"/reviews/{reference}/compare?from=1&to=1").text
    assert client.get(f"/reviews/{reference}/compare?from=1&to=3").status_code == 404


def test_an_approval_is_filled_in_and_made_r37(
    work: Work, desk: Desk, browse: Browser, post_form: PostForm, now: datetime
) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    client = browse(desk.elif_)
    typed = _filled(work, client, desk, reference, now)
    assert (typed["cap"], typed["earliest_start"]) == ("42,000.00", "2027-02-08")
    bare = {name: value for name, value in typed.items() if not name.startswith("reason.")}
    answer = post_form(client, f"/reviews/{reference}/approve", {**bare, "conditions": "Kept as typed."})
    assert answer.status_code == 422
    assert "Kept as typed." in answer.text
    links = re.findall(r'<li><a href="#([^"]+)"', answer.text)
    assert links
    assert set(links) <= drafts.ids_in(answer.text)
    more = {"cap": "30,000.00", "document": "{}", "title": "Mine now", "state": "declined"}
    assert post_form(client, f"/reviews/{reference}/approve", {**typed, **more}).status_code == 303
    (decision,) = work.read_now(queries.list_decisions, after=0, limit=9)
    assert decision.granted is not None
    assert decision.granted["cap"] == 3_000_000
    kept = json.loads(decision.snapshot_text)["document"]
    assert (kept["budget"]["cap"], kept["title"]) == (4_200_000, drafts.document()["title"])
    page = client.get(f"/reviews/{reference}")
    assert "EUR 30,000.00" in page.text.replace("\u00a0", " ")
    assert "Revoke the approval" in page.text


@pytest.mark.parametrize(("typed", "sentence"), [("9,99", "cap"), ("1.234", "cap"), ("x", "cap")])
def test_an_amount_that_could_be_two_is_not_granted(
    work: Work, desk: Desk, browse: Browser, post_form: PostForm, now: datetime, typed: str, sentence: str
) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    client = browse(desk.elif_)
    form = {**_filled(work, client, desk, reference, now), "cap": typed}
    answer = post_form(client, f"/reviews/{reference}/approve", form)
    assert answer.status_code == 422
    assert f'href="#{sentence}"' in answer.text
    assert f'value="{typed}"' in answer.text


def test_r31_a_comment_says_who_can_read_it_and_nothing_is_chosen_beforehand(
    work: Work, desk: Desk, browse: Browser, post_form: PostForm, now: datetime
) -> None:
    reference = work.write_now(lambda db: desks.submitted(db, desk.ann, now=now))
    client = browse(desk.elif_)
    page = client.get(f"/reviews/{reference}")
    assert "visibility" not in drafts.posted_by(page.text, f"/reviews/{reference}/comment")
    answer = post_form(client, f"/reviews/{reference}/comment", {"version": "1", "text": "Look at this."})
    assert answer.status_code == 422
    assert "Look at this." in answer.text
    assert "Only the desk can read this" in answer.text


def test_a_comment_that_is_sent_twice_is_said_once(
    work: Work, desk: Desk, browse: Browser, post_form: PostForm, now: datetime
) -> None:
    reference = work.write_now(lambda db: desks.submitted(db, desk.ann, now=now))
    client, path = browse(desk.elif_), f"/reviews/{reference}/comment"

    def said() -> list[str]:
        return [line.text for line in view_of(client.get(f"/reviews/{reference}")).story if line.did == "commented"]

    forms = [drafts.posted_by(client.get(page).text, path) for page in (f"/reviews/{reference}", path)]
    keys = [form["form_key"][-1] for form in forms]
    assert len(set(keys)) == 2
    typed = {"version": "1", "form_key": keys[0], "text": "Look at this.", "visibility": "customer"}
    assert [post_form(client, path, typed).status_code for _ in range(3)] == [303, 303, 303]
    assert (said(), len(_told(work, desk.ann))) == (["Look at this."], 1)
    post_form(client, path, {**typed, "text": "Something else, after going back."})
    post_form(browse(desk.ezra), path, typed)
    post_form(client, path, {**typed, "form_key": keys[1]})
    assert sorted(said()) == ["Look at this."] * 3 + ["Something else, after going back."]
    refused = post_form(client, path, {**typed, "text": " "})
    assert drafts.posted_by(refused.text, path)["form_key"][-1] == keys[0]


def test_r31_a_comment_that_becomes_public_lists_who_is_told_and_tells_them_once(
    work: Work, desk: Desk, browse: Browser, post_form: PostForm, now: datetime
) -> None:
    reference = work.write_now(lambda db: desks.submitted(db, desk.ann, now=now))
    client = browse(desk.elif_)
    typed = {"version": "1", "text": "Between us.", "visibility": "internal"}
    assert post_form(client, f"/reviews/{reference}/comment", typed).status_code == 303
    assert _told(work, desk.ann) == []
    share = re.search(r'href="(/reviews/[^"]+/share)"', client.get(f"/reviews/{reference}").text)
    assert share is not None
    page = client.get(share[1])
    assert desk.ann.email in page.text
    assert desk.bob.email not in page.text
    assert _told(work, desk.ann) == []
    first = post_form(client, share[1], {"version": "1"})
    again = post_form(client, share[1], {"version": "1"})
    assert (first.status_code, again.status_code) == (303, 409)
    assert len(_told(work, desk.ann)) == 1


def _told(work: Work, person: Person) -> list[str]:
    asked = text(
        "SELECT m.subject FROM messages m JOIN deliveries d ON d.message_id = m.id "
        "WHERE d.recipient_id = :id AND d.channel = 'mail' AND m.event LIKE '%comment%'"
    )
    return [row[0] for row in work.read_now(lambda db: list(db.execute(asked, {"id": person.id})))]


def test_r34_a_declared_interest_unassigns_and_tells_the_others(
    work: Work, desk: Desk, browse: Browser, post_form: PostForm, now: datetime
) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    client = browse(desk.elif_)
    typed = {"version": "1", "reason": "My brother works there."}
    assert post_form(client, f"/reviews/{reference}/interest", typed).status_code == 303
    assert client.get(f"/reviews/{reference}").status_code == 403
    assert view_of(client.get("/queue?mine=yes")).entries == ()
    other = browse(desk.ezra)
    told = "SELECT recipient_id FROM deliveries d JOIN messages m ON m.id = message_id WHERE event LIKE '%interest%'"
    inbox = work.read_now(lambda db: [row[0] for row in db.execute(text(told))])
    assert desk.ezra.id in inbox
    assert desk.elif_.id not in inbox
    assert "Take this inquiry" in other.get(f"/reviews/{reference}").text
    assert post_form(other, f"/reviews/{reference}", {"do": "take", "version": "1"}).status_code == 303
    assert work.write_now(desks.state_of, reference) == "in-review"


def test_r41_the_organisations_earlier_inquiries_stand_beside_the_decision(
    work: Work, desk: Desk, browse: Browser, now: datetime
) -> None:
    before = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    work.write_now(desks.approved, desk.elif_, before, now=now)
    foreign = work.write_now(lambda db: desks.submitted(db, desk.bob, now=now))
    reference = work.write_now(lambda db: desks.submitted(db, desk.ann, now=now))
    (earlier,) = view_of(browse(desk.elif_).get(f"/reviews/{reference}")).earlier
    assert (earlier.reference, earlier.state) == (before, "Approved")
    assert "30,000.00" in earlier.granted
    assert foreign not in earlier.href


def test_two_engineers_revoke_over_their_pages(
    work: Work, desk: Desk, browse: Browser, post_form: PostForm, now: datetime
) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    work.write_now(desks.approved, desk.elif_, reference, now=now)
    path = f"/reviews/{reference}/revoke"
    first, second = browse(desk.elif_), browse(desk.ezra)
    assert post_form(first, path, {"version": "1", "reason": "The licence changed."}).status_code == 303
    assert first.get(path).status_code == 409
    page = second.get(path)
    assert "The licence changed." in page.text
    posted = {name: values[-1] for name, values in drafts.posted_by(page.text, path).items() if name != "csrf_token"}
    assert post_form(first, path, posted).status_code == 409
    assert post_form(second, path, posted).status_code == 303
    assert work.write_now(desks.state_of, reference) == "revoked"


def test_an_attachment_of_the_submitted_version_is_handed_out(
    app: FastAPI, work: Work, desk: Desk, browse: Browser, now: datetime
) -> None:
    from io import BytesIO  # noqa: PLC0415  only here

    from app.infra.files import Files  # noqa: PLC0415  only here

    files = Files(app.state.house.data / "uploads")
    reference = work.write_now(lambda db: drafts.opened(db, desk.ann, drafts.document(), now=now))
    taken = inquiries.take_in(files, "rows.csv", BytesIO(b"a,b\n1,2\n"))
    upload = work.write_now(inquiries.attach, desk.ann, reference, taken=taken, now=now)
    work.write_now(drafts.submitted, desk.ann, reference, now=now)
    answer = browse(desk.elif_).get(f"/reviews/{reference}/uploads/{upload.public_id}")
    assert (answer.status_code, answer.content) == (200, b"a,b\n1,2\n")
    assert answer.headers["content-disposition"].startswith("attachment")


@pytest.fixture
def program(client: TestClient, work: Work, now: datetime) -> Callable[[Person], dict[str, str]]:
    """Headers of a program of somebody's that may decide as far as its token goes."""

    def program(person: Person) -> dict[str, str]:
        made = work.write_now(accounts.create_token, person.email, scopes=("reviews:decide",), days=1, now=now)
        return {"Authorization": f"Bearer {made.token}"}

    assert client is not None
    return program


def test_r35_the_api_lets_nobody_decide_on_their_own(
    work: Work, desk: Desk, client: TestClient, program: Callable[[Person], dict[str, str]], now: datetime
) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    path = f"/api/v1/inquiries/{reference}/decision"
    for action in ("take", "return", "approve", "decline", "revoke"):
        body = {"action": action, "version": 1, "reason": "r"}
        assert client.post(path, json=body, headers=program(desk.ann)).status_code == 403
        for person in (desk.bob, desk.ops, desk.admin):
            assert client.post(path, json=body, headers=program(person)).status_code == 404
    assert work.write_now(desks.state_of, reference) == "in-review"


def test_r35_the_pages_let_nobody_decide_on_their_own(
    work: Work, desk: Desk, browse: Browser, post_form: PostForm, now: datetime
) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    for act in ("approve", "decline", "return", "comment", "revoke"):
        body = {"version": "1", "reason": "r", "message": "m", "text": "t", "visibility": "internal"}
        assert post_form(browse(desk.ann), f"/reviews/{reference}/{act}", body).status_code == 403
        for person in (desk.bob, desk.ops, desk.admin):
            assert post_form(browse(person), f"/reviews/{reference}/{act}", body).status_code == 404
    assert work.write_now(desks.state_of, reference) == "in-review"


def test_a_program_takes_and_approves(
    work: Work, desk: Desk, client: TestClient, program: Callable[[Person], dict[str, str]], now: datetime
) -> None:
    reference = work.write_now(lambda db: desks.submitted(db, desk.ann, now=now))
    path, headers = f"/api/v1/inquiries/{reference}/decision", program(desk.elif_)
    taken = client.post(path, json={"action": "take", "version": 1}, headers=headers)
    assert (taken.status_code, taken.json()["state"]) == (200, "in-review")
    refused = client.post(path, json={"action": "approve", "version": 1}, headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (422, "not-approved")
    keys = [row["key"] for row in refused.json()["needs_reason"]]
    body = {
        "action": "approve",
        "version": 1,
        "reasons": dict.fromkeys(keys, "It holds all the same."),
        "granted": {"cap": 4_200_000, "earliest_start": "2027-02-08", "conditions": ""},
    }
    done = client.post(path, json=body, headers=headers)
    assert (done.status_code, done.json()["state"], done.json()["seq"]) == (200, "approved", 1)
    again = client.post(path, json=body, headers=headers)
    assert (again.status_code, again.json()["code"]) == (409, "state")


@pytest.mark.parametrize(
    "more", [{"document": {}}, {"state": "approved"}, {"granted": {"cap": 1, "earliest_start": "2027-01-01", "to": 1}}]
)
def test_r37_a_decision_takes_nothing_but_decision_fields(
    work: Work,
    desk: Desk,
    client: TestClient,
    program: Callable[[Person], dict[str, str]],
    now: datetime,
    more: dict[str, Any],
) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    body = {"action": "decline", "version": 1, "reason": "r", **more}
    answer = client.post(f"/api/v1/inquiries/{reference}/decision", json=body, headers=program(desk.elif_))
    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable-request")
    assert work.write_now(desks.state_of, reference) == "in-review"


def test_r34_a_conflict_can_be_asked_for_before_anyone_is_assigned(
    work: Work, desk: Desk, client: TestClient, program: Callable[[Person], dict[str, str]], now: datetime
) -> None:
    reference = work.write_now(lambda db: desks.submitted(db, desk.ann, now=now))
    colleague = work.write_now(factories.stored_person, Role.ENGINEER, now=now)
    work.write_now(
        lambda db: db.execute(
            text("UPDATE users SET organisation_id = :place WHERE id = :id"),
            {"place": desk.ann.organisation_id, "id": colleague.id},
        )
    )
    path, headers = f"/api/v1/inquiries/{reference}/conflict", program(desk.elif_)
    assert client.get(path, headers=headers).json() == {
        "inquiry": reference,
        "engineer": desk.elif_.id,
        "may_judge": True,
        "reason": "",
    }
    asked = client.get(path, params={"engineer": str(colleague.id)}, headers=headers).json()
    assert asked["may_judge"] is False
    assert "organisation" in asked["reason"]
    assert client.get(path, params={"engineer": str(desk.ann.id)}, headers=headers).json()["may_judge"] is False
    assert client.get(path, headers=program(desk.ann)).status_code == 404


def test_what_was_typed_survives_the_end_of_a_session_r01(
    work: Work, desk: Desk, post_form: PostForm, now: datetime, browse: Browser
) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    client = browse(desk.elif_)
    assert client.get(f"/reviews/{reference}/return").status_code == 200
    client.cookies.delete("pilotdesk_session")
    typed = {"version": "1", "message": "Two pages of text.", "ask.data": "Which rows?"}
    answer = post_form(client, f"/reviews/{reference}/return", typed)
    assert (answer.status_code, answer.headers["location"].split("?")[0]) == (303, "/sign-in")
    token = work.write_now(factories.stored_session, desk.elif_.id or 0, now=now)
    client.cookies.set("pilotdesk_session", token, domain=HOST)
    page = client.get(f"/reviews/{reference}/return")
    assert "Two pages of text." in page.text
    assert "Which rows?" in page.text
