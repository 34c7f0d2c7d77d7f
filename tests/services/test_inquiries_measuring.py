"""What files say decides: in a draft, in what is submitted, before the desk, and when it is judged again."""

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from app.cli import run
from app.infra import canonical
from app.infra.work import Work
from app.inquiries import service
from app.inquiries.service.measuring import declared_in, group_size_in, names_in
from app.inquiries.service.replaying import replay
from app.measurements.fields import Declared
from app.registry.queries import load_facts
from app.rules.finding import Gate, Status
from tests import drafts
from tests.services.measuring import Desk, trials

pytestmark = pytest.mark.seeded


@pytest.fixture
def desk(work: Work, tmp_path: Path, now: datetime) -> Desk:
    return Desk(work, tmp_path / "uploads", now)


def test_ev_12_shows_the_typed_number_and_that_of_the_rows(desk: Desk) -> None:
    desk.attach(trials(240, 600, 200))
    assert [finding.status for finding in desk.said("EV-12")] == [Status.CANNOT_TELL]
    assert desk.read() == 1
    typed = desk.document["baseline"]["accepted"]
    found = {finding.field: finding for finding in desk.said("EV-12")}["baseline.accepted"]
    assert f"given as {typed}" in found.message
    assert "the rows say 240" in found.message
    assert found.status is not Status.CANNOT_TELL
    assert found.inputs == {"baseline.accepted": typed, "rows": 240}


def test_the_digest_of_inputs_holds_what_was_measured_and_only_then(desk: Desk) -> None:
    desk.attach(trials(240, 600, 200))
    before = desk.report()
    desk.read()
    after = desk.report()
    assert before.input_digest != after.input_digest
    registry = desk.work.read_now(load_facts)
    bare = service.check_document(desk.document, Gate.SUBMIT, service.today_of(desk.now), registry)
    assert bare.input_digest == before.input_digest


def test_removing_the_file_takes_its_facts_away(desk: Desk) -> None:
    file = desk.attach(trials(240, 600, 200))
    desk.read()
    desk.work.write_now(service.remove_upload, desk.customer, desk.reference, file.public_id, now=desk.now)
    assert [finding.status for finding in desk.said("EV-12")] in ([], [Status.CANNOT_TELL])


def test_another_threshold_is_read_anew_and_any_other_save_is_not(desk: Desk) -> None:
    desk.attach([{"task_id": f"t{place}", "reward": place / 10} for place in range(10)])
    assert desk.read() == 1
    desk.patch(title="Another title")
    assert desk.read() == 0
    desk.patch(verifier={"accept_threshold": 0.8})
    assert desk.read() == 1
    found = {finding.field: finding for finding in desk.said("EV-12")}["baseline.accepted"]
    assert "the rows say 2." in found.message


def test_several_files_are_read_together_and_each_by_itself(desk: Desk) -> None:
    one = desk.attach(trials(100, 300, 200), "one.jsonl")
    assert desk.read() == 1
    other = desk.attach(trials(140, 300, 200), "other.jsonl")
    assert desk.read() == 2
    files = (one, other)
    together = desk.work.read_now(service.find_reading, desk.document, files)
    alone = desk.work.read_now(service.find_reading_of, desk.document, other)
    assert together is not None
    assert alone is not None
    assert (together.facts["runs"]["accepted"], alone.facts["runs"]["accepted"]) == (240, 140)


def ready(desk: Desk) -> None:
    """Attach a run that agrees with all that the example types of its baseline."""
    baseline = desk.document["baseline"]
    rows = [
        {
            "task_id": f"t{row % baseline['tasks']}",
            "verdict": "accepted" if row < baseline["accepted"] else "rejected",
            "latency_s": 60.0 + row / 100,
            "model_name": baseline["repository"],
        }
        for row in range(baseline["tasks"] * baseline["attempts_per_task"])
    ]
    desk.attach(rows)
    desk.read()
    desk.patch(baseline={"latency_p50_s": None, "latency_p95_s": None})


def test_what_is_submitted_keeps_the_facts_and_is_judged_again_by_them(desk: Desk) -> None:
    ready(desk)
    desk.work.write_now(drafts.submitted, desk.customer, desk.reference, now=desk.now)
    body = canonical.parse(desk.work.read_now(service.latest_snapshot, desk.customer, desk.reference, now=desk.now))
    baseline = body["document"]["baseline"]
    assert body["measured"]["runs"]["rows"] == baseline["tasks"] * baseline["attempts_per_task"]
    assert [turn for replayed in desk.work.read_now(lambda db: list(replay(db))) for turn in replayed.turns] == []


