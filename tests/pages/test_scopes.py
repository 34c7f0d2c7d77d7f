"""What ops can do in a browser and with a program: see scopes, take them home, say that they arrived."""

import hashlib
import re
from datetime import datetime

import pytest
from starlette.testclient import TestClient

from app.accounts import service as accounts
from app.exports import queries
from app.exports.service import read_csv, read_jsonl
from app.infra import canonical
from app.infra.web import instant
from app.infra.work import Work
from app.rules.workflow import Role
from tests import approvals
from tests.conftest import SignIn
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded


@pytest.fixture
def ops(client: TestClient, sign_in: SignIn) -> TestClient:
    """The browser of somebody of ops."""
    sign_in(client, Role.OPS)
    return client


@pytest.fixture
def program(client: TestClient, sign_in: SignIn, work: Work, now: datetime) -> TestClient:
    """A program of somebody of ops."""
    person = sign_in(client, Role.OPS)
    made = work.write_now(accounts.create_token, person.email, scopes=("scopes:read",), days=1, now=now)
    client.cookies.clear()
    client.headers["Authorization"] = f"Bearer {made.token}"
    return client


def test_an_empty_list_says_when_a_scope_will_stand_there(ops: TestClient) -> None:
    assert "Nothing is approved yet." in ops.get("/scopes").text


def test_the_list_shows_what_is_approved_and_what_was_revoked(ops: TestClient, work: Work, now: datetime) -> None:
    first, second = (work.write_now(approvals.approved, now=now) for _ in range(2))
    work.write_now(approvals.revoked, first.reference, now=now)
    entries = view_of(ops.get("/scopes")).entries
    assert [(entry.reference, entry.state) for entry in entries] == [
        (first.reference, "Revoked"),
        (second.reference, "Approved"),
    ]


def test_r58_filters_and_page_stand_in_the_address(
    ops: TestClient, work: Work, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries.lists, "PAGE", 2)
    monkeypatch.setattr("app.exports.pages.listing.PAGE", 2)
    made = [work.write_now(approvals.approved, now=now, name=name) for name in ("qwen", "qwen", "qwen", "glm")]
    view = view_of(ops.get("/scopes?kind=qwen-27b&state=approved"))
    assert [entry.reference for entry in view.entries] == [made[2].reference, made[1].reference]
    assert view.next_href == f"/scopes?state=approved&kind=qwen-27b&before={made[1].seq}"
    older = view_of(ops.get(view.next_href))
    assert [entry.reference for entry in older.entries] == [made[0].reference]
    assert older.first_href == "/scopes?state=approved&kind=qwen-27b"
    assert older.kept == (("list-state", "approved"), ("list-kind", "qwen-27b"), ("list-before", str(made[1].seq)))
    assert [line.reference for line in view_of(ops.get(f"/scopes?text={made[3].reference}")).entries] == [
        made[3].reference
    ]


def test_r58_scopes_are_found_whatever_the_capitals_and_by_short_references(
    ops: TestClient, work: Work, now: datetime
) -> None:
    made = work.write_now(approvals.approved, now=now, answers={"title": "ÉCRIRE  les rapports"}).reference
    work.write_now(approvals.approved, now=now)
    for text in ("écrire LES", made.lower(), "pd-1", "1", "0001"):
        assert [entry.reference for entry in view_of(ops.get("/scopes", params={"text": text})).entries] == [made], text


def test_one_scope_shows_what_was_granted_and_can_be_taken_home(ops: TestClient, work: Work, now: datetime) -> None:
    decided = work.write_now(approvals.approved, now=now)
    page = ops.get(f"/scopes/{decided.reference}")
    assert page.status_code == 200
    assert "Granted: at most" in page.text
    assert "A engineer, sales engineer" in page.text
    links = re.findall(r'href="(/scopes/PD-0001/file[^"]*)"', page.text)
    (scope,) = read_jsonl(ops.get(links[0]).text.splitlines())
    (row,) = read_csv(ops.get(links[1]).text.splitlines(keepends=True))
    assert scope == row
    assert view_of(page).proof[0][1] == scope["digest"]


def test_r51_the_page_and_the_file_name_the_same_instant(ops: TestClient, work: Work, now: datetime) -> None:
    decided = work.write_now(approvals.approved, now=now)
    (scope,) = read_jsonl(ops.get(f"/scopes/{decided.reference}/file").text.splitlines())
    at = datetime.fromisoformat(scope["decided"]["at"])
    assert f"Approved on {instant(at)}" in ops.get(f"/scopes/{decided.reference}").text


def test_a_revoked_scope_warns_whoever_reads_it(ops: TestClient, work: Work, now: datetime) -> None:
    decided = work.write_now(approvals.approved, now=now)
    work.write_now(approvals.revoked, decided.reference, now=now)
    page = ops.get(f"/scopes/{decided.reference}").text
    assert "Do not commit capacity to it." in page
    assert "The licence changed." in page


