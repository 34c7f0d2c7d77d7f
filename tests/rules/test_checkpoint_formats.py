from typing import Any

import pytest

from app.rules.facts import Answers
from app.rules.finding import Gate
from app.rules.records import CheckpointRecord, RegistryFacts
from tests.rules.examples import COPY, LARGE, SMALL, UNSTATED, finding, opened, registry, row, said

CONTROLS, ARTIFACT, TEST = "training.controls", "success.artifact", "rollout.load_test"


def built(layout: str, **more: Any) -> RegistryFacts:  # noqa: ANN401  other records
    known = registry()
    record = CheckpointRecord(id=SMALL.id, repository=SMALL.id, architecture="robin", layout=layout)
    return RegistryFacts("test", {**known.checkpoints, SMALL.id: record, **more}, known.claims, known.kinds)


@pytest.mark.parametrize(
    ("changes", "fires"),
    [
        ({}, False),
        ({"rollout_checkpoint.format": "bf16"}, False),
        ({"rollout_checkpoint.format": "fp8"}, True),
        ({"rollout_checkpoint.format": "fp8", "checkpoint.format": None}, False),
        ({"rollout.sampling": row(top_p=1.0)}, False),
        ({"rollout.sampling": row(top_p=0.99)}, True),
        ({"rollout.sampling": row(top_k=0)}, False),
        ({"rollout.sampling": row(top_k=-1)}, False),
        ({"rollout.sampling": row(top_k=1)}, True),
        ({"checkpoint.repository": LARGE.id}, True),
    ],
)
def test_ck_07_wants_a_control_where_training_and_rollouts_compute_differently(
    changes: dict[str, Any],
    fires: bool,  # noqa: FBT001  a table's column
) -> None:
    assert said("CK-07", {**changes, CONTROLS: None}) == ([(CONTROLS, "open")] if fires else [])
    assert said("CK-07", changes) == []
    assert said("CK-07", changes, unreadable=frozenset({CONTROLS})) == []


@pytest.mark.parametrize(
    ("layout", "expected"),
    [
        ("dense", []),
        ("hybrid", []),
        ("mixture", [(CONTROLS, "open")]),
        ("hybrid-mixture", [(CONTROLS, "open")]),
        ("", [(CONTROLS, "cannot-tell")]),
    ],
)
def test_ck_07_reads_the_layout_on_record(layout: str, expected: list[tuple[str, str]]) -> None:
    assert said("CK-07", {CONTROLS: None}, known=built(layout)) == expected


def test_ck_07_takes_the_layout_of_a_copy_from_its_parent() -> None:
    copy = CheckpointRecord(id=COPY.id, repository=COPY.id, relation="quantised-from", relative=SMALL.id)
    changes = {CONTROLS: None, "checkpoint.repository": COPY.id}
    assert said("CK-07", changes, known=built("mixture", **{COPY.id: copy})) == [(CONTROLS, "open")]


def test_ck_07_cannot_tell_without_a_record_unless_something_else_decides() -> None:
    for repository in ("acme/Robin-9", UNSTATED.id, None):
        changes = {CONTROLS: None, "checkpoint.repository": repository}
        assert said("CK-07", changes) == [(CONTROLS, "cannot-tell")]
        assert said("CK-07", {**changes, "rollout.sampling": row(top_p=0.9)}) == [(CONTROLS, "open")]


def test_ck_07_gives_the_reason_that_it_saw() -> None:
    def reason(changes: dict[str, Any]) -> str:
        return finding("CK-07", {**changes, CONTROLS: None}).message.partition(", and nothing")[0]

    formats = {"rollout_checkpoint.format": "fp8", "rollout.sampling": row(top_p=0.9)}
    assert reason(formats) == "Training starts from BF16 and rollouts use FP8"
    cut = {"rollout.sampling": row(top_p=0.999, top_k=5), "checkpoint.repository": LARGE.id}
    assert reason(cut) == "Rollouts are sampled with top-p 0.999, from the likeliest tokens only"
    few = {"rollout.sampling": row(top_p=1, top_k=1000)}
    assert reason(few) == "Rollouts are sampled from the 1,000 likeliest tokens only"
    mixture = {"checkpoint.repository": LARGE.id}
    assert reason(mixture) == "This is a mixture of experts, whose router can choose other experts in rollouts"


QLORA = {"training.update": "qlora", ARTIFACT: "adapter"}