def test_a_newer_reading_changes_no_frozen_verdict(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    ready(desk)
    desk.work.write_now(drafts.submitted, desk.customer, desk.reference, now=desk.now)
    inquiry = desk.work.read_now(service.load, desk.customer, desk.reference, now=desk.now)
    before = desk.work.read_now(service.measured_of, inquiry)
    monkeypatch.setattr("app.measurements.fields.wanted.READER_VERSION", 2)
    assert before.runs is not None
    assert desk.work.read_now(service.measured_of, inquiry) == before
    assert [turn for replayed in desk.work.read_now(lambda db: list(replay(db))) for turn in replayed.turns] == []


def test_what_was_submitted_before_it_was_read_is_judged_by_the_desk_when_it_is(desk: Desk) -> None:
    desk.attach(trials(240, 600, 200))
    desk.patch(baseline={"accepted": 243, "rejected": 357})
    desk.work.write_now(drafts.submitted, desk.customer, desk.reference, now=desk.now)
    body = canonical.parse(desk.work.read_now(service.latest_snapshot, desk.customer, desk.reference, now=desk.now))
    assert "measured" not in body
    assert desk.work.read_now(service.measured_then, body).runs is None
    desk.read()
    runs = desk.work.read_now(service.measured_then, body).runs
    assert runs is not None
    assert runs.accepted == 240


def test_a_copy_needs_no_second_reading(desk: Desk) -> None:
    desk.attach(trials(240, 600, 200))
    desk.read()
    made = desk.work.write_now(
        service.copy_inquiry, desk.customer, desk.reference, form_key="copy", now=desk.now + timedelta(minutes=1)
    )
    assert desk.read() == 0
    copied = desk.work.read_now(service.review, desk.customer, made, now=desk.now).report
    assert [f.message for f in copied.findings if f.rule == "EV-12"] == [f.message for f in desk.said("EV-12")]


@pytest.mark.parametrize(
    ("document", "names"),
    [
        ({}, ()),
        ({"baseline": "no object"}, ()),
        ({"baseline": {"files": "one", "bench_files": ["two", 3, "one"]}}, ("one", "two")),
        ({"data": {"overlap_check": {"files": ["hashes"]}}}, ("hashes",)),
        ({"data": {"overlap_check": "no object"}, "baseline": {"files": None}}, ()),
    ],
)
def test_files_are_named_in_three_places(document: dict[str, Any], names: tuple[str, ...]) -> None:
    assert names_in(document) == names


@pytest.mark.parametrize(
    ("document", "declared", "group"),
    [
        ({}, Declared(), None),
        (
            {
                "verifier": {"accept_threshold": 0.5},
                "baseline": {"no_verdict_policy": "reject"},
                "training": {"group_size": 8},
            },
            Declared(0.5, "reject"),
            8,
        ),
        (
            {
                "verifier": {"accept_threshold": "half"},
                "baseline": {"no_verdict_policy": "perhaps"},
                "training": {"group_size": 2.5},
            },
            Declared(),
            None,
        ),
        ({"verifier": {"accept_threshold": None}, "training": {"group_size": ""}}, Declared(), None),
    ],
)
def test_what_cannot_be_read_is_not_declared(document: dict[str, Any], declared: Declared, group: int | None) -> None:
    assert (declared_in(document), group_size_in(document)) == (declared, group)


def test_page_program_and_command_say_the_same_bytes_of_the_same_files(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PILOTDESK_DATA", str(tmp_path / "nowhere"))
    file = desk.attach(trials(110, latency_s=40.0, cost_usd=0.25))
    desk.read()
    folder, document = tmp_path / "folder", tmp_path / "document.json"
    folder.mkdir()
    (folder / file.public_id).write_bytes(desk.files.path(file.sha256).read_bytes())
    document.write_text(json.dumps(desk.document))
    day = service.today_of(desk.now).isoformat()
    run(["check", str(document), "--files", str(folder), "--today", day, "--format", "json"])
    said = json.loads(capsys.readouterr().out)
    assert canonical.canonical(said) == canonical.canonical(desk.report().as_json())
