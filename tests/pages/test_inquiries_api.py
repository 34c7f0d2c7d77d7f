import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

import pytest
from fastapi import FastAPI
from sqlalchemy import func, select
from starlette.testclient import TestClient

from app.accounts import service as accounts
from app.accounts.queries import Person
from app.infra import canonical
from app.infra.work import Work
from app.inquiries import service
from app.inquiries.tables import InquiryVersion
from app.registry.queries import load_facts
from app.rules.finding import Gate
from tests import drafts, factories
from tests.conftest import BASE_URL

pytestmark = pytest.mark.seeded
API = "/api/v1/inquiries"
SCOPES = ("inquiries:read", "inquiries:write", "inquiries:submit")
Token = Callable[..., dict[str, str]]


@pytest.fixture
def owner(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, now=now)


@pytest.fixture
def token(work: Work, now: datetime) -> Token:
    """Return the headers of a program of that person, with those scopes."""

    def make(person: Person, *scopes: str) -> dict[str, str]:
        made = work.write_now(accounts.create_token, person.email, scopes=scopes or SCOPES, days=1, now=now)
        return {"Authorization": f"Bearer {made.token}"}

    return make


@pytest.fixture
def program(client: TestClient, owner: Person, token: Token) -> TestClient:
    """A program of the owner, with every scope."""
    client.headers.update(token(owner))
    return client


@pytest.fixture
def ready(work: Work, owner: Person, now: datetime) -> str:
    return work.write_now(drafts.opened, owner, drafts.document(), now=now)


def created(program: TestClient, body: object) -> Any:  # noqa: ANN401  an answer
    return program.post(API, json=body)


@pytest.mark.parametrize("name", ["qwen", "glm", "promised"])
@pytest.mark.parametrize("gate", list(Gate))
def test_a_bare_document_is_checked_without_an_account(
    client: TestClient, work: Work, now: datetime, name: str, gate: Gate
) -> None:
    document = drafts.document(name)
    answer = client.post("/api/v1/check", params={"gate": gate, "today": "2026-11-30"}, json=document)
    expected = service.check_document(document, gate, now.date(), work.read_now(load_facts))
    assert answer.content == canonical.canonical(expected.as_json())
    assert client.post("/api/v1/check", params={"gate": gate}, json=document).content == answer.content


@pytest.mark.parametrize("body", ["[]", "7", "null", '"text"'])
def test_what_is_no_document_is_refused(client: TestClient, body: str) -> None:
    answer = client.post("/api/v1/check", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.headers["content-type"]) == (400, "application/problem+json")


def test_deep_nesting_is_checked_and_not_kept(program: TestClient) -> None:
    body = '{"kind":"qwen-27b","odd":' + "[" * 50 + "]" * 50 + "}"
    checked = program.post("/api/v1/check", content=body, headers={"Content-Type": "application/json"})
    assert (checked.status_code, checked.json()["passes"]) == (200, False)
    kept = program.post("/api/v1/inquiries", content=body, headers={"Content-Type": "application/json"})
    assert (kept.status_code, kept.json()["code"]) == (400, "too-deep")


@pytest.mark.parametrize("query", [{"gate": "never"}, {"today": "soon"}, {"today": "2026-02-30"}])
def test_a_gate_or_a_day_that_cannot_be_read_is_refused(client: TestClient, query: dict[str, str]) -> None:
    assert client.post("/api/v1/check", params=query, json={}).status_code == 422


def test_a_body_beyond_the_limit_is_refused(client: TestClient) -> None:
    answer = client.post("/api/v1/check", json={"title": "x" * (2 * 1024 * 1024)})
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "qwen-27b", "title": "A"},
        {"kind": "qwen-27b", "document": {"title": "A"}},
        {"document": {"kind": "qwen-27b", "title": "A"}},
    ],
)
def test_a_draft_is_opened_with_the_answers_that_it_is_sent(program: TestClient, body: dict[str, Any]) -> None:
    answer = created(program, body)
    shown = answer.json()
    assert (answer.status_code, answer.headers["location"]) == (201, f"{API}/{shown['reference']}")
    assert shown["document"] == {"schema": "pilot-inquiry/1", "kind": "qwen-27b", "title": "A"}
    assert (shown["state"], shown["version"], shown["uploads"], shown["submitted"]) == ("draft", 1, [], [])
    assert program.get(answer.headers["location"]).json() == shown


@pytest.mark.parametrize("body", [{}, {"kind": 7}, {"kind": "gpt"}, []])
def test_without_a_known_kind_nothing_is_opened(program: TestClient, body: object) -> None:
    assert created(program, body).status_code == 400


