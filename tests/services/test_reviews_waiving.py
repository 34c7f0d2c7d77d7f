"""Waivers: who may grant one, that two are needed where it blocks, that it ends by itself and never reads passed."""

import json
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra import canonical
from app.infra.errors import AppError, ConflictError, InvalidError, NotAllowedError, NotFoundError
from app.infra.work import Work
from app.inquiries import queries as inquiries
from app.inquiries import service as judging
from app.inquiries.queries import Granted, Standing, Told
from app.notices import queries as notices
from app.registry.queries import load_facts
from app.reviews import queries, service
from app.reviews.service import NotApproved
from app.rules.finding import Finding, Gate, Status
from app.rules.workflow import Role
from tests import desk as desks
from tests import drafts
from tests.desk import Desk

pytestmark = pytest.mark.seeded
BLOCKS, WARNS = ("BG-15", "deployment.rollback"), ("RW-20", "verifier.rollouts_read")
WHY = "The way back is written on Friday."


@pytest.fixture
def desk(work: Work, now: datetime) -> Desk:
    """Everybody."""
    return work.write_now(desks.desk, now=now)


def owed(db: Session, desk: Desk, *, now: datetime) -> str:
    """Return the reference of an inquiry in review that owes what it promised."""
    reference = drafts.opened(db, desk.ann, drafts.owing(), now=now)
    drafts.submitted(db, desk.ann, reference, now=now)
    service.take(db, desk.elif_, reference, version=1, now=now)
    return reference


def waived(
    db: Session,
    person: Person,
    reference: str,
    which: tuple[str, str] = BLOCKS,
    *,
    now: datetime,
    days: int = 7,
    **more: Any,  # noqa: ANN401  parts of the waiver
) -> Granted:
    keys: dict[str, Any] = {"version": 1, "reason": WHY, "until": now.date() + timedelta(days=days)} | more
    return service.waive(db, person, reference, rule=which[0], field=which[1], **keys, now=now)


def confirmed(db: Session, desk: Desk, reference: str, *, now: datetime, days: int = 7) -> Granted:
    asked = waived(db, desk.elif_, reference, now=now, days=days)
    return service.confirm_waiver(db, desk.ezra, asked.id, now=now)


def found(db: Session, desk: Desk, reference: str, which: tuple[str, str] = BLOCKS, *, now: datetime) -> Finding:
    """Return what the commit gate says of it."""
    report = service.weigh(db, desk.elif_, reference, now=now).report
    (only,) = (one for one in report.findings if (one.rule, one.field) == which)
    return only


def lines(db: Session, reference: str, visibility: Any) -> list[Told]:  # noqa: ANN401  a literal
    return [
        one for one in inquiries.list_story(db, inquiries.number_of(reference) or 0, visibility) if "waive" in one.kind
    ]


def subjects(db: Session, person: Person) -> list[str]:
    return [one.subject for one in notices.list_inbox(db, person)]


