import hashlib
import json
from pathlib import Path

import pytest

from app.exports.service import read_csv, read_jsonl
from app.infra import clock
from app.infra.work import Work
from app.settings import Settings
from tests import approvals
from tests.cli.conftest import Pilotdesk

pytestmark = pytest.mark.seeded


@pytest.fixture(autouse=True)
def _here(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PILOTDESK_DATABASE_URL", settings.database_url)


def test_r53_the_manifest_agrees_with_the_file_that_was_written(
    pilotdesk: Pilotdesk, work: Work, tmp_path: Path
) -> None:
    decided = [work.write_now(approvals.approved, now=clock.now()) for _ in range(2)]
    done = pilotdesk("export", "--since", "0", "--to", tmp_path / "out", "--format", "json")
    assert (done.status, done.err) == (0, "")
    said = json.loads(done.out)
    (file,) = said["files"]
    content = (tmp_path / "out" / file["name"]).read_bytes()
    assert (said["cursor"], said["count"], file["rows"]) == (decided[1].seq, 2, 2)
    assert file["sha256"] == hashlib.sha256(content).hexdigest()
    assert json.loads((tmp_path / "out" / "manifest.json").read_text()) == said
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        file["name"],
        f"{file['name']}.manifest.json",
        "manifest.json",
    }


def test_r54_the_next_export_holds_what_came_since_and_a_repeated_one_the_same(
    pilotdesk: Pilotdesk, work: Work, tmp_path: Path
) -> None:
    first = work.write_now(approvals.approved, now=clock.now())
    pilotdesk("export", "--since", "0", "--to", tmp_path)
    second = work.write_now(approvals.approved, now=clock.now())
    work.write_now(approvals.revoked, first.reference, now=clock.now())
    said = json.loads(pilotdesk("export", "--since", str(first.seq), "--to", tmp_path, "--format", "json").out)
    name = said["files"][0]["name"]
    content = (tmp_path / name).read_bytes()
    scopes = list(read_jsonl(content.decode().splitlines()))
    assert [(scope["reference"], scope["state"]) for scope in scopes] == [
        (second.reference, "approved"),
        (first.reference, "revoked"),
    ]
    pilotdesk("export", "--since", str(first.seq), "--to", tmp_path)
    assert (tmp_path / name).read_bytes() == content


def test_a_csv_file_holds_the_same_scopes(pilotdesk: Pilotdesk, work: Work, tmp_path: Path) -> None:
    work.write_now(approvals.approved, now=clock.now())
    for kind in ("csv", "jsonl"):
        assert pilotdesk("export", "--since", "0", "--to", tmp_path, "--kind", kind).status == 0
    with (tmp_path / "scopes-0-1.csv").open(newline="") as file:
        assert list(read_csv(file)) == list(read_jsonl((tmp_path / "scopes-0-1.jsonl").read_text().splitlines()))


def test_r56_an_empty_export_says_how_many_there_are(pilotdesk: Pilotdesk, work: Work, tmp_path: Path) -> None:
    assert "0 of 0 scopes" in pilotdesk("export", "--since", "0", "--to", tmp_path).out
    decided = work.write_now(approvals.approved, now=clock.now())
    assert "0 of 1 scopes" in pilotdesk("export", "--since", str(decided.seq), "--to", tmp_path).out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--since", "7"), "beyond the latest decision"),
        (("--since", "-1"), "--since"),
        (("--since", "x"), "--since"),
        (("--since", "0", "--kind", "xml"), "jsonl and csv"),
    ],
)
def test_what_cannot_be_exported_is_told_in_a_sentence(
    pilotdesk: Pilotdesk, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    done = pilotdesk("export", "--to", tmp_path, *arguments)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


def test_without_a_database_nothing_is_made(
    pilotdesk: Pilotdesk, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PILOTDESK_DATABASE_URL")
    done = pilotdesk("export", "--since", "0", "--to", tmp_path / "out")
    assert (done.status, data.exists(), (tmp_path / "out").exists()) == (2, False, False)