def test_what_is_no_scope_is_not_there(ops: TestClient) -> None:
    for path in ("/scopes/PD-0001", "/scopes/PD-0001/file", "/scopes/nothing"):
        assert ops.get(path).status_code == 404


def test_r53_the_page_offers_files_whose_manifest_agrees(ops: TestClient, work: Work, now: datetime) -> None:
    for _ in range(2):
        work.write_now(approvals.approved, now=now)
    view = view_of(ops.get("/scopes/export"))
    work.write_now(approvals.revoked, "PD-0001", now=now)
    assert (view.count, view.total, view.cursor) == (2, 2, 2)
    for links in view.files:
        file, manifest = ops.get(links.href), ops.get(links.manifest).json()
        assert manifest["count"] == manifest["files"][0]["rows"] == 2
        assert manifest["files"][0]["sha256"] == hashlib.sha256(file.content).hexdigest()
        assert f'filename="{manifest["files"][0]["name"]}"' in file.headers["content-disposition"]
        assert "revoked" not in {scope["state"] for scope in _scopes(file.text, links.href)}


def test_r53_ops_say_on_the_page_what_arrived_and_go_on_from_there(ops: TestClient, work: Work, now: datetime) -> None:
    work.write_now(approvals.approved, now=now)
    page = ops.get("/scopes/export")
    assert "A cursor counts decisions" in page.text
    view = view_of(page)
    assert (view.count, view.cursor, view.acknowledged) == (1, 1, 0)
    assert view_of(ops.get("/scopes/export")).count == 1, "looking moves nothing"
    token = _token(page.text)
    work.write_now(approvals.approved, now=now)
    for _ in range(2):
        done = ops.post("/scopes/export", data={"csrf_token": token, "cursor": "1"}, follow_redirects=False)
        assert (done.status_code, done.headers["location"]) == (303, "/scopes/export")
    later = view_of(ops.get("/scopes/export"))
    assert (later.since.value, later.count, later.acknowledged) == ("1", 1, 1)


@pytest.mark.parametrize("cursor", ["", "x", "-1", "9", "99999999999"])
def test_a_cursor_that_nobody_gave_out_cannot_have_arrived(ops: TestClient, cursor: str) -> None:
    token = _token(ops.get("/scopes/export").text)
    assert ops.post("/scopes/export", data={"csrf_token": token, "cursor": cursor}).status_code == 400
    assert view_of(ops.get("/scopes/export")).acknowledged == 0


def test_r50_a_csv_file_says_its_charset(ops: TestClient, work: Work, now: datetime) -> None:
    work.write_now(approvals.approved, now=now)
    answer = ops.get("/scopes/export/file?since=0&kind=csv&bom=yes")
    assert answer.headers["content-type"].startswith("text/csv; charset=utf-8")
    assert answer.content.startswith("\ufeff".encode())


def test_r56_an_empty_export_says_so_and_offers_no_file(ops: TestClient, work: Work, now: datetime) -> None:
    decided = work.write_now(approvals.approved, now=now)
    page = ops.get(f"/scopes/export?since={decided.seq}")
    assert "<strong>0 of 1</strong> scopes visible to you" in page.text
    assert "/scopes/export/file" not in page.text


@pytest.mark.parametrize("role", [Role.CUSTOMER, Role.ENGINEER, Role.ADMIN])
def test_r56_who_may_not_export_is_not_offered_it(client: TestClient, sign_in: SignIn, role: Role) -> None:
    sign_in(client, role)
    assert 'href="/scopes"' not in client.get("/").text
    assert client.get("/scopes").status_code == client.get("/scopes/export/file").status_code == 404


@pytest.mark.parametrize("since", ["x", "-1", "9", "", "99999999999"])
def test_a_cursor_that_cannot_be_read_is_said_at_the_field(ops: TestClient, since: str) -> None:
    page = ops.get(f"/scopes/export?since={since}")
    assert page.status_code == 422
    assert view_of(page).since.errors


@pytest.mark.parametrize("kind", ["jsonl", "csv"])
def test_one_scope_and_chosen_ones_have_manifests_that_agree_with_their_files(
    ops: TestClient, work: Work, now: datetime, kind: str
) -> None:
    one, other = (work.write_now(approvals.approved, now=now).reference for _ in range(2))
    chosen = f"?as={kind}&reference={one}&reference={other}"
    for file, manifest, rows in (
        (f"/scopes/{one}/file?kind={kind}", f"/scopes/{one}/manifest?kind={kind}", 1),
        (f"/scopes/chosen{chosen}", f"/scopes/chosen/manifest{chosen}", 2),
    ):
        said = ops.get(manifest).json()
        assert (said["count"], said["files"][0]["rows"]) == (rows, rows)
        assert said["files"][0]["sha256"] == hashlib.sha256(ops.get(file).content).hexdigest()
    assert "Choose at least one scope" in ops.get("/scopes/chosen/manifest").text
    assert ops.get(f"/scopes/chosen/manifest?reference={one}&reference=PD-9999").status_code == 422
    assert f'href="/scopes/{one}/manifest?kind={kind}"' in ops.get(f"/scopes/{one}").text


