"""The registry for programs: lists, single records, the lattice's answer, and refusals that a program can read."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from app.registry.service import facts_from_seeds
from tests.databases import SEEDS

pytestmark = pytest.mark.seeded
API = "/api/v1"
QUESTION = {"claim": "sao-glm-5.2", "checkpoint": "zai-org/GLM-5.3-BF16", "use": "method", "method": "sao"}


def test_the_lists_are_public_and_carry_the_revision_of_the_registry(client: TestClient) -> None:
    facts = facts_from_seeds(SEEDS)
    for name, count in (("claims", len(facts.claims)), ("checkpoints", len(facts.checkpoints)), ("sources", 52)):
        answer = client.get(f"{API}/registry/{name}")
        body = answer.json()
        assert answer.headers["etag"] == f'"{facts.revision}"'
        assert (body["revision"], body["count"], len(body[name])) == (facts.revision, count, count)


def test_a_list_is_narrowed_by_the_same_names_as_the_page(client: TestClient) -> None:
    body = client.get(f"{API}/registry/claims?family=qwen&rung=smoke").json()
    assert [claim["id"] for claim in body["claims"]] == ["nemo-rl-qwen3.8-27b-grpo-smoke"]
    assert client.get(f"{API}/registry/sources?kind=nonsense").json()["sources"] == []


def test_one_record_is_found_by_its_id(client: TestClient) -> None:
    claim = client.get(f"{API}/registry/claims/glm-5.3-report").json()
    checkpoint = client.get(f"{API}/registry/checkpoints/Qwen/Qwen3.8-27B").json()
    source = client.get(f"{API}/registry/sources/qwengyre-preprint").json()
    assert [target["checkpoint"] for target in claim["targets"]] == ["zai-org/GLM-5.3", "zai-org/GLM-5.3-BF16"]
    assert (checkpoint["context_length"], checkpoint["layout"]) == (262144, "hybrid")
    assert (source["published_on"], source["state"]) == ("2026-09-27", "not-checked")


def test_what_is_known_already_is_not_sent_again(client: TestClient) -> None:
    tag = client.get(f"{API}/registry/claims").headers["etag"]
    for path in ("claims", "claims/glm-5.3-report", "checkpoints", "sources"):
        answer = client.get(f"{API}/registry/{path}", headers={"If-None-Match": f'"other", W/{tag}'})
        assert (answer.status_code, answer.content, answer.headers["etag"]) == (304, b"", tag)
    assert client.get(f"{API}/registry/claims", headers={"If-None-Match": '"other"'}).status_code == 200


@pytest.mark.parametrize("path", ["claims/nothing", "checkpoints/a/b", "sources/nothing"])
def test_what_is_not_on_record_is_a_problem_with_a_code(client: TestClient, path: str) -> None:
    answer = client.get(f"{API}/registry/{path}")
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")
    assert answer.headers["content-type"].startswith("application/problem+json")


def test_the_lattice_answers_with_the_object_of_the_contract(client: TestClient) -> None:
    answer = client.post(f"{API}/match", json=QUESTION)
    body = answer.json()
    assert answer.headers["etag"] == f'"{facts_from_seeds(SEEDS).revision}"'
    assert (body["verdict"], body["axes"], body["confirmation"]) == (
        *("background-only", ["repository", "version"]),
        "confirmed",
    )
    assert (body["stale"], body["sentence"]) == (
        False,
        "For zai-org/GLM-5.3-BF16 this claim is background only: it is about another version (5.2, not 5.3).",
    )
    assert body["would_change"].startswith("Evidence on zai-org/GLM-5.3-BF16 itself")


def test_the_day_and_the_revision_of_a_question_count(client: TestClient) -> None:
    later = client.post(f"{API}/match", json={**QUESTION, "today": "2026-12-01"}).json()
    pinned = {"claim": "art-glm-5.3-bf16", "use": "compatibility-start"}
    other = client.post(f"{API}/match", json={**pinned, "checkpoint": f"zai-org/GLM-5.3-BF16@{'0' * 40}"}).json()
    assert later["stale"] is True
    assert (other["verdict"], other["axes"]) == ("background-only", ["revision"])


def test_a_checkpoint_without_a_record_cannot_be_told(client: TestClient) -> None:
    body = client.post(f"{API}/match", json={**QUESTION, "checkpoint": "nobody/nothing"}).json()
    assert (body["verdict"], body["axes"]) == ("cannot-tell", ["repository"])


UNREADABLE: list[tuple[Any, str]] = [
    ({}, "claim: Field required"),
    ({**QUESTION, "use": "everything"}, "use: is “everything”, which is none of background,"),
    ({**QUESTION, "method": "GRPO"}, "method: is “GRPO”"),
    ({**QUESTION, "more": 1}, "more: Extra inputs are not permitted"),
    ({**QUESTION, "today": "tomorrow"}, "today:"),
    ([QUESTION], "This question cannot be read"),
]


@pytest.mark.parametrize(("body", "said"), UNREADABLE)
def test_a_question_that_cannot_be_read_is_refused_with_its_reason(client: TestClient, body: object, said: str) -> None:
    answer = client.post(f"{API}/match", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "unreadable-request")
    assert said in answer.json()["detail"]


def test_an_unknown_claim_is_not_found(client: TestClient) -> None:
    answer = client.post(f"{API}/match", json={**QUESTION, "claim": "nothing"})
    assert (answer.status_code, answer.json()["code"]) == (404, "not-found")


def test_the_description_of_the_api_tells_what_a_question_is(client: TestClient) -> None:
    described = client.get(f"{API}/openapi.json").json()["paths"]
    schema = described[f"{API}/match"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert schema["required"] == ["claim", "checkpoint", "use"]
    assert {f"{API}/registry/claims", f"{API}/registry/checkpoints/{{checkpoint_id}}"} <= described.keys()
