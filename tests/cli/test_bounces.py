"""`pilotdesk bounces`: mail that came back is read from files and folders, and said of its delivery."""

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.infra import clock
from app.infra.work import Work
from app.notices import queries
from app.notices.tables import DeliveryState
from tests.bounced import bounce_of
from tests.cli.conftest import Pilotdesk
from tests.cli.test_worker import LONG_AGO, tell
from tests.post_office import open_post_office


@pytest.fixture
def returned(
    database_url: str, data: Path, pilotdesk: Pilotdesk, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Work, bytes]]:
    """A desk whose one mail was sent, and the notification that it came back."""
    data.mkdir()
    monkeypatch.setenv("PILOTDESK_DATABASE_URL", database_url)
    work = Work(database_url, lock_file=data / "write.lock")
    with open_post_office() as office:
        monkeypatch.setenv("PILOTDESK_SMTP_URL", office.url)
        work.write_now(tell, now=LONG_AGO)
        assert pilotdesk("worker", "--once").status == 0
        yield work, bounce_of(office.mails[0], at=clock.now())
    work.close()


def test_r44_a_maildir_of_bounces_is_read_and_read_again(
    returned: tuple[Work, bytes], pilotdesk: Pilotdesk, tmp_path: Path
) -> None:
    work, bounce = returned
    box = tmp_path / "Maildir"
    for folder in ("new", "cur", "tmp"):
        (box / folder).mkdir(parents=True)
    (box / "new" / "1").write_bytes(bounce)
    (box / "cur" / "2:2,S").write_bytes(b"Subject: hello\n\nNo bounce at all.\n")
    (box / "tmp" / "3").write_bytes(b"half a m")
    done = pilotdesk("bounces", box, "--format", "json")
    assert done.status == 0
    assert json.loads(done.out) == {
        "read": 2,
        "bounced": [{"file": os.fspath(box / "new" / "1"), "address": "ada@example.com"}],
    }
    assert work.read_now(queries.count_mails, "PD-0001") == {DeliveryState.BOUNCED: 1}
    again = pilotdesk("bounces", box / "new" / "1")
    assert (again.status, again.out) == (0, "1 read, 0 of them new bounces of our mail.\n")


def test_what_is_not_there_is_said_in_a_sentence(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    done = pilotdesk("bounces", tmp_path / "nothing")
    assert (done.status, done.err) == (2, f"{tmp_path / 'nothing'} is neither a file nor a folder.\n")
