import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy.orm import Session

from app.cli.replay import replay
from app.infra import canonical, clock, migrate
from app.infra.db import sqlite_url
from app.infra.work import Work
from app.inquiries.tables import InquiryVersion
from app.registry.service import load_seeds
from app.rules.ruleset import RULESET
from tests import drafts, factories
from tests.cli.conftest import Pilotdesk

OLD = (
    "22 versions came before the registry of its day was kept: judged by today's registry, so a change may be the "
    "registry's."
)
SEEDS = Path(__file__).resolve().parents[2] / "seeds"


@pytest.fixture
def work(data: Path) -> Iterator[Work]:
    """The database of an installation with the registry and one submitted inquiry."""
    data.mkdir()
    migrate.upgrade(sqlite_url(data))
    work = Work(sqlite_url(data), lock_file=data / "write.lock")
    now = clock.now()
    work.write_now(load_seeds, SEEDS, now=now)
    customer = work.write_now(factories.stored_person, now=now)
    reference = work.write_now(drafts.opened, customer, drafts.document(), now=now)
    work.write_now(drafts.submitted, customer, reference, now=now)
    yield work
    work.close()


def add_version(work: Work, number: int, findings: list[dict[str, str]], *, passes: bool) -> None:
    """Add a version on which other rules said other things."""

    def add(db: Session) -> None:
        first = db.get_one(InquiryVersion, 1)
        body = canonical.parse(first.snapshot)
        body["report"] |= {"findings": findings, "passes": passes}
        body["registry"] = {"revision": "sha256:unknown"}
        db.add(
            InquiryVersion(
                inquiry_id=1, number=number, snapshot=json.dumps(body), digest=f"sha256:{number}",
                ruleset_version=first.ruleset_version, ruleset_digest=first.ruleset_digest,
                registry_revision="sha256:unknown", submitted_at=first.submitted_at,
                submitted_by_id=first.submitted_by_id,
            )
        )  # fmt: skip

    work.write_now(add)


def said(rule: str, severity: str = "block", status: str = "open") -> dict[str, str]:
    return {"rule": rule, "field": "checkpoint.revision", "severity": severity, "status": status}


@pytest.mark.usefixtures("work")
def test_where_nothing_changes_the_answer_is_yes(pilotdesk: Pilotdesk) -> None:
    done = pilotdesk("replay")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == [
        f"1 submitted version, judged again by rule set {RULESET.version}.", "No verdict would change.",
    ]  # fmt: skip


def test_programs_get_one_object_that_names_rule_inquiry_and_both_verdicts(work: Work, pilotdesk: Pilotdesk) -> None:
    first = json.loads(pilotdesk("replay", "--format", "json").out)
    assert (first["snapshots"], first["changed"], first["rules"], first["gates"]) == (1, 0, [], [])
    stored = canonical.parse(work.read_now(lambda db: db.get_one(InquiryVersion, 1).snapshot))["report"]["findings"]
    add_version(work, 2, [*stored, said("CK-01")], passes=False)
    done = pilotdesk("replay", "--format", "json")
    assert done.status == 1
    assert json.loads(done.out) == {
        "ruleset": {"version": RULESET.version, "digest": RULESET.digest},
        "snapshots": 2,
        "changed": 1,
        "by_todays_registry": 1,
        "gates": [{"reference": "PD-0001", "version": 2, "from": False, "to": True}],
        "rules": [
            {
                "rule": "CK-01",
                "changes": [
                    {
                        "reference": "PD-0001", "version": 2, "was_checked": True, "to": [],
                        "from": [{"field": "checkpoint.revision", "severity": "block", "status": "open"}],
                    }
                ],
            }
        ],
    }  # fmt: skip


def test_people_read_rule_by_rule_whose_verdict_would_change(work: Work, pilotdesk: Pilotdesk) -> None:
    stored = canonical.parse(work.read_now(lambda db: db.get_one(InquiryVersion, 1).snapshot))["report"]["findings"]
    for number in range(2, 24):
        add_version(work, number, [*stored, said("CK-01", status="cannot-tell"), said("CK-02", "warn")], passes=True)
    done = pilotdesk("replay")
    lines = done.out.splitlines()
    assert done.status == 1
    assert lines[:5] == [
        f"23 submitted versions, judged again by rule set {RULESET.version}.",
        OLD,
        "2 rules would decide otherwise on 22 of them.",
        "All that passed would pass again.",
        "",
    ]
    assert lines[5:7] == [
        "CK-01: 22 versions",
        "  PD-0001, version 2: block, cannot tell (checkpoint.revision) -> nothing",
    ]
    assert lines[26:30] == [
        "  and 2 more; --format json names them all", "", "CK-02: 22 versions",
        "  PD-0001, version 2: warn (checkpoint.revision) -> nothing",
    ]  # fmt: skip


def test_gates_that_would_turn_are_counted_both_ways(work: Work, pilotdesk: Pilotdesk) -> None:
    stored = canonical.parse(work.read_now(lambda db: db.get_one(InquiryVersion, 1).snapshot))["report"]["findings"]
    add_version(work, 2, [*stored, said("CK-01")], passes=False)
    assert "0 that passed would be refused, 1 that was refused would pass." in pilotdesk("replay").out.splitlines()


def test_without_a_database_one_sentence_says_so(pilotdesk: Pilotdesk) -> None:
    done = pilotdesk("replay")
    assert (done.status, done.out) == (2, "")
    assert "There is no database here yet" in done.err


def test_a_database_of_an_older_release_is_not_guessed_at(data: Path, pilotdesk: Pilotdesk) -> None:
    data.mkdir()
    migrate.upgrade(sqlite_url(data), "0002_registry")
    done = pilotdesk("replay")
    assert (done.status, done.out) == (2, "")
    assert "brings it up to date" in done.err


def test_the_command_says_what_it_is_for() -> None:
    assert "would change" in (replay.__doc__ or "")