def test_r59_exporting_nothing_chosen_says_what_to_choose(ops: TestClient, work: Work, now: datetime) -> None:
    work.write_now(approvals.approved, now=now)
    page = ops.get("/scopes/chosen?as=csv&list-state=approved")
    assert page.status_code == 422
    assert "Choose at least one scope to export." in page.text
    assert view_of(page).fields[1].value == "approved"


def test_r59_a_mixed_choice_says_of_each_what_becomes_of_it(ops: TestClient, work: Work, now: datetime) -> None:
    decided = work.write_now(approvals.approved, now=now)
    page = ops.get(f"/scopes/chosen?reference={decided.reference}&reference=PD-9999&reference=x&list-text=abc")
    view = view_of(page)
    assert page.status_code == 422
    assert (view.found, view.missing, view.back) == ((decided.reference,), ("PD-9999", "x"), "/scopes?text=abc")
    assert [scope["reference"] for scope in read_jsonl(ops.get(view.href).text.splitlines())] == [decided.reference]


def test_r54_a_program_reads_page_by_page_and_goes_on_where_it_was(
    program: TestClient, work: Work, now: datetime
) -> None:
    made = [work.write_now(approvals.approved, now=now) for _ in range(3)]
    first = program.get("/api/v1/scopes?since=0&limit=2").json()
    assert (first["count"], first["more"], first["cursor"]) == (2, True, made[1].seq)
    work.write_now(approvals.revoked, made[0].reference, now=now)
    rest = program.get(f"/api/v1/scopes?since={first['cursor']}").json()
    assert [(scope["reference"], scope["state"]) for scope in rest["scopes"]] == [
        (made[2].reference, "approved"),
        (made[0].reference, "revoked"),
    ]
    assert program.get(f"/api/v1/scopes?since={rest['cursor']}").json()["scopes"] == []


def test_the_feed_the_file_and_the_command_say_the_same_bytes(program: TestClient, work: Work, now: datetime) -> None:
    work.write_now(approvals.approved, now=now)
    line = program.get("/api/v1/scopes/file?since=0").content.strip()
    assert line in program.get("/api/v1/scopes?since=0").content
    assert canonical.canonical(canonical.parse(line)) == line


def test_r53_a_program_goes_on_after_what_it_acknowledged(program: TestClient, work: Work, now: datetime) -> None:
    decided = work.write_now(approvals.approved, now=now)
    assert program.get("/api/v1/scopes").json()["count"] == 1
    assert program.get("/api/v1/scopes").json()["count"] == 1
    assert program.post("/api/v1/scopes/ack", json={"cursor": decided.seq}).json() == {"cursor": decided.seq}
    assert program.get("/api/v1/scopes").json()["count"] == 0
    assert program.get("/api/v1/scopes?since=0").json()["count"] == 1


@pytest.mark.parametrize("body", [{}, {"cursor": "1"}, {"cursor": True}, {"cursor": -1}, {"cursor": 5}, []])
def test_an_acknowledgement_that_cannot_be_meant_is_refused(program: TestClient, body: object) -> None:
    assert program.post("/api/v1/scopes/ack", json=body).status_code == 400


def test_r53_a_manifest_for_a_program_agrees_with_its_file(program: TestClient, work: Work, now: datetime) -> None:
    work.write_now(approvals.approved, now=now)
    for query in ("kind=jsonl", "kind=csv", "kind=csv&bom=true"):
        said = program.get(f"/api/v1/scopes/manifest?{query}").json()
        file = program.get(f"/api/v1/scopes/file?until={said['cursor']}&{query}")
        assert said["files"][0]["sha256"] == hashlib.sha256(file.content).hexdigest()


def test_a_token_without_the_scope_reads_nothing(
    client: TestClient, sign_in: SignIn, work: Work, now: datetime
) -> None:
    person = sign_in(client, Role.OPS)
    made = work.write_now(accounts.create_token, person.email, scopes=("inquiries:read",), days=1, now=now)
    client.cookies.clear()
    answer = client.get("/api/v1/scopes", headers={"Authorization": f"Bearer {made.token}"})
    assert (answer.status_code, answer.json()["code"]) == (403, "scope-missing")


def _token(page: str) -> str:
    return str(re.findall(r'name="csrf_token" value="([^"]+)"', page)[0])


def _scopes(text: str, href: str) -> list[dict[str, object]]:
    if "kind=csv" in href:
        return list(read_csv(text.splitlines(keepends=True)))
    return list(read_jsonl(text.splitlines()))
