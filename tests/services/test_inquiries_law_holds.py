"""A verdict that was given stays what it was, and what was submitted can be judged again by the facts of then."""

import json
from collections.abc import Iterator
from dataclasses import replace as changed
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra import canonical
from app.infra.work import Work
from app.inquiries import queries, service
from app.inquiries.queries import Granted
from app.inquiries.service import Refused
from app.inquiries.service.replaying import Replayed, Turn, Word, replay
from app.inquiries.service.waived import waivers_then
from app.inquiries.tables import Inquiry, InquiryVersion
from app.registry.fields import Records
from app.registry.queries import find_kept_facts, is_kept, load_facts, load_records
from app.registry.service import keep_registry
from app.registry.tables import Checkpoint, KeptRegistry, RegistryRevision
from app.rules.catalogue import CATALOGUE
from app.rules.facts import Facts
from app.rules.finding import Gate, Said
from app.rules.ruleset import RULESET, VERSION, Ruleset, ruleset_at
from tests import drafts, factories

pytestmark = pytest.mark.seeded
MODEL = Word("model.family", "block", "open")


@pytest.fixture
def customer(work: Work, now: datetime) -> Person:
    return work.write_now(factories.stored_person, now=now)


@pytest.fixture
def submitted(work: Work, customer: Person, now: datetime) -> str:
    reference = work.write_now(drafts.opened, customer, drafts.document(), now=now)
    work.write_now(drafts.submitted, customer, reference, now=now)
    return reference


def stored_text(work: Work, reference: str, number: int = 1) -> str:
    return work.read_now(queries.find_snapshot, queries.number_of(reference) or 0, number) or ""


def complains(_facts: Facts) -> Iterator[Said]:
    yield Said("model.family", "No family suits this rule.", "Choose another one.")


def planted() -> Ruleset:
    """Today's law with another CK-01, which finds fault with everything."""
    return ruleset_at(
        VERSION, tuple(changed(rule, judge=complains, version=2) if rule.id == "CK-01" else rule for rule in CATALOGUE)
    )


def again(work: Work, ruleset: Ruleset = RULESET) -> list[Replayed]:
    return work.read_now(lambda db: list(replay(db, ruleset)))


# --- what was said stays said


def test_r22_other_rules_change_no_verdict_that_was_given(
    work: Work, customer: Person, submitted: str, now: datetime
) -> None:
    before = stored_text(work, submitted)
    (one,) = again(work, planted())
    assert one == Replayed(submitted, 1, True, False, True, (Turn("CK-01", True, (), (MODEL,)),))  # noqa: FBT003  in the order of its parts
    assert stored_text(work, submitted) == before
    inquiry = work.read_now(service.load, customer, submitted, now=now)
    said = work.read_now(
        lambda db: service.check_inquiry(db, inquiry, today=now.date() + timedelta(400), registry=load_facts(db))
    )
    assert canonical.canonical(said.as_json()) == canonical.canonical(json.loads(before)["report"])


def submit_long_ago(work: Work, customer: Person, reference: str, now: datetime) -> None:
    """Add a second version, as a release would have with rules that are gone."""
    body = json.loads(stored_text(work, reference))
    body["report"]["ruleset"] = {"version": "2026.10.1", "digest": "sha256:older"}
    gone = {"rule": "XX-01", "item": "scope", "severity": "warn", "status": "open", "field": "title", "inputs": {}}
    body["report"]["findings"] = [{**gone, "message": "Said then.", "remedy": "Done then.", "source": "L1"}]

    def add(db: Session) -> None:
        row = db.execute(select(Inquiry)).scalar_one()
        row.submissions = 2
        db.add(
            InquiryVersion(
                inquiry_id=row.id, number=2, snapshot=json.dumps(body), digest="sha256:2", ruleset_version="2026.10.1",
                ruleset_digest="sha256:older", registry_revision="sha256:r", submitted_at=now,
                submitted_by_id=customer.id or 0,
            )
        )  # fmt: skip

    work.write_now(add)


def test_r22_a_verdict_is_shown_as_it_was_given_by_rules_that_are_gone(
    work: Work, customer: Person, submitted: str, now: datetime
) -> None:
    submit_long_ago(work, customer, submitted, now)
    inquiry = work.read_now(service.load, customer, submitted, now=now)
    said = work.read_now(lambda db: service.check_inquiry(db, inquiry, today=now.date(), registry=load_facts(db)))
    assert (said.ruleset_version, said.ruleset_digest) == ("2026.10.1", "sha256:older")
    assert [(finding.rule, finding.message) for finding in said.findings] == [("XX-01", "Said then.")]