def test_r25_what_blocks_is_waived_by_two_engineers_and_reads_waived(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = owed(db, desk, now=now)
        asked = waived(db, desk.elif_, reference, now=now)
        assert (asked.standing(now.date()), asked.needs_second) == (Standing.WAITING, True)
        assert found(db, desk, reference, now=now).status is Status.OPEN  # nothing changes until a second one agrees
        granted = service.confirm_waiver(db, desk.ezra, asked.id, now=now)
        assert granted.standing(now.date()) is Standing.IN_FORCE
        finding = found(db, desk, reference, now=now)
        assert finding.status is Status.WAIVED
        until = (now.date() + timedelta(days=7)).isoformat()
        assert finding.waiver == {"by": ["A engineer", "A engineer"], "reason": WHY, "until": until}
        assert service.weigh(db, desk.elif_, reference, now=now).report.passes

    work.write_now(check)


def test_r25_a_warning_needs_one_engineer(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = owed(db, desk, now=now)
        granted = waived(db, desk.elif_, reference, WARNS, now=now)
        assert (granted.standing(now.date()), granted.needs_second) == (Standing.IN_FORCE, False)
        assert found(db, desk, reference, WARNS, now=now).status is Status.WAIVED
        with pytest.raises(ConflictError, match="does not wait"):
            service.confirm_waiver(db, desk.ezra, granted.id, now=now)

    work.write_now(check)


def test_r25_whoever_asked_cannot_confirm(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = owed(db, desk, now=now)
        asked = waived(db, desk.elif_, reference, now=now)
        with pytest.raises(NotAllowedError, match="another engineer"):
            service.confirm_waiver(db, desk.elif_, asked.id, now=now)
        assert found(db, desk, reference, now=now).status is Status.OPEN

    work.write_now(check)


def others(desk: Desk) -> dict[str, tuple[Person, type[AppError]]]:
    """Everybody who may not, and how it is said to them."""
    return {
        "the author": (desk.ann, NotAllowedError),
        "the author, an engineer by now": (
            replace(desk.ann, role=Role.ENGINEER, organisation_id=None),
            NotAllowedError,
        ),
        "an engineer of that organisation": (
            replace(desk.ezra, organisation_id=desk.ann.organisation_id),
            NotAllowedError,
        ),
        "another customer": (desk.bob, NotFoundError),
        "ops": (desk.ops, NotFoundError),
        "an admin": (desk.admin, NotFoundError),
        "a visitor": (Person(), NotFoundError),
    }


@pytest.mark.parametrize("who", list(others(Desk(*[Person()] * 6))))
def test_r25_nobody_of_the_other_side_waives_confirms_or_withdraws(
    work: Work, desk: Desk, now: datetime, who: str
) -> None:
    person, refusal = others(desk)[who]

    def check(db: Session) -> None:
        reference = owed(db, desk, now=now)
        with pytest.raises(refusal):
            waived(db, person, reference, now=now)
        asked = waived(db, desk.elif_, reference, now=now)
        for act in (service.confirm_waiver, service.withdraw_waiver):
            with pytest.raises((refusal, NotFoundError)):
                act(db, person, asked.id, now=now)
        assert found(db, desk, reference, now=now).status is Status.OPEN

    work.write_now(check)


def test_r25_whoever_edited_last_cannot_waive_whatever_they_are_today(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = drafts.opened(db, desk.ann, drafts.owing(), now=now)
        colleague = replace(desk.bob, organisation_id=desk.ann.organisation_id)
        judging.patch_document(db, colleague, reference, {"title": "Another"}, base_version=None, now=now)
        drafts.submitted(db, desk.ann, reference, now=now)
        turned = replace(desk.bob, role=Role.ENGINEER, organisation_id=None)
        with pytest.raises(NotAllowedError, match="You wrote part"):
            waived(db, turned, reference, now=now)
        asked = waived(db, desk.elif_, reference, now=now)
        with pytest.raises(NotAllowedError, match="You wrote part"):
            service.confirm_waiver(db, turned, asked.id, now=now)

    work.write_now(check)


def test_r25_a_waiver_of_somebody_who_joined_the_author_counts_no_more(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = owed(db, desk, now=now)
        confirmed(db, desk, reference, now=now)
        moved = {"organisation": desk.ann.organisation_id, "id": desk.ezra.id}
        db.execute(text("UPDATE users SET organisation_id = :organisation, role = 'customer' WHERE id = :id"), moved)
        assert found(db, desk, reference, now=now).status is Status.OPEN

    work.write_now(check)


def test_an_engineer_who_stepped_back_cannot_waive(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = owed(db, desk, now=now)
        service.declare_interest(db, desk.ezra, reference, version=1, reason="My brother.", now=now)
        with pytest.raises(NotAllowedError, match="interest"):
            waived(db, desk.ezra, reference, now=now)
        waived(db, desk.elif_, reference, now=now)
        assert not [one for one in subjects(db, desk.ezra) if "second engineer" in one]

    work.write_now(check)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"reason": " \n"}, "Write why"),
        ({"reason": "x" * 10_001}, "write at most 10,000"),
        ({"until": None}, "Enter the last day"),
        ({"until": date(2026, 11, 29)}, "still to come"),
        ({"until": date(2027, 12, 1)}, "within a year"),
    ],
)
def test_r25_a_waiver_needs_a_reason_and_an_end(
    work: Work, desk: Desk, now: datetime, more: dict[str, Any], sentence: str
) -> None:
    def check(db: Session) -> None:
        reference = owed(db, desk, now=now)
        with pytest.raises(InvalidError, match=sentence):
            waived(db, desk.elif_, reference, now=now, **more)
        with pytest.raises(InvalidError, match=sentence):
            service.relax(db, desk.elif_, **{"rule": "BG-15", "reason": WHY, "until": now.date(), **more}, now=now)

    work.write_now(check)


@pytest.mark.parametrize("until", [date(2026, 11, 30), date(2027, 11, 30)])
def test_a_waiver_may_end_today_or_in_a_year(work: Work, desk: Desk, now: datetime, until: date) -> None:
    def check(db: Session) -> None:
        assert waived(db, desk.elif_, owed(db, desk, now=now), WARNS, now=now, until=until).until == until

    work.write_now(check)


def test_r24_after_its_last_day_the_rule_counts_again(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = owed(db, desk, now=now)
        granted = confirmed(db, desk, reference, now=now, days=7)
        last, after = now + timedelta(days=7), now + timedelta(days=8)
        assert found(db, desk, reference, now=last).status is Status.WAIVED
        assert granted.standing(last.date()) is Standing.IN_FORCE
        assert found(db, desk, reference, now=after).refuses
        assert granted.standing(after.date()) is Standing.ENDED
        with pytest.raises(ConflictError, match="over already"):
            service.withdraw_waiver(db, desk.ezra, granted.id, now=after)
        again = waived(db, desk.elif_, reference, now=after)  # and it can be waived anew
        assert again.standing(after.date()) is Standing.WAITING

    work.write_now(check)


def test_a_waiver_that_nobody_confirmed_ends_too(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        asked = waived(db, desk.elif_, owed(db, desk, now=now), now=now, days=0)
        with pytest.raises(ConflictError, match="does not wait"):
            service.confirm_waiver(db, desk.ezra, asked.id, now=now + timedelta(days=1))

    work.write_now(check)


def test_a_withdrawn_waiver_counts_no_more_and_both_sides_are_told(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = owed(db, desk, now=now)
        granted = confirmed(db, desk, reference, now=now)
        done = service.withdraw_waiver(db, desk.ezra, granted.id, now=now)
        assert done.standing(now.date()) is Standing.WITHDRAWN
        assert found(db, desk, reference, now=now).refuses
        assert subjects(db, desk.ann)[0] == f"{reference}: a waiver was withdrawn"
        assert subjects(db, desk.elif_)[0] == f"{reference}: a waiver was withdrawn"
        assert [one.kind for one in lines(db, reference, "customer")] == ["waive", "end-waiver"]
        with pytest.raises(ConflictError, match="over already"):
            service.withdraw_waiver(db, desk.elif_, granted.id, now=now)

    work.write_now(check)


def test_the_customer_hears_of_it_once_it_counts_and_the_desk_before(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = owed(db, desk, now=now)
        asked = waived(db, desk.elif_, reference, now=now)
        assert f"{reference}: a finding was waived" not in subjects(db, desk.ann)
        assert subjects(db, desk.ezra)[0] == f"{reference}: a second engineer is needed to waive a finding"
        assert [one.kind for one in lines(db, reference, "internal")] == ["ask-waiver"]
        assert lines(db, reference, "customer") == []
        service.confirm_waiver(db, desk.ezra, asked.id, now=now)
        told = notices.list_inbox(db, desk.ann)[0]
        assert (told.subject, told.path, told.quoted) == (
            f"{reference}: a finding was waived",
            f"/inquiries/{reference}",
            WHY,
        )
        assert "until 7 December 2026" in told.body
        assert subjects(db, desk.elif_)[0] == f"{reference}: your waiver was confirmed"
        (line,) = lines(db, reference, "customer")
        assert WHY in line.text
        assert subjects(db, desk.bob) == []

    work.write_now(check)


def test_each_deed_is_in_the_audit(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = owed(db, desk, now=now)
        granted = confirmed(db, desk, reference, now=now)
        service.withdraw_waiver(db, desk.ezra, granted.id, now=now)
        for verb, person in (("ask", desk.elif_), ("confirm", desk.ezra), ("withdraw", desk.ezra)):
            ((actor, role, subject, detail),) = desks.audit_of(db, f"waiver.{verb}")
            assert (actor, role, subject) == (person.id, "engineer", f"inquiry:{reference}")
            assert json.loads(detail) | {"rule": "BG-15", "reason": WHY, "waiver": granted.id} == json.loads(detail)

    work.write_now(check)


def test_only_what_is_open_can_be_waived_and_only_once(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = owed(db, desk, now=now)
        for which in (("BG-15", "deployment.owner"), ("EV-02", "baseline.files"), ("XX-01", "")):
            with pytest.raises(ConflictError, match="nothing to waive"):
                waived(db, desk.elif_, reference, which, now=now)
        waived(db, desk.elif_, reference, now=now)
        with pytest.raises(ConflictError, match="waived already"):
            waived(db, desk.ezra, reference, now=now)
        with pytest.raises(ConflictError, match="Version 1 was submitted"):
            waived(db, desk.elif_, reference, WARNS, now=now, version=2)

    work.write_now(check)


def test_a_finding_is_waived_while_it_is_at_the_desk(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = owed(db, desk, now=now)
        asked = waived(db, desk.elif_, reference, now=now)
        service.decline(db, desk.elif_, reference, version=1, reason="Too large.", now=now)
        with pytest.raises(ConflictError, match="at the desk"):
            waived(db, desk.elif_, reference, WARNS, now=now)
        with pytest.raises(ConflictError, match="nothing of it is waived"):
            service.confirm_waiver(db, desk.ezra, asked.id, now=now)

    work.write_now(check)


def test_r25_an_approval_freezes_the_waiver_with_its_reason(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = owed(db, desk, now=now)
        refused = service.approve(
            db, desk.elif_, reference, version=1, reasons={}, grant=service.Grant(desks.CAP, desks.START), now=now
        )
        assert isinstance(refused, NotApproved)
        confirmed(db, desk, reference, now=now)
        waived(db, desk.elif_, reference, WARNS, now=now)
        assert WARNS not in {(one.rule, one.field) for one in service.weigh(db, desk.elif_, reference, now=now).needed}
        desks.approved(db, desk.elif_, reference, now=now)
        (decision,) = queries.list_decisions(db, after=0, limit=9)
        assert decision.report is not None
        kept = {(one["rule"], one["field"]): one for one in decision.report["findings"]}
        assert kept[BLOCKS]["status"] == kept[WARNS]["status"] == "waived"
        assert kept[BLOCKS]["waiver"]["reason"] == WHY

    work.write_now(check)


def test_r24_approval_is_refused_once_the_waiver_has_ended(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = owed(db, desk, now=now)
        confirmed(db, desk, reference, now=now, days=1)
        after = now + timedelta(days=2)
        answers = desks.reasons(db, desk.elif_, reference, now=after)
        grant = service.Grant(desks.CAP, desks.START)
        done = service.approve(db, desk.elif_, reference, version=1, reasons=answers, grant=grant, now=after)
        assert isinstance(done, NotApproved)
        assert [one.rule for one in done.weighed.report.findings if one.refuses] == ["BG-15"]

    work.write_now(check)


def relaxed(db: Session, desk: Desk, rule: str = "BG-15", *, now: datetime) -> Granted:
    until = now.date() + timedelta(days=7)
    asked = service.relax(db, desk.elif_, rule=rule, reason="The form asks wrongly.", until=until, now=now)
    return service.confirm_waiver(db, desk.ezra, asked.id, now=now)


def test_r24_a_relaxed_rule_is_waived_for_everybody_until_its_day(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = owed(db, desk, now=now)
        granted = relaxed(db, desk, now=now)
        assert (granted.reference, granted.field) == ("", "")
        assert found(db, desk, reference, now=now).status is Status.WAIVED
        assert found(db, desk, reference, now=now + timedelta(days=8)).refuses
        service.withdraw_waiver(db, desk.ezra, granted.id, now=now)
        assert found(db, desk, reference, now=now).refuses
        ((_, _, subject, _),) = desks.audit_of(db, "waiver.confirm")
        assert subject == "rule:BG-15"
        assert not [one for one in subjects(db, desk.ann) if "waive" in one]

    work.write_now(check)


def test_a_rule_that_blocks_nowhere_is_relaxed_by_one(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        granted = service.relax(db, desk.elif_, rule="RW-20", reason=WHY, until=now.date(), now=now)
        assert granted.standing(now.date()) is Standing.IN_FORCE
        with pytest.raises(ConflictError, match="waived already"):
            service.relax(db, desk.ezra, rule="RW-20", reason=WHY, until=now.date(), now=now)
        for rule in ("XX-01", "", "EV-30"):  # no rule, none, and one that never weighs anything
            with pytest.raises(InvalidError, match="Choose a rule"):
                service.relax(db, desk.elif_, rule=rule, reason=WHY, until=now.date(), now=now)

    work.write_now(check)


def test_r25_nobody_relaxes_a_rule_for_their_own_organisation(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        reference = owed(db, desk, now=now)
        moved = {"organisation": desk.ann.organisation_id, "id": desk.ezra.id}
        db.execute(text("UPDATE users SET organisation_id = :organisation WHERE id = :id"), moved)
        relaxed(db, desk, now=now)
        assert found(db, desk, reference, now=now).refuses
        theirs = drafts.opened(db, desk.bob, drafts.owing(), now=now)
        drafts.submitted(db, desk.bob, theirs, now=now)
        assert found(db, desk, theirs, now=now).status is Status.WAIVED

    work.write_now(check)


def test_only_engineers_relax_rules(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        for person in (desk.ann, desk.ops, desk.admin, Person()):
            with pytest.raises(NotFoundError):
                service.relax(db, person, rule="RW-20", reason=WHY, until=now.date(), now=now)

    work.write_now(check)


def test_r25_a_draft_and_what_is_submitted_read_waived_too(work: Work, desk: Desk, now: datetime) -> None:
    def check(db: Session) -> None:
        relaxed(db, desk, "EN-03", now=now)
        document = drafts.document()
        del document["environment"]["network_agent"]
        reference = drafts.opened(db, desk.ann, document, now=now)
        number = inquiries.number_of(reference)
        submission = drafts.submitted(db, desk.ann, reference, now=now)
        body = canonical.parse(inquiries.find_snapshot(db, number or 0, submission.number) or "")
        (finding,) = (one for one in body["report"]["findings"] if one["rule"] == "EN-03")
        assert (finding["status"], finding["severity"]) == ("waived", "block")
        assert finding["waiver"]["reason"] == "The form asks wrongly."
        stored = judging.load(db, desk.ann, reference, now=now)
        shown = judging.check_inquiry(db, stored, today=now.date(), registry=load_facts(db))
        assert shown.as_json() == body["report"]

    work.write_now(check)


def test_the_digest_of_the_input_holds_the_waivers_and_stays_where_there_are_none(
    work: Work, desk: Desk, now: datetime
) -> None:
    def check(db: Session) -> None:
        document, registry, today = drafts.document(), load_facts(db), now.date()

        def digest(day: date) -> str:
            return judging.check_document(document, Gate.COMMIT, day, registry, judging.waivers_of(db)).input_digest

        plain = judging.check_document(document, Gate.COMMIT, today, registry).input_digest
        inputs = {"document": document, "gate": "commit", "today": today.isoformat(), "registry": registry.revision}
        assert digest(today) == plain == canonical.digest(inputs)
        granted = relaxed(db, desk, now=now)
        assert digest(today) != plain
        after = granted.until + timedelta(days=1)
        assert digest(after) == judging.check_document(document, Gate.COMMIT, after, registry).input_digest

    work.write_now(check)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE waivers SET until = '2099-01-01'",
        "UPDATE waivers SET reason = 'another'",
        "UPDATE waivers SET confirmed_by_id = NULL, confirmed_at = NULL",
        "DELETE FROM waivers",
    ],
)
def test_the_database_keeps_what_a_waiver_says(work: Work, desk: Desk, now: datetime, statement: str) -> None:
    work.write_now(relaxed, desk, now=now)
    with pytest.raises(DBAPIError, match="never changed"):
        work.write_now(lambda db: db.execute(text(statement)))


def test_r25_the_database_lets_nobody_be_both(work: Work, desk: Desk, now: datetime) -> None:
    def ask(db: Session) -> Granted:
        return waived(db, desk.elif_, owed(db, desk, now=now), now=now)

    asked = work.write_now(ask)
    statement = text("UPDATE waivers SET confirmed_by_id = asked_by_id, confirmed_at = asked_at WHERE id = :id")
    with pytest.raises(DBAPIError, match="second_is_another"):
        work.write_now(lambda db: db.execute(statement, {"id": asked.id}))
