import json
from datetime import timedelta
from pathlib import Path

import pytest

from app.cli.knowledge import SEEDS
from app.infra import canonical, clock
from app.infra.files import Files
from app.infra.passwords import Passwords
from app.infra.work import Work
from app.rules.workflow import State
from tests.cli.conftest import Pilotdesk

ROLES = ["customer", "customer", "engineer", "engineer", "ops", "admin"]


@pytest.fixture(autouse=True)
def _cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PILOTDESK_PASSWORD_COST", "low")


def test_the_demonstration_fills_an_empty_desk_with_one_inquiry_in_each_state(pilotdesk: Pilotdesk) -> None:
    done = pilotdesk("demo", "--format", "json")
    assert (done.status, done.err) == (0, "")
    said = json.loads(done.out)
    assert [person["role"] for person in said["people"]] == ROLES
    assert len({person["organisation"] for person in said["people"] if person["role"] == "customer"}) == 2
    assert all(set(person) == {"role", "organisation", "email", "password"} for person in said["people"])
    assert sorted(inquiry["state"] for inquiry in said["inquiries"]) == sorted(map(str, State))
    assert {inquiry["kind"] for inquiry in said["inquiries"]} == {"qwen-27b", "glm-5.3"}


def test_the_demonstration_tells_a_person_how_to_sign_in(pilotdesk: Pilotdesk) -> None:
    done = pilotdesk("demo")
    assert done.status == 0
    assert "/sign-in" in done.out
    assert "PD-0008  draft" in done.out


def test_a_desk_that_is_not_empty_is_refused_in_a_sentence_and_left_alone(pilotdesk: Pilotdesk, data: Path) -> None:
    assert pilotdesk("demo").status == 0
    before = pilotdesk("export", "--since", "0", "--to", data / "before", "--format", "json").out
    done = pilotdesk("demo")
    assert (done.status, done.out, done.err.count("\n")) == (1, "", 1)
    assert f"to begin anew, stop the desk, remove {data} and run this again." in done.err
    assert pilotdesk("export", "--since", "0", "--to", data / "after", "--format", "json").out == before


def test_each_example_has_a_task_data_and_a_verifier_of_its_own() -> None:
    from app.cli.demo.seeds import read_desk  # noqa: PLC0415  as the command does

    examples = [one.document for one in read_desk(SEEDS / "demo", today=clock.now().date()).inquiries]
    for section, name in (
        ("task", "description"),
        ("task", "accepted_result"),
        ("data", "source"),
        ("data", "split_method"),
    ):
        texts = [one[section][name] for one in examples]
        assert len(set(texts)) >= len(texts) - (name == "split_method"), name
    whole = [one for one in examples if "verifier" in one]
    for case in range(3):
        notes = [one["verifier"]["cases"][case]["note"] for one in whole]
        assert len(set(notes)) >= len(notes) - (case == 1), notes
    assert len({str(one["verifier"]["components"]) for one in whole}) == len(whole) == 7
    assert len({one["success"]["metric"] for one in whole}) == 7


def test_the_demonstration_can_be_exported(pilotdesk: Pilotdesk, tmp_path: Path) -> None:
    pilotdesk("demo")
    said = json.loads(pilotdesk("export", "--since", "0", "--to", tmp_path / "out", "--format", "json").out)
    (file,) = said["files"]
    lines = (tmp_path / "out" / file["name"]).read_text().splitlines()
    scopes = [canonical.parse(line) for line in lines]
    assert said["count"] == file["rows"] == len(scopes) == 2
    assert sorted(scope["state"] for scope in scopes) == ["approved", "revoked"]
    assert scopes[0]["uploads"][0]["name"] == "qwen-baseline.jsonl"


@pytest.mark.parametrize("days", [0, 45, 400])
@pytest.mark.seeded
def test_the_demonstration_works_on_any_day(work: Work, tmp_path: Path, days: int) -> None:
    from app.cli.demo.filling import fill  # noqa: PLC0415  as the command does
    from app.cli.demo.seeds import read_desk  # noqa: PLC0415

    now = clock.now() + timedelta(days=days)
    desk = read_desk(SEEDS / "demo", today=now.date())
    passwords = Passwords("low")
    filled = work.write_now(fill, desk, Files(tmp_path / "uploads"), passwords, now=now)
    passwords.close()
    assert filled.inquiries[0].state == "approved"