@pytest.mark.parametrize(
    ("changes", "fires"),
    [
        ({}, True),
        ({"training.update": "full"}, False),
        ({"training.update": "lora"}, False),
        ({"training.update": "lora", "checkpoint.format": "bnb-4bit"}, True),
        ({"training.update": "lora", "checkpoint.format": "nvfp4"}, True),
        ({"training.update": "lora", "checkpoint.format": "mxfp4"}, True),
        ({"training.update": "lora", "checkpoint.format": "fp8"}, False),
        ({"training.update": "full", "checkpoint.format": "nvfp4"}, False),
        ({"deployment.format": None}, False),
        ({"deployment.format": "FP8"}, True),
        ({"deployment.format": "4bit"}, False),
        ({"deployment.format": "BNB 4-bit"}, False),
        ({"deployment.format": "NVFP4"}, False),
        ({"deployment.format": "mxfp4"}, False),
        ({"deployment.format": "BF16 and Adapter"}, False),
        ({ARTIFACT: "Merged adapter, BF16"}, False),
        ({ARTIFACT: "unmerged adapter"}, True),
        ({ARTIFACT: None}, True),
    ],
)
def test_ck_08_wants_the_merged_model_evaluated(changes: dict[str, Any], fires: bool) -> None:  # noqa: FBT001  a table
    assert said("CK-08", {**QLORA, **changes}) == ([(ARTIFACT, "open")] if fires else [])


def test_ck_08_says_nothing_of_what_cannot_be_read_and_blocks_the_commitment() -> None:
    assert said("CK-08", QLORA, unreadable=frozenset({ARTIFACT})) == []
    assert said("CK-08", QLORA, unreadable=frozenset({"deployment.format"})) == []
    assert finding("CK-08", QLORA, gate=Gate.COMMIT).severity == "block"


@pytest.mark.parametrize("update", ["lora", "qlora"])
@pytest.mark.parametrize(
    ("layout", "status"),
    [("mixture", "open"), ("hybrid", "open"), ("hybrid-mixture", "open"), ("dense", ""), ("", "cannot-tell")],
)
def test_ck_12_wants_the_adapter_loaded_where_engines_often_cannot(update: str, layout: str, status: str) -> None:
    expected = [(TEST, status)] if status else []
    for test in (None, row(passed=False), row(note="planned")):
        assert said("CK-12", {"training.update": update, TEST: test}, known=built(layout)) == expected
    assert said("CK-12", {"training.update": update}, known=built(layout)) == []


@pytest.mark.parametrize("update", ["full", None])
def test_ck_12_is_about_adapters_only(update: str | None) -> None:
    assert said("CK-12", {"training.update": update, TEST: None}, known=built("mixture")) == []


def test_ck_12_cannot_tell_about_a_checkpoint_that_is_not_on_record() -> None:
    assert said("CK-12", {"checkpoint.repository": "acme/Robin-9", TEST: None}) == [(TEST, "cannot-tell")]


def test_ck_12_takes_the_layout_of_a_copy_from_its_parent() -> None:
    copy = CheckpointRecord(id=COPY.id, repository=COPY.id, relation="quantised-from", relative=SMALL.id)
    changes = {TEST: None, "checkpoint.repository": COPY.id}
    assert said("CK-12", changes, known=built("hybrid", **{COPY.id: copy})) == [(TEST, "open")]


@pytest.mark.parametrize("rule", ["CK-12", "CK-13"])
def test_a_load_test_that_cannot_be_read_is_left_alone(rule: str) -> None:
    known = built("mixture")
    assert said(rule, unreadable=frozenset({TEST}), known=known) == []
    assert said(rule, {TEST: Answers({"note": "a"}, frozenset({"passed"}))}, known=known) == []


@pytest.mark.parametrize("name", ["training.load_test", "rollout.load_test"])
def test_ck_13_wants_trainer_and_engine_to_have_loaded_the_checkpoint(name: str) -> None:
    assert opened("CK-13", {name: row(passed=True)}) == []
    for test in (None, row(passed=False), row(note="planned")):
        assert opened("CK-13", {name: test}) == [name]
    assert finding("CK-13", {name: None}, gate=Gate.COMMIT).severity == "block"


def test_ck_13_names_the_architecture_on_record_and_the_outcome() -> None:
    def message(**changes: Any) -> str:  # noqa: ANN401  answers
        return finding("CK-13", {TEST: None, **changes}).message.partition(". ")[0]

    loads = "A test that the rollout engine loads this checkpoint"
    assert message() == f"{loads}, of the architecture robin_dense, is not on record as passed"
    assert (
        message(**{TEST: row(passed=False)}) == f"{loads}, of the architecture robin_dense, is on record as not passed"
    )
    for repository in ("acme/Robin-9", UNSTATED.id, None):
        assert message(**{"checkpoint.repository": repository}) == f"{loads} is not on record as passed"


def test_ck_13_takes_the_architecture_of_a_copy_from_its_parent() -> None:
    copy = CheckpointRecord(id=COPY.id, repository=COPY.id, relation="re-upload-of", relative=SMALL.id)
    changes = {TEST: None, "checkpoint.repository": COPY.id}
    found = finding("CK-13", changes, known=built("", **{COPY.id: copy}))
    assert found.inputs["architecture"] == "robin"
