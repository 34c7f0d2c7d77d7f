from dataclasses import replace
from typing import Any

import pytest

from app.rules.checkpoint.architecture import one_architecture
from app.rules.finding import Gate, Said
from app.rules.records import ClaimRecord, RegistryFacts, Target
from app.rules.ruleset import catalogue_at
from tests.rules.examples import COMMIT, GUIDE, KIND, LARGE, OLDER, SMALL, facts, finding, opened, registry, row, said


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        (COMMIT, []),
        (COMMIT.upper(), []),
        (COMMIT[:39], ["checkpoint.revision"]),
        (COMMIT + "0", ["checkpoint.revision"]),
        (COMMIT[:39] + "g", ["checkpoint.revision"]),
        (COMMIT[:39] + "٣", ["checkpoint.revision"]),
        ("main", ["checkpoint.revision"]),
        (None, ["checkpoint.revision"]),
    ],
)
def test_ck_01_takes_only_forty_hex_digits(given: str | None, fields: list[str]) -> None:
    assert opened("CK-01", {"checkpoint.revision": given}) == fields


def test_ck_01_judges_the_other_revisions_only_where_they_are_answered() -> None:
    assert opened("CK-01", {"baseline.revision": None}) == []
    both = {"baseline.revision": "v1.0", "rollout_checkpoint.revision": "main", "rollout_checkpoint.format": "bf16"}
    assert opened("CK-01", both) == ["baseline.revision", "rollout_checkpoint.revision"]


@pytest.mark.parametrize(
    ("given", "is_exact"),
    [
        ("acme/Robin-2-27B", True),
        ("a/b", True),
        ("Robin 2", False),
        ("acme/Robin/2", False),
        ("https://hub.example/acme/Robin", False),
        ("hub.example/Robin", False),
        ("/models/robin", False),
        ("./models", False),
        ("acme/", False),
        ("acme/Robin..2", False),
        ("acme/Robin.git", False),
        ("acmé/Robin", False),
        ("acme/Robin@main", False),
    ],
)
def test_ck_02_takes_only_owner_and_name(given: str, is_exact: bool) -> None:  # noqa: FBT001  a table's column
    assert opened("CK-02", {"checkpoint.repository": given}) == ([] if is_exact else ["checkpoint.repository"])


def test_ck_02_leaves_a_missing_repository_to_the_ask() -> None:
    assert opened("CK-02", {"checkpoint.repository": None}) == []
    assert "checkpoint" in opened("SC-08", {"checkpoint.repository": None})


def test_ck_03_finds_another_architecture_of_the_same_release() -> None:
    assert opened("CK-03", {"rollout_checkpoint.repository": LARGE.id}) == ["rollout_checkpoint.repository"]
    assert opened("CK-03", {"baseline.repository": LARGE.id}) == ["baseline.repository"]
    assert opened("CK-03", {"evidence": (row(claim="paper-2t", used_for="method"),)}) == ["evidence.0"]


def test_ck_03_lets_other_releases_and_background_be() -> None:
    assert opened("CK-03", {"baseline.repository": OLDER.id}) == []
    assert opened("CK-03", {"evidence": (row(claim="paper-2t", used_for="background"),)}) == []


def test_ck_03_takes_a_claim_that_also_lists_this_architecture() -> None:
    both = ClaimRecord("both", GUIDE, targets=(Target(LARGE.id), Target(SMALL.id), Target("nobody/knows")))
    fact = facts({"evidence": (row(claim="both", used_for="recipe"),)}, known=registry(both))
    assert list(one_architecture(fact)) == []


def test_ck_03_takes_two_claims_of_which_one_lists_a_sibling_too() -> None:
    both = ClaimRecord("both", GUIDE, targets=(Target(LARGE.id), Target(SMALL.id)))
    own = ClaimRecord("own", GUIDE, targets=(Target(SMALL.id),))
    rows = (row(claim="both", used_for="licence"), row(claim="own", used_for="recipe"))
    assert opened("CK-03", {"evidence": rows}, known=registry(both, own)) == []
    assert opened("CK-03", {"evidence": rows[::-1]}, known=registry(both, own)) == []


def test_ck_03_names_both_of_two_claims_that_do_not_go_together() -> None:
    large, small = (ClaimRecord(each.size, GUIDE, targets=(Target(each.id),)) for each in (LARGE, SMALL))
    rows = (row(claim=SMALL.size, used_for="recipe"), row(claim=LARGE.size, used_for="recipe"))
    unknown = dict.fromkeys(("checkpoint.repository", "baseline.repository"))
    both = ["evidence.0", "evidence.1"]
    assert opened("CK-03", {**unknown, "evidence": rows}, known=registry(large, small)) == both
    assert opened("CK-03", {"evidence": rows}, known=registry(large, small)) == ["evidence.1"]
    assert opened("CK-03", {"evidence": rows[::-1]}, known=registry(large, small)) == ["evidence.0"]
    once = (rows[0], rows[0])
    assert opened("CK-03", {**unknown, "evidence": once}, known=registry(large, small)) == []