def test_a_key_opens_one_draft_and_another_body_is_refused(program: TestClient) -> None:
    headers = {"Idempotency-Key": "one"}
    answers = [program.post(API, json={"kind": "glm-5.3"}, headers=headers) for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    other = program.post(API, json={"kind": "qwen-27b"}, headers=headers)
    assert (other.status_code, other.json()["code"]) == (409, "idempotency-key-reused")
    assert created(program, {"kind": "glm-5.3"}).json()["reference"] != answers[0].json()["reference"]


def test_an_inquiry_that_did_not_change_is_not_sent_again(program: TestClient, ready: str) -> None:
    first = program.get(f"{API}/{ready}")
    again = program.get(f"{API}/{ready}", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert program.get(f"{API}/{ready}", headers={"If-None-Match": '"other"'}).status_code == 200


def test_r02_a_patch_with_ten_wrong_values_is_stored_as_it_was_sent(program: TestClient, ready: str) -> None:
    tag = program.get(f"{API}/{ready}").headers["etag"]
    wrong = {
        "title": 1,
        "task": {"description": ["a"]},
        "budget": {"cap": "9,99", "currency": "gold", "minimum": -5},
        "training": {"steps": "sixty", "group_size": 0.5},
        "timing": {"finish_by": "31/12"},
        "verifier": {"kind": "magic"},
        "scope": {"training": "yes please"},
    }
    answer = program.patch(f"{API}/{ready}", json=wrong, headers={"If-Match": tag})
    stored = answer.json()["document"]
    assert answer.status_code == 200
    for head, value in wrong.items():
        assert stored[head] == ({**drafts.document()[head], **value} if isinstance(value, dict) else value)
    warned = {warning["field"] for warning in answer.json()["warnings"]}
    assert {"budget.cap", "training.steps", "timing.finish_by", "verifier.kind", "task.description"} <= warned
    assert len(answer.json()["warnings"]) >= 10
    report = program.post(f"{API}/{ready}/check").json()
    assert not report["passes"]
    assert sum(finding["rule"] == "SC-10" for finding in report["findings"]) >= 10
    refused = program.post(f"{API}/{ready}/submit")
    assert (refused.status_code, refused.json()["code"]) == (422, "not-submitted")
    assert refused.json()["report"]["findings"] == report["findings"]


def test_a_member_that_no_question_is_called_by_is_kept_and_said(program: TestClient, ready: str) -> None:
    tag = program.get(f"{API}/{ready}").headers["etag"]
    assert program.get(f"{API}/{ready}").json()["warnings"] == []
    typo = {"checkpoint": {"revison": "main"}, "foo": 1, "kind": "nope", "schema": None}
    answer = program.patch(f"{API}/{ready}", json=typo, headers={"If-Match": tag}).json()
    assert [warning["field"] for warning in answer["warnings"]] == ["checkpoint.revison", "foo"]
    assert answer["document"]["checkpoint"]["revison"] == "main"
    assert (answer["document"]["kind"], answer["document"]["schema"]) == ("qwen-27b", "pilot-inquiry/1")


def test_a_patch_says_which_version_it_changes(program: TestClient, ready: str) -> None:
    path, change = f"{API}/{ready}", {"title": "Changed"}
    tag = program.get(path).headers["etag"]
    assert program.patch(path, json=change).status_code == 428
    changed = program.patch(path, json=change, headers={"If-Match": tag})
    assert (changed.status_code, changed.headers["etag"] == tag) == (200, False)
    for stale in (tag, "W/" + tag, "nonsense", '"x"', ""):
        answer = program.patch(path, json={"title": "Lost"}, headers={"If-Match": stale})
        assert (answer.status_code, answer.json()["code"]) == (412, "precondition-failed"), stale
    merge = {"If-Match": "*", "Content-Type": "application/merge-patch+json"}
    assert program.patch(path, content=b'{"title": null}', headers=merge).status_code == 200
    assert "title" not in program.get(path).json()["document"]


def test_a_check_of_an_inquiry_is_the_check_of_its_document(program: TestClient, ready: str) -> None:
    document = program.get(f"{API}/{ready}").json()["document"]
    for gate in Gate:
        bare = program.post("/api/v1/check", params={"gate": gate}, json=document)
        assert program.post(f"{API}/{ready}/check", params={"gate": gate}).content == bare.content


def test_a_submitted_inquiry_keeps_its_verdict_and_says_its_digest(program: TestClient, ready: str) -> None:
    before = program.post(f"{API}/{ready}/check").content
    receipt = program.post(f"{API}/{ready}/submit").json()
    shown = program.get(f"{API}/{ready}").json()
    assert program.post(f"{API}/{ready}/check?today=2030-01-01").content == before
    assert (shown["state"], shown["submitted"][0]["digest"]) == ("submitted", receipt["digest"])
    assert receipt == {"reference": ready, "version": 1, "digest": receipt["digest"]}


def test_a_submit_that_names_another_digest_is_refused_with_the_right_one(program: TestClient, ready: str) -> None:
    refused = program.post(f"{API}/{ready}/submit", json={"digest": "sha256:0"})
    assert (refused.status_code, refused.json()["code"]) == (409, "digest-differs")
    done = program.post(f"{API}/{ready}/submit", json={"digest": refused.json()["digest"]})
    assert done.json()["digest"] == refused.json()["digest"]


@pytest.mark.parametrize("body", [b"{", b"[]", b'{"digest": 7}', b"\xff"])
def test_a_submit_that_cannot_be_read_submits_nothing(program: TestClient, ready: str, body: bytes) -> None:
    assert program.post(f"{API}/{ready}/submit", content=body).status_code in {400, 422}
    assert program.get(f"{API}/{ready}").json()["state"] == "draft"


def test_r07_twenty_submits_of_a_program_make_one_and_all_name_it(
    app: FastAPI, program: TestClient, ready: str, work: Work
) -> None:
    headers = {"Authorization": program.headers["Authorization"], "Idempotency-Key": "once"}

    def submit(_: int) -> tuple[int, str]:
        browser = TestClient(app, base_url=BASE_URL)
        answer = browser.post(f"{API}/{ready}/submit", headers=headers)
        return answer.status_code, json.dumps(answer.json())

    with ThreadPoolExecutor(20) as pool:
        answers = set(pool.map(submit, range(20)))
    versions = work.read_now(lambda db: db.execute(select(func.count()).select_from(InquiryVersion)).scalar_one())
    assert (len(answers), next(iter(answers))[0], versions) == (1, 200, 1)
    other = program.post(f"{API}/{ready}/submit", json={"digest": "sha256:0"}, headers={"Idempotency-Key": "once"})
    assert (other.status_code, other.json()["code"]) == (409, "idempotency-key-reused")
    again = program.post(f"{API}/{ready}/submit")
    assert (again.status_code, again.json()["version"]) == (409, 1)


def test_a_file_is_attached_and_named_in_the_answers(program: TestClient, ready: str) -> None:
    answer = program.post(f"{API}/{ready}/uploads", files={"file": ("rows.jsonl", b'{"a": 1}\n')})
    file = answer.json()
    assert (answer.status_code, file["name"], file["size"], file["format"]) == (201, "rows.jsonl", 9, "jsonl")
    shown = program.get(f"{API}/{ready}").json()
    assert shown["uploads"] == [file]
    assert file["id"] in shown["document"]["baseline"]["files"]
    assert program.post(f"{API}/{ready}/uploads", data={"x": "y"}).status_code == 400


def test_a_token_does_what_its_scopes_say_and_no_more(
    client: TestClient, owner: Person, token: Token, ready: str
) -> None:
    reader, writer = token(owner, "inquiries:read"), token(owner, "inquiries:write")
    assert client.get(f"{API}/{ready}", headers=reader).status_code == 200
    assert client.post(f"{API}/{ready}/submit", headers=reader).json()["code"] == "scope-missing"
    assert client.patch(f"{API}/{ready}", json={}, headers={**reader, "If-Match": "*"}).status_code == 403
    assert client.patch(f"{API}/{ready}", json={}, headers={**writer, "If-Match": "*"}).status_code == 200
    assert client.post(f"{API}/{ready}/submit", headers=writer).status_code == 403


def test_a_stranger_and_nobody_learn_nothing(
    client: TestClient, work: Work, token: Token, ready: str, now: datetime
) -> None:
    stranger = work.write_now(factories.stored_person, now=now, organisation="Another Ltd")
    headers = token(stranger)
    for method, path in [("GET", ""), ("POST", "/check"), ("POST", "/submit"), ("POST", "/uploads")]:
        foreign = client.request(method, f"{API}/{ready}{path}", headers=headers)
        missing = client.request(method, f"{API}/PD-9999{path}", headers=headers)
        assert (foreign.status_code, missing.status_code) == (404, 404)
        assert foreign.json() | {"reference": ""} == missing.json() | {"reference": ""}
        assert client.request(method, f"{API}/{ready}{path}").status_code == 401


def test_a_document_that_json_has_no_form_for_is_still_answered(
    program: TestClient, work: Work, owner: Person, ready: str, now: datetime
) -> None:
    patch = {"title": float("nan")}
    work.write_now(service.patch_document, owner, ready, patch, base_version=None, now=now)
    assert program.get(f"{API}/{ready}").json()["document"]["title"] == {"$number": "nan"}


def test_the_api_is_described(client: TestClient) -> None:
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    described = {
        path: set(methods) for path, methods in paths.items() if "inquiries" in path or path.endswith("/check")
    }
    assert described == {
        "/api/v1/check": {"post"},
        API: {"post"},
        f"{API}/{{reference}}": {"get", "patch"},
        f"{API}/{{reference}}/check": {"post"},
        f"{API}/{{reference}}/conflict": {"get"},
        f"{API}/{{reference}}/copies": {"post"},
        f"{API}/{{reference}}/decision": {"post"},
        f"{API}/{{reference}}/submit": {"post"},
        f"{API}/{{reference}}/undo": {"post"},
        f"{API}/{{reference}}/uploads": {"post"},
        f"{API}/{{reference}}/withdraw": {"post"},
    }
