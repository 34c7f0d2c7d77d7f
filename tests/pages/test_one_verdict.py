"""Page, API and command give one verdict on one document: the same bytes, once in canonical form."""

import json
from datetime import datetime

import pytest
from starlette.testclient import TestClient

from app.infra import canonical
from app.infra.work import Work
from app.settings import Settings
from tests import drafts
from tests.cli.conftest import DOCUMENTS, Pilotdesk, data, pilotdesk
from tests.conftest import SignIn
from tests.pages.seen import view_of

__all__ = ["data", "pilotdesk"]
pytestmark = pytest.mark.seeded

NAMES = sorted(file.stem for file in DOCUMENTS.glob("*.json"))


@pytest.fixture
def reference(name: str, client: TestClient, sign_in: SignIn, work: Work, now: datetime) -> str:
    person = sign_in(client)
    return work.write_now(drafts.opened, person, drafts.document(name), now=now, kind=drafts.KINDS[name])


@pytest.mark.parametrize("name", NAMES)
def test_page_api_and_command_give_the_same_bytes(
    name: str,
    reference: str,
    client: TestClient,
    settings: Settings,
    now: datetime,
    pilotdesk: Pilotdesk,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PILOTDESK_DATABASE_URL", settings.database_url)
    file = DOCUMENTS / f"{name}.json"

    page = client.get(f"/inquiries/{reference}/verdict.json").content
    api = client.post("/api/v1/check", json=json.loads(file.read_text())).content
    command = pilotdesk("check", file, "--today", str(now.date()), "--format", "json").out

    assert page == api == canonical.canonical(json.loads(command))


@pytest.mark.parametrize("name", NAMES)
def test_the_page_shows_the_findings_of_that_verdict(name: str, reference: str, client: TestClient) -> None:
    verdict = client.get(f"/inquiries/{reference}/verdict.json").json()
    answer = client.get(f"/inquiries/{reference}/check-answers")
    view = view_of(answer)
    shown = [*view.refusing, *view.promised, *view.warnings, *view.cannot_tell, *view.notes]
    assert view.passes == verdict["passes"]
    assert len(shown) == len(verdict["findings"])
    assert f"/inquiries/{reference}/verdict.json" in answer.text, name