def test_r22_the_stored_result_names_rules_inputs_and_time_and_the_database_keeps_it(
    work: Work, submitted: str, now: datetime
) -> None:
    row = work.read_now(
        lambda db: db.execute(
            select(
                InquiryVersion.ruleset_version,
                InquiryVersion.ruleset_digest,
                InquiryVersion.submitted_at,
                InquiryVersion.snapshot,
            )
        ).one()
    )
    assert tuple(row)[:3] == (RULESET.version, RULESET.digest, now)
    report = json.loads(row.snapshot)["report"]
    assert report["ruleset"] == {"version": RULESET.version, "digest": RULESET.digest}
    assert report["input_digest"].startswith("sha256:")
    with pytest.raises(DBAPIError):
        work.write_now(lambda db: db.execute(text("UPDATE inquiry_versions SET snapshot = '{}'")))
    assert stored_text(work, submitted) == row.snapshot


def test_r22_a_later_version_changes_nothing_of_the_first(
    work: Work, customer: Person, submitted: str, now: datetime
) -> None:
    before = stored_text(work, submitted)
    work.write_now(lambda db: db.execute(text("UPDATE inquiries SET state = 'returned'")))
    patch = {"title": "Another title"}
    work.write_now(service.patch_document, customer, submitted, patch, base_version=None, now=now)
    assert work.write_now(drafts.submitted, customer, submitted, now=now).number == 2
    assert stored_text(work, submitted, 2) != before
    assert stored_text(work, submitted) == before


# --- a submission is judged when it is submitted


def test_r23_the_stored_verdict_equals_a_re_run_on_the_snapshot(work: Work, submitted: str, now: datetime) -> None:
    body = json.loads(stored_text(work, submitted))
    registry = work.read_now(find_kept_facts, body["registry"]["revision"])
    assert registry is not None
    rerun = service.check_document(body["document"], Gate.SUBMIT, now.date(), registry)
    assert canonical.canonical(rerun.as_json()) == canonical.canonical(body["report"])


def test_r23_all_rules_run_again_when_it_is_submitted_whatever_was_said_before(
    work: Work, customer: Person, now: datetime
) -> None:
    reference = work.write_now(drafts.opened, customer, drafts.document("promised"), now=now)
    review = work.read_now(service.review, customer, reference, now=now)
    assert review.report.passes
    later = now + timedelta(3650)
    result = work.write_now(service.submit, customer, reference, digest=review.snapshot.digest, now=later)
    assert isinstance(result, Refused)
    assert result.review.report.today == later.date().isoformat()


def test_r23_verdict_snapshot_and_move_stand_or_fall_together(work: Work, customer: Person, now: datetime) -> None:
    reference = work.write_now(drafts.opened, customer, drafts.document(), now=now)

    def submit_and_fail(db: Session) -> None:
        drafts.submitted(db, customer, reference, now=now)
        raise LookupError

    with pytest.raises(LookupError):
        work.write_now(submit_and_fail)
    counted = select(func.count()).select_from(InquiryVersion)
    assert work.read_now(lambda db: db.execute(counted).scalar_one()) == 0
    assert work.read_now(lambda db: db.execute(select(Inquiry.state)).scalar_one()) == "draft"


# --- judged again


def test_what_was_submitted_is_judged_again_to_the_same_end(work: Work, submitted: str) -> None:
    assert again(work) == [Replayed(submitted, 1, True, True, True, ())]  # noqa: FBT003  in the order of its parts


def test_a_rule_that_was_not_checked_then_is_named_as_such(
    work: Work, customer: Person, submitted: str, now: datetime
) -> None:
    submit_long_ago(work, customer, submitted, now)
    one, two = again(work, planted())
    assert [turn.rule for turn in one.turns] == ["CK-01"]
    turns = {turn.rule: turn for turn in two.turns}
    assert turns["CK-01"] == Turn("CK-01", was_checked=False, before=(), after=(MODEL,))
    assert turns["XX-01"] == Turn("XX-01", was_checked=False, before=(Word("title", "warn", "open"),), after=())