def test_ck_03_does_not_take_a_checkpoint_that_clashed_for_one_of_ours() -> None:
    changes = {"rollout_checkpoint.repository": LARGE.id, "evidence": (row(claim="card-27b", used_for="method"),)}
    assert opened("CK-03", changes) == ["rollout_checkpoint.repository"]
    assert opened("CK-03", {**changes, "baseline.repository": LARGE.id}) == [
        "baseline.repository",
        "rollout_checkpoint.repository",
    ]


def test_ck_03_compared_rows_of_evidence_with_each_other_until_2026_11_1() -> None:
    both = ClaimRecord("both", GUIDE, targets=(Target(LARGE.id), Target(SMALL.id), Target("nobody/knows")))
    own = ClaimRecord("own", GUIDE, targets=(Target(SMALL.id),))
    rows = (row(claim="both", used_for="licence"), row(claim="own", used_for="recipe"))
    fact = facts({"evidence": (*rows, row(claim="own", used_for="background"))}, known=registry(both, own))
    (before,) = (rule for rule in catalogue_at("2026.11.1") if rule.id == "CK-03")
    message = (
        "acme/Robin-2-27B has another architecture than acme/Robin-2-2T, although both are robin 2. "
        "What holds for one of them has not been shown for the other."
    )
    remedy = "Use one architecture throughout, or ask for a separate review of the other one."
    inputs = {"architectures": {LARGE.id: LARGE.architecture, SMALL.id: SMALL.architecture}}
    assert before.version == 1
    assert list(before.judge(fact)) == [Said("evidence.1", message, remedy, inputs)]
    unstated = replace(LARGE, architecture="")
    known = registry(both, own)
    known = RegistryFacts("test", {**known.checkpoints, LARGE.id: unstated}, known.claims, known.kinds)
    assert list(before.judge(facts({"evidence": rows}, known=known))) == []


def test_ck_03_says_nothing_where_a_record_states_no_release() -> None:
    unstated = replace(SMALL, version="")
    known = registry()
    known = RegistryFacts("test", {**known.checkpoints, SMALL.id: unstated}, known.claims, known.kinds)
    assert opened("CK-03", {"baseline.repository": LARGE.id}, known=known) == []


def test_ck_04_wants_a_licence_and_a_named_decision_for_each_use() -> None:
    assert opened("CK-04") == []
    assert opened("CK-04", {"checkpoint.licence": None}) == ["checkpoint.licence"]
    assert opened("CK-04", {"checkpoint.licence_uses": None}) == ["checkpoint.licence_uses"]


@pytest.mark.parametrize(
    ("cells", "fields"),
    [
        ({"use": "serving", "decision": "permitted", "by": "Legal"}, []),
        ({"use": "serving", "decision": "permitted"}, ["checkpoint.licence_uses.2"]),
        ({"use": "serving", "decision": "open", "by": "Legal"}, ["checkpoint.licence_uses.2"]),
        ({"use": "serving", "decision": "refused"}, ["checkpoint.licence_uses.2"]),
        ({"use": "serving"}, ["checkpoint.licence_uses"]),
        ({"decision": "permitted"}, ["checkpoint.licence_uses"]),
    ],
)
def test_ck_04_names_the_row_that_is_not_confirmed(cells: dict[str, str], fields: list[str]) -> None:
    rows = tuple(row(use=use, decision="permitted", by="Legal") for use in ("training", "commercial"))
    assert opened("CK-04", {"checkpoint.licence_uses": (*rows, row(**cells))}) == fields


def test_ck_04_judges_uses_that_are_not_required_as_well() -> None:
    rows = tuple(row(use=use, decision="permitted", by="Legal") for use in ("training", "serving", "commercial"))
    open_row = row(use="distribution", decision="open")
    assert opened("CK-04", {"checkpoint.licence_uses": (*rows, open_row)}) == ["checkpoint.licence_uses.3"]
    no_name = row(use="distribution", decision="permitted")
    assert opened("CK-04", {"checkpoint.licence_uses": (*rows, no_name)}) == []


def test_ck_04_lets_a_promise_cover_an_open_licence_and_never_a_refused_one() -> None:
    rows = tuple(row(use=use, decision="permitted", by="Legal") for use in ("training", "serving"))
    promise = (row(item="checkpoint", owner="Legal", due=facts().today),)
    for decision, status in (("open", "promised"), ("refused", "open")):
        changes = {"checkpoint.licence_uses": (*rows, row(use="commercial", decision=decision)), "commitments": promise}
        assert said("CK-04", changes) == [("checkpoint.licence_uses.2", status)]


def test_ck_04_leaves_unreadable_rows_to_the_rule_that_names_them() -> None:
    assert opened("CK-04", unreadable=frozenset({"checkpoint.licence_uses"})) == []


def test_ck_06_wants_three_formats() -> None:
    assert opened("CK-06") == []
    for name in ("checkpoint.format", "checkpoint.training_formats", "checkpoint.serving_formats"):
        assert opened("CK-06", {name: None}) == [name]


