"""The OpenAPI description says what a token must carry and how a refusal looks."""

import pytest
from starlette.testclient import TestClient

from app.accounts.access import ACCESS
from app.accounts.service import SCOPES


def test_the_description_names_the_scope_of_every_operation(client: TestClient) -> None:
    schema = client.get("/api/v1/openapi.json").json()
    operations = [operation for path in schema["paths"].values() for operation in path.values()]
    named = {one["operationId"]: one.get("security", [{"token": [""]}])[0]["token"][0] for one in operations}
    assert named == {name: ACCESS[name].scope for name in named}
    assert set(named.values()) == {"", *SCOPES}
    assert {name for name, row in ACCESS.items() if row.scope} <= set(named)


def test_the_description_says_how_a_refusal_looks(client: TestClient) -> None:
    schema = client.get("/api/v1/openapi.json").json()
    for path in schema["paths"].values():
        for operation in path.values():
            assert list(operation["responses"]["4XX"]["content"]) == ["application/problem+json"]
    problem = client.get("/api/v1/nothing").json()
    assert set(schema["components"]["schemas"]["Problem"]["required"]) == set(problem)
    assert "HTTPValidationError" not in schema["components"]["schemas"]


@pytest.mark.seeded
@pytest.mark.parametrize(("day", "status"), [("2026-11-30", 200), ("0", 422), ("1764460800", 422), ("2026-02-30", 422)])
def test_a_day_is_written_out(client: TestClient, day: str, status: int) -> None:
    assert client.post(f"/api/v1/check?today={day}", json={}).status_code == status