def test_the_registry_is_kept_once_for_each_revision_that_something_refers_to(
    work: Work, submitted: str, now: datetime
) -> None:
    revision = json.loads(stored_text(work, submitted))["registry"]["revision"]
    loaded = work.read_now(load_records)
    assert work.read_now(is_kept, revision)
    assert work.read_now(find_kept_facts, revision) == loaded.facts
    text_kept = work.read_now(lambda db: db.execute(select(KeptRegistry.records)).scalar_one())
    assert canonical.digest(json.loads(text_kept)) == revision
    assert Records.of_text(text_kept) == loaded.records
    work.write_now(keep_registry, now=now)
    assert work.read_now(lambda db: db.execute(select(func.count()).select_from(KeptRegistry)).scalar_one()) == 1
    assert work.read_now(find_kept_facts, "sha256:none") is None
    for change in ("UPDATE registry_kept SET records = '{}'", "DELETE FROM registry_kept"):
        with pytest.raises(DBAPIError):
            work.write_now(lambda db, change=change: db.execute(text(change)))  # type: ignore[misc]


def test_a_registry_that_was_kept_when_records_said_less_can_be_read(work: Work) -> None:
    records = work.read_now(load_records).records
    plain: dict[str, Any] = json.loads(records.text)
    for checkpoint in plain["checkpoints"]:
        for name in ("layout", "active_parameters"):
            checkpoint.pop(name)
    assert len(Records.of_text(json.dumps(plain)).checkpoints) == len(records.checkpoints)


def test_a_registry_that_moved_on_changes_nothing_where_it_was_kept(work: Work, submitted: str, now: datetime) -> None:
    work.write_now(move_registry, now)
    assert again(work) == [Replayed(submitted, 1, True, True, True, ())]  # noqa: FBT003  in the order of its parts


def test_what_came_before_the_registry_was_kept_is_judged_by_todays(work: Work, submitted: str, now: datetime) -> None:
    def forget(db: Session) -> None:
        db.execute(text("DROP TABLE registry_kept"))
        KeptRegistry.__table__.create(db.connection())  # type: ignore[attr-defined]
        move_registry(db, now)

    work.write_now(forget)
    (one,) = again(work)
    assert (one.reference, one.by_registry_of_then) == (submitted, False)
    assert "CK-19" in {turn.rule for turn in one.turns}


def move_registry(db: Session, now: datetime) -> None:
    """Let the registry say something else of every checkpoint."""
    for row in db.scalars(select(Checkpoint)):
        row.licence, row.licence_state = "Changed-1.0", "stated"
        row.format = "fp8"
    db.add(RegistryRevision(revision="sha256:" + "a" * 64, made_at=now))


# --- waivers of then

ASKED = datetime.fromisoformat("2026-11-01T12:00:00+00:00")
HOUR = timedelta(hours=1)


def granted(**other: Any) -> Granted:  # noqa: ANN401  parts of a waiver
    """A waiver of CK-01 that somebody of another organisation asked for, needing nobody else."""
    parts = dict.fromkeys(Granted._fields)
    parts |= {
        "id": 1, "rule": "CK-01", "field": "", "reason": "Known", "until": date(2026, 12, 31), "needs_second": False,
        "asked_by_id": 900, "asked_by": "Engineer", "asked_by_organisation": 900, "asked_at": ASKED,
    }  # fmt: skip
    return Granted(**{**parts, **other})


@pytest.mark.parametrize(
    ("parts", "found"),
    [
        ({}, ["CK-01"]),
        ({"asked_at": ASKED + HOUR}, ["CK-01"]),
        ({"asked_at": ASKED + HOUR + timedelta.resolution}, []),
        ({"confirmed_at": ASKED + 2 * HOUR, "confirmed_by_id": 901}, []),
        ({"confirmed_at": ASKED + HOUR, "confirmed_by_id": 901}, ["CK-01"]),
        ({"withdrawn_at": ASKED + HOUR}, []),
        ({"withdrawn_at": ASKED + HOUR + timedelta.resolution}, ["CK-01"]),
        ({"inquiry_id": 1}, ["CK-01"]),
        ({"inquiry_id": 2}, []),
    ],
)
def test_the_waivers_of_then_are_those_that_were_in_force_at_that_moment(
    work: Work, customer: Person, now: datetime, parts: dict[str, Any], found: list[str]
) -> None:
    work.write_now(drafts.opened, customer, {}, now=now)
    counted = work.read_now(waivers_then, 1, ASKED + HOUR, [granted(**parts)])
    assert [waiver.rule for waiver in counted] == found


def test_a_waiver_by_the_authors_own_organisation_did_not_count_then_either(
    work: Work, customer: Person, now: datetime
) -> None:
    work.write_now(drafts.opened, customer, {}, now=now)
    own = granted(asked_by_organisation=customer.organisation_id)
    assert work.read_now(waivers_then, 1, ASKED + HOUR, [own]) == ()
