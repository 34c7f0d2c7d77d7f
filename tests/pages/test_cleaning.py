"""The desk throws away by itself what has ended, and goes on after a failure."""

import time
from datetime import datetime, timedelta

import pytest
from fastapi import FastAPI
from sqlalchemy import select
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from app import main
from app.accounts import service
from app.accounts.tables import HeldPost
from app.infra.work import Work
from tests.conftest import BASE_URL


def test_what_has_ended_is_thrown_away_every_hour_even_after_a_failure(
    app: FastAPI, work: Work, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    work.write_now(service.hold_post, "v", "/old", pairs=(), now=now - timedelta(days=2))
    monkeypatch.setattr(main, "HOUR", 0.01)
    clean, tries = main._clean, []  # noqa: SLF001  to let it fail once

    def fail_once(db: Session, *rest: object) -> None:
        tries.append(1)
        if len(tries) == 1:
            raise OSError("planted")
        clean(db, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(main, "_clean", fail_once)
    with TestClient(app, base_url=BASE_URL):
        for _ in range(200):
            if not (left := work.read_now(lambda db: db.scalars(select(HeldPost.id)).all())):
                break
            time.sleep(0.02)
    assert left == []
    assert len(tries) > 1
