import json
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from app.infra import migrate
from app.infra.work import Work
from app.reviews import service as reviews
from app.rules.workflow import Role
from tests import factories
from tests.cli.conftest import DOCUMENTS, Pilotdesk

TODAY = ("--today", "2026-11-30")


@pytest.mark.parametrize("name", ["qwen", "glm", "promised"])
def test_each_example_is_ready_for_submission(pilotdesk: Pilotdesk, name: str) -> None:
    done = pilotdesk("check", DOCUMENTS / f"{name}.json", *TODAY, "--format", "json")
    report = json.loads(done.out)
    refusals = [item for item in report["findings"] if item["status"] == "open" and item["severity"] != "warn"]
    assert (done.status, done.err, report["passes"], refusals) == (0, "", True, [])


def test_a_promise_is_not_a_deed(pilotdesk: Pilotdesk) -> None:
    done = pilotdesk("check", DOCUMENTS / "promised.json", "--gate", "commit", *TODAY, "--format", "json")
    report = json.loads(done.out)
    assert (done.status, report["gate"], report["passes"]) == (1, "commit", False)


def test_the_answer_is_the_report_of_the_contract(pilotdesk: Pilotdesk) -> None:
    report = json.loads(pilotdesk("check", DOCUMENTS / "qwen.json", *TODAY, "--format", "json").out)
    assert {"schema", "gate", "passes", "ruleset", "input_digest", "today", "registry", "findings"} <= set(report)
    assert (report["today"], set(report["ruleset"])) == ("2026-11-30", {"version", "digest"})


def test_people_are_told_in_sentences_what_stands_in_the_way(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    document = json.loads((DOCUMENTS / "qwen.json").read_text())
    del document["budget"]["cap"]
    file = tmp_path / "unbounded.json"
    file.write_text(json.dumps(document))
    done = pilotdesk("check", file, *TODAY)
    assert done.status == 1
    assert done.out.startswith("This document is not ready for submission: 1 finding stands in the way.")
    assert "Blocks: Cap (rule BG-01)." in done.out
    assert "\x1b[" not in done.out


def test_what_is_promised_and_what_only_warns_is_told_as_such(pilotdesk: Pilotdesk) -> None:
    done = pilotdesk("check", DOCUMENTS / "promised.json", *TODAY)
    begins = {line.partition(": ")[0] for line in done.out.splitlines() if " (rule " in line}
    assert done.status == 0
    assert {"Promised", "Cannot tell"} <= begins


def test_several_files_get_a_line_each(pilotdesk: Pilotdesk) -> None:
    done = pilotdesk("check", DOCUMENTS / "qwen.json", DOCUMENTS / "glm.json", *TODAY)
    assert done.status == 0
    assert [line.rpartition(": ")[2] for line in done.out.splitlines()] == ["ready for submission"] * 2


def test_a_folder_gets_a_line_for_each_document(pilotdesk: Pilotdesk) -> None:
    done = pilotdesk("check", DOCUMENTS, "--gate", "commit", *TODAY)
    assert done.status == 1
    assert [Path(line.partition(": ")[0]).stem for line in done.out.splitlines()] == ["glm", "promised", "qwen"]


def test_several_files_make_one_object(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    done = pilotdesk("check", broken, DOCUMENTS / "glm.json", *TODAY, "--format", "json")
    first, second = json.loads(done.out)["files"]
    assert done.status == 2
    assert set(first) == {"file", "error"}
    assert (second["passes"], second["report"]["passes"]) == (True, True)


def test_a_broken_document_among_others_is_told_in_its_line(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("[]")
    done = pilotdesk("check", broken, DOCUMENTS / "glm.json", *TODAY)
    assert done.status == 2
    assert done.out.splitlines()[0].startswith(f"{broken}: ")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"{", "is not JSON"),
        (b"\xff\xfe\x00", "is not JSON"),
        (b"[1]", "JSON object"),
        (b"[" * 100_000, "is not JSON"),
    ],
)
def test_what_cannot_be_a_document_is_told_in_a_sentence(
    pilotdesk: Pilotdesk, tmp_path: Path, content: bytes, said: str
) -> None:
    file = tmp_path / "document.json"
    file.write_bytes(content)
    done = pilotdesk("check", file)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_nesting_that_json_can_hold_is_answered_with_a_report(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    file = tmp_path / "document.json"
    file.write_bytes(b'{"training":{"steps":' + b"[" * 500 + b"]" * 500 + b"}}")
    done = pilotdesk("check", file)
    assert done.status == 1
    assert "A list is not a whole number" in done.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "/nowhere/x.json"), "cannot be read"),
        (("check", DOCUMENTS / "qwen.json", "--files", "/nowhere"), "no folder"),
        (("check", DOCUMENTS / "qwen.json", "--today", "tomorrow"), "tomorrow"),
        (("check", DOCUMENTS / "qwen.json", "--gate", "open"), "open"),
        (("check",), "FILE"),
        (("chek",), "chek"),
    ],
)
def test_an_unusable_command_line_is_told_in_a_sentence(
    pilotdesk: Pilotdesk, arguments: tuple[str | Path, ...], said: str
) -> None:
    done = pilotdesk(*arguments)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1


def test_an_empty_folder_is_told_in_a_sentence(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    assert pilotdesk("check", folder) == (2, "", f"There is no .json file in the folder {folder}.\n")


def test_without_a_command_the_help_is_shown(pilotdesk: Pilotdesk) -> None:
    done = pilotdesk()
    assert (done.status, done.err) == (0, "")
    assert "check" in done.out


@pytest.mark.seeded
def test_r24_a_rule_that_is_relaxed_for_all_is_waived_here_too_until_its_day(
    pilotdesk: Pilotdesk, data: Path, work: Work, database_url: str, monkeypatch: pytest.MonkeyPatch, now: datetime
) -> None:
    file = data.parent / "unbounded.json"
    document = json.loads((DOCUMENTS / "qwen.json").read_text())
    del document["budget"]["cap"]
    file.write_text(json.dumps(document))
    monkeypatch.setenv("PILOTDESK_DATABASE_URL", database_url)
    assert pilotdesk("check", file, *TODAY).status == 1
    work.write_now(_relax, now=now)
    done = pilotdesk("check", file, *TODAY)
    assert done.status == 0
    assert "Waived: Cap (rule BG-01)." in done.out
    assert "  Waived by A engineer and A engineer until 1 December 2026: The form asks wrongly." in done.out
    report = json.loads(pilotdesk("check", file, *TODAY, "--format", "json").out)
    assert [one["status"] for one in report["findings"] if one["rule"] == "BG-01"] == ["waived"]
    assert pilotdesk("check", file, "--today", "2026-12-02").status == 1


@pytest.mark.empty
def test_a_database_from_before_there_were_waivers_waives_nothing(
    pilotdesk: Pilotdesk, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PILOTDESK_DATABASE_URL", database_url)
    migrate.upgrade(database_url, "0012_layout")
    assert pilotdesk("check", DOCUMENTS / "qwen.json", *TODAY).status == 0


def _relax(db: Session, *, now: datetime) -> None:
    first, second = (factories.stored_person(db, Role.ENGINEER, now=now) for _ in range(2))
    until = now.date() + timedelta(days=1)
    asked = reviews.relax(db, first, rule="BG-01", reason="The form asks wrongly.", until=until, now=now)
    reviews.confirm_waiver(db, second, asked.id, now=now)
