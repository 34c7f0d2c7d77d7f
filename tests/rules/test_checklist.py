from collections import Counter
from datetime import timedelta

import pytest

from app.rules.catalogue import CARRIED_OUT, CATALOGUE, RULES_CARRIED_OUT, RULES_NOT_CHECKED
from app.rules.checklist import RULESET, once
from app.rules.finding import Gate, Item, Said, Severity, Status
from app.rules.rule import Rule
from app.rules.sources import source_in_words
from app.rules.workflow import MOVES, Action, Party, Role, State, actions, party, target
from tests.rules.examples import TODAY, facts, finding, report, row, said

PROMISE = row(item="environment", owner="Platform", due=TODAY)


def test_the_sound_inquiry_passes_both_gates_with_nothing_open() -> None:
    for gate in Gate:
        assert {item.status for item in report(gate=gate).findings} == {Status.CANNOT_TELL}
        assert report(gate=gate).passes


def test_the_catalogue_holds_each_rule_once_and_leaves_none_unchecked() -> None:
    assert max(Counter(rule.id for rule in CATALOGUE).values()) == 1
    assert (len(CATALOGUE), RULES_CARRIED_OUT, RULES_NOT_CHECKED) == (134, 134, 0)
    assert report().not_checked == 0


def test_a_rule_without_a_function_is_not_carried_out_and_says_nothing() -> None:
    planned = Rule("CK-99", Severity.WARN, Severity.WARN)
    assert not planned.is_carried_out
    assert list(planned.judge(facts())) == []


def test_each_rule_that_is_carried_out_starts_its_docstring_with_its_id() -> None:
    for rule in CARRIED_OUT:
        assert rule.is_carried_out
        assert (rule.judge.__doc__ or "").startswith(f"{rule.id}: ")
        assert rule.reads
        assert rule.source


@pytest.mark.parametrize(
    ("due", "status"), [(TODAY, Status.PROMISED), (TODAY - timedelta(1), Status.OPEN), (None, Status.OPEN)]
)
def test_a_promise_counts_until_its_day_has_passed(due: object, status: Status) -> None:
    cells = {"item": "environment", "owner": "Platform", "due": due}
    promise = row(**{key: value for key, value in cells.items() if value})
    changes = {"environment.image": None, "commitments": (promise,)}
    assert finding("EN-01", changes).status is status
    assert report(changes).passes is (status is Status.PROMISED)


def test_a_promise_needs_an_owner_and_covers_only_its_own_item() -> None:
    ownerless = {"environment.image": None, "commitments": (row(item="environment", due=TODAY),)}
    assert finding("EN-01", ownerless).status is Status.OPEN
    other = {"environment.image": None, "commitments": (row(item="budget", owner="CFO", due=TODAY),)}
    assert finding("EN-01", other).status is Status.OPEN


def test_a_promise_never_covers_what_blocks() -> None:
    blocked = {"environment.network_agent": None, "commitments": (PROMISE,)}
    assert finding("EN-03", blocked).status is Status.OPEN
    assert not report(blocked).passes


def test_a_promise_must_have_been_kept_at_the_commit_gate() -> None:
    promised = {"environment.image": None, "commitments": (PROMISE,)}
    kept = finding("EN-01", promised, gate=Gate.COMMIT)
    assert (kept.status, kept.severity) == (Status.OPEN, Severity.BLOCK)


def test_a_warning_and_a_cannot_tell_open_both_gates() -> None:
    warned = {
        "checkpoint.repository": "someone/Robin-2-27B-4bit",
        "checkpoint.format": "bnb-4bit",
        "baseline.repository": None,
        "success.artifact": "merged adapter",
        "deployment.artifact": "merged adapter",
    }
    assert finding("CK-18", warned).severity is Severity.WARN
    assert report(warned, gate=Gate.COMMIT).passes


def test_findings_are_ordered_by_item_then_rule_then_field() -> None:
    found = report({"scope.training": None, "environment.image": None, "checkpoint.format": None}).findings
    places = [(list(Item).index(item.item), item.rule, item.field) for item in found]
    assert places == sorted(places)


def test_r18_a_finding_is_unique_by_rule_and_field() -> None:
    found = report(dict.fromkeys(("checkpoint.licence", "checkpoint.licence_uses", "training.trainer"))).findings
    assert max(Counter((item.rule, item.field) for item in found).values()) == 1


