"""The worker as a command and in the server: what waits goes out, and the process ends when it is told to."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from app.infra.work import Work
from app.main import create_app
from app.notices import queries, service
from app.notices.tables import DeliveryState
from app.settings import Settings
from tests import factories
from tests.cli.conftest import Pilotdesk
from tests.cli.test_serve import PROGRAM, answer, free_port, served
from tests.conftest import BASE_URL
from tests.post_office import PostOffice, closed_port, open_post_office

SECONDS = 60
LONG_AGO = datetime(2020, 1, 1, tzinfo=UTC)  # a process of its own lives by the machine's clock, whatever that says


@pytest.fixture
def office() -> Iterator[PostOffice]:
    with open_post_office() as office:
        yield office


@pytest.fixture
def installed(database_url: str, data: Path, office: PostOffice, monkeypatch: pytest.MonkeyPatch) -> Iterator[Work]:
    """This test's database and mail server, as the settings of commands."""
    monkeypatch.setenv("PILOTDESK_DATABASE_URL", database_url)
    monkeypatch.setenv("PILOTDESK_SMTP_URL", office.url)
    data.mkdir()
    work = Work(database_url, lock_file=data / "write.lock")
    yield work
    work.close()


def tell(db: Session, *, now: datetime) -> None:
    person = factories.stored_person(db, now=now, email="ada@example.com")
    keys = {"event": "e", "template": "t", "reference": "PD-0001", "path": "/inquiries/PD-0001"}
    service.tell(db, **keys, subject="S", body="B", to=[person.id or 0], actor_id=None, now=now)


def wait_for(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.05)


def is_sent(work: Work) -> bool:
    return work.read_now(queries.count_mails, "PD-0001") == {DeliveryState.SENT: 1}


def test_the_worker_does_once_what_is_due(
    installed: Work, office: PostOffice, pilotdesk: Pilotdesk, now: datetime
) -> None:
    assert pilotdesk("worker", "--once").err.splitlines()[-1] == "0 jobs were taken up."
    installed.write_now(tell, now=now)
    done = pilotdesk("worker", "--once")
    assert (done.status, done.out, done.err.splitlines()[-1]) == (0, "", "1 job was taken up.")
    assert is_sent(installed)
    assert "http://127.0.0.1:8000/inquiries/PD-0001" in office.texts[0]


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_the_worker_waits_for_jobs_and_ends_when_told(installed: Work, office: PostOffice, end: signal.Signals) -> None:
    process = subprocess.Popen([str(PROGRAM), "worker"], env=dict(os.environ), stderr=subprocess.PIPE, text=True)  # noqa: S603  our own program
    try:
        installed.write_now(tell, now=LONG_AGO)
        wait_for(lambda: is_sent(installed) or process.poll() is not None)
        process.send_signal(end)
        _, said = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
        process.communicate()
    assert (process.returncode, len(office.mails)) == (0, 1)
    assert "Traceback" not in said


def test_on_sqlite_the_server_sends_mail_itself(installed: Work, office: PostOffice) -> None:
    if not installed.is_sqlite:
        pytest.skip("beside PostgreSQL a worker runs")
    port = free_port()
    with served(port, DATA=os.environ["PILOTDESK_DATA"]) as process:
        assert answer(process, port, "/readyz") == 200
        installed.write_now(tell, now=LONG_AGO)
        wait_for(lambda: is_sent(installed) or process.poll() is not None)
        process.terminate()
        _, said = process.communicate(timeout=SECONDS)
    assert len(office.mails) == 1
    assert "Traceback" not in said


def test_r44_a_mail_server_that_is_down_holds_up_no_request_and_the_server_ends_in_time(
    settings: Settings, work: Work, now: datetime
) -> None:
    silent = settings.model_copy(update={"smtp_url": f"smtp://127.0.0.1:{closed_port()}"})
    with TestClient(create_app(silent, with_worker=True), base_url=BASE_URL) as client:
        work.write_now(tell, now=now)
        wait_for(lambda: any(line.tries for line in work.read_now(queries.list_deliveries, "PD-0001")))
        assert client.get("/readyz").status_code == 200
    assert work.read_now(queries.count_mails, "PD-0001") == {DeliveryState.QUEUED: 1}


@pytest.mark.parametrize(("name", "value"), [("SMTP_URL", "mail.example.org"), ("MAIL_FROM", "nobody")])
def test_a_setting_that_cannot_be_used_is_named(
    pilotdesk: Pilotdesk, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"PILOTDESK_{name}", value)
    done = pilotdesk("worker", "--once")
    assert done.status == 2
    assert f"PILOTDESK_{name}: must be" in done.err
    assert value not in done.err