def test_ck_06_wants_the_rollout_format_only_where_rollouts_use_a_checkpoint_of_their_own() -> None:
    other = {"rollout_checkpoint.repository": SMALL.id}
    assert opened("CK-06", other) == ["rollout_checkpoint.format"]
    assert opened("CK-06", {**other, "rollout_checkpoint.format": "fp8"}) == []
    assert opened("CK-06", {"rollout_checkpoint.revision": COMMIT}) == ["rollout_checkpoint.format"]


@pytest.mark.parametrize(
    ("given", "fields"),
    [
        (SMALL.id, []),
        ("someone/Robin-2-27B-4bit", ["checkpoint.repository"]),
        ("someone/Robin-2-27B", ["checkpoint.repository"]),
        ("someone/Quite-Other", []),
        ("acme/Robin-9", []),
    ],
)
def test_ck_18_tells_a_copy_from_the_publishers_own(given: str, fields: list[str]) -> None:
    assert opened("CK-18", {"checkpoint.repository": given}) == fields


def test_ck_18_reads_publisher_and_lineage_from_the_record() -> None:
    def with_record(**changes: Any) -> list[str]:  # noqa: ANN401  the fields of a record
        known = registry()
        records = {**known.checkpoints, SMALL.id: replace(SMALL, **changes)}
        return opened("CK-18", known=RegistryFacts("test", records, known.claims, known.kinds))

    assert with_record(publisher="Other House") == ["checkpoint.repository"]
    assert with_record(publisher="Acme") == []
    assert with_record(relation="re-upload-of", relative="") == ["checkpoint.repository"]
    assert with_record(relation="re-upload-of", relative="acme/Robin-2-27B-raw") == []
    assert with_record(relation="quantised-from", relative="acme/Robin-2-27B-raw") == []
    assert with_record(relation="quantised-from", relative="") == []


def test_ck_19_compares_what_is_said_with_the_record() -> None:
    assert opened("CK-19") == []
    assert opened("CK-19", {"checkpoint.format": "fp8"}) == ["checkpoint.format"]
    assert opened("CK-19", {"model.family": "wren"}) == ["model.family"]
    assert opened("CK-19", {"model.version": "1"}) == ["model.version"]
    assert opened("CK-19", {"checkpoint.format": None}) == []


def test_ck_19_names_the_repository_that_holds_what_is_said() -> None:
    remedy = finding("CK-19", {"checkpoint.format": "fp8"}).remedy
    assert remedy == "Correct the format, or choose the repository that holds it: acme/Robin-2-27B-FP8."
    assert "“FP8”" in finding("CK-19", {"checkpoint.format": "fp8"}).message
    assert finding("CK-19", {"checkpoint.format": "gguf"}).remedy.endswith("that holds it.")


def test_ck_19_compares_the_kind_by_family_and_size_and_never_by_version() -> None:
    assert opened("CK-19", {"checkpoint.repository": LARGE.id}) == ["kind"]
    older = {"checkpoint.repository": OLDER.id, "model.version": "1"}
    assert opened("CK-19", older) == []
    wren = replace(SMALL, family="wren")
    known = registry()
    known = RegistryFacts("test", {**known.checkpoints, SMALL.id: wren}, known.claims, {KIND.id: KIND})
    assert opened("CK-19", {"model.family": "wren"}, known=known) == ["kind"]


@pytest.mark.parametrize("kind", ["no-such-kind", None])
def test_ck_19_cannot_tell_about_a_kind_that_is_not_on_record(kind: str | None) -> None:
    assert said("CK-19", {"kind": kind}) == [("kind", "cannot-tell")]


def test_ck_19_cannot_tell_what_is_not_on_record() -> None:
    assert said("CK-19", {"checkpoint.repository": "acme/Robin-9"}) == [("checkpoint.repository", "cannot-tell")]
    unstated = {"checkpoint.repository": "acme/Robin-X", "model.family": None, "model.version": "2"}
    assert ("checkpoint.format", "cannot-tell") in said("CK-19", {**unstated, "model.family": "robin"})
    assert said("CK-19", {"checkpoint.repository": None}) == []


def test_ck_22_wants_a_trainer_for_training_and_an_engine_for_rollouts() -> None:
    assert opened("CK-22") == []
    assert opened("CK-22", {"training.trainer": None}) == ["training.trainer"]
    assert opened("CK-22", {"training.trainer": row(version="1")}) == ["training.trainer"]
    assert opened("CK-22", {"rollout.engine": None}) == ["rollout.engine"]
    assert opened("CK-22", {"rollout.engine": None, "scope.rollout_inference": False}) == []
    assert opened("CK-22", {"training.trainer": None, "scope.training": None}) == []


def test_ck_22_weighs_more_once_capacity_is_committed() -> None:
    assert finding("CK-22", {"rollout.engine": None}).severity == "promise"
    assert finding("CK-22", {"rollout.engine": None}, gate=Gate.COMMIT).severity == "block"
