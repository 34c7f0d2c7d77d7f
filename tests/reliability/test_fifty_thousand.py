"""Fifty thousand scopes leave the house through the server in a bounded memory. Run by `make reliability`."""

import resource
from datetime import datetime
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from app.infra.work import Work
from app.rules.workflow import Role
from tests import approvals
from tests.conftest import SignIn
from tests.exports import many

MANY = 50_000
KIB = 1024


@pytest.mark.seeded
@pytest.mark.timeout(900)
def test_r52_fifty_thousand_scopes_stream_in_bounded_memory(
    client: TestClient, sign_in: SignIn, work: Work, now: datetime, tmp_path: Path
) -> None:
    work.write_now(approvals.approved, now=now)
    work.write_now(many.copies, MANY - 1, is_small=True)
    sign_in(client, Role.OPS)
    first = client.get(f"/scopes/export/manifest?since={MANY - 100}").json()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    said = client.get("/scopes/export/manifest?since=0").json()
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    (tmp_path / "grown").write_text(f"{(after - before) // KIB} MiB")
    assert (first["count"], said["count"]) == (100, MANY)
    assert after - before < 30 * KIB