def test_r18_a_rule_that_speaks_twice_of_a_field_is_heard_once() -> None:
    vague = Said("timing", "Cannot be told.", "Wait.", cannot_tell=True)
    plain = Said("timing", "It has passed.", "Mend it.")
    assert list(once(iter([vague, plain, vague, Said("timing", "Again.", "Again.")]))) == [plain]


def test_what_is_known_comes_before_what_cannot_be_told() -> None:
    assert said("EV-02", {"baseline.repository": "acme/Robin-1-27B"}) == [
        ("baseline.files", "cannot-tell"),
        ("baseline.repository", "open"),
    ]


def test_a_finding_that_may_be_promised_says_so() -> None:
    assert finding("EN-01", {"environment.image": None}).remedy.endswith(
        "Or promise it, with an owner and a day that is still to come."
    )
    assert "promise" not in finding("EN-03", {"environment.network_agent": None}).remedy


def test_the_report_is_the_object_of_the_contract() -> None:
    plain = report({"environment.image": "x:latest"}).as_json()
    assert list(plain) == [
        "schema", "gate", "passes", "ruleset", "input_digest", "today", "registry", "findings", "not_checked",
    ]  # fmt: skip
    assert plain["ruleset"] == {"version": RULESET.version, "digest": RULESET.digest}
    (image,) = (item for item in plain["findings"] if item["rule"] == "EN-01")
    assert list(image) == ["rule", "item", "severity", "status", "field", "message", "remedy", "inputs", "source"]
    assert image["inputs"] == {"environment.image": "x:latest"}
    assert {type(image[key]) for key in ("item", "severity", "status")} == {str}


def test_a_finding_is_told_by_its_first_sentence_and_its_source_in_words() -> None:
    two = finding("EN-01", {"environment.image": "shop:latest"})
    assert two.headline == "“shop:latest” names no digest, so the environment can change between two runs."
    assert two.why == ""
    licence = finding("CK-04", {"checkpoint.licence": None})
    assert (licence.headline, licence.why) == (
        "No licence is named.",
        "Licences differ between checkpoints of one family, so none can be assumed.",
    )
    assert licence.public_source == "research page, line 18; llama #998"
    assert finding("RW-01", {"verifier.cases": None}).public_source == "research page, lines 6 and 21"


def test_no_source_is_a_mark_that_only_its_authors_can_look_up() -> None:
    for rule in CATALOGUE:
        said_source = source_in_words(rule.source)
        assert not said_source[:1].isdigit(), rule.id
        assert "L3" not in said_source
    assert source_in_words("2.6") == "Fieller 1954"


def test_the_digest_of_the_rules_is_a_digest() -> None:
    assert RULESET.digest.startswith("sha256:")
    assert len(RULESET.digest) == 71


@pytest.mark.parametrize("state", list(State))
@pytest.mark.parametrize("action", list(Action))
@pytest.mark.parametrize("who", list(Party))
def test_r36_only_the_published_moves_move_anything(state: State, action: Action, who: Party) -> None:
    legal = {(source, move.action, move.party): move.target for move in MOVES for source in move.sources}
    assert target(state, action, who) == legal.get((state, action, who))


def test_only_legal_moves_are_offered() -> None:
    assert actions(State.DRAFT, Party.OWN_ORGANISATION) == {Action.SUBMIT, Action.WITHDRAW}
    assert actions(State.SUBMITTED, Party.OWN_ORGANISATION) == {Action.WITHDRAW}
    assert actions(State.WITHDRAWN, Party.OWN_ORGANISATION) == {Action.UNDO}
    assert actions(State.APPROVED, Party.OWN_ORGANISATION) == frozenset()


def test_an_undo_leads_to_the_state_before() -> None:
    assert target(State.WITHDRAWN, Action.UNDO, Party.OWN_ORGANISATION, State.RETURNED) is State.RETURNED
    assert target(State.RETURNED, Action.UNDO, Party.OWN_ORGANISATION, State.DRAFT) is None


@pytest.mark.parametrize(
    ("role", "same", "expected"),
    [
        (Role.CUSTOMER, True, Party.OWN_ORGANISATION),
        (Role.CUSTOMER, False, Party.NOBODY),
        (Role.ENGINEER, False, Party.OUTSIDE_ENGINEER),
        (Role.ENGINEER, True, Party.NOBODY),
        (Role.ADMIN, False, Party.NOBODY),
        (Role.OPS, True, Party.NOBODY),
    ],
)
def test_a_person_stands_to_an_inquiry_by_role_and_organisation(role: Role, same: bool, expected: Party) -> None:  # noqa: FBT001  a table's column
    assert party(role, same_organisation=same) is expected
