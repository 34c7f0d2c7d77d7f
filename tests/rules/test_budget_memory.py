from dataclasses import replace

import pytest

from app.rules.facts import Answers
from app.rules.finding import Gate, Severity
from app.rules.measured import CheckpointFiles, Measured
from app.rules.records import CheckpointRecord, RegistryFacts
from tests.rules.examples import SMALL, finding, opened, registry, row, said

HARDWARE = "budget.hardware"
PARAMETERS = 27_000_000_000
MIXTURE = replace(SMALL, parameters=PARAMETERS, layout="mixture", active_parameters=3_000_000_000)


def known(record: CheckpointRecord) -> RegistryFacts:
    """Return the small registry with this record in place of the checkpoint's."""
    facts = registry()
    return replace(facts, checkpoints={**facts.checkpoints, record.id: record})


def memory(amount: int, share: float | None = 1, devices: int = 1) -> dict[str, object]:
    """Return answers with devices of so many bytes each."""
    cells = {"devices": devices, "memory_bytes": amount, "usable_share": share}
    return {HARDWARE: row(**{key: value for key, value in cells.items() if value is not None})}


@pytest.mark.parametrize(
    ("update", "given", "needed"),
    [
        ("lora", "bf16", 54_000_000_000),
        ("lora", "fp16", 54_000_000_000),
        ("lora", "fp8", 27_000_000_000),
        ("qlora", "nvfp4", 13_500_000_000),
        ("qlora", "mxfp4", 13_500_000_000),
        ("qlora", "bnb-4bit", 13_500_000_000),
        ("full", "bf16", 432_000_000_000),
        ("full", "gguf", 432_000_000_000),
    ],
)
def test_bg_06_wants_the_weights_to_fit(update: str, given: str, needed: int) -> None:
    answers = {"training.update": update, "checkpoint.format": given}
    assert said("BG-06", {**answers, **memory(needed)}) == []
    found = finding("BG-06", {**answers, **memory(needed - 1)})
    assert (found.field, str(found.status)) == (HARDWARE, "open")
    assert (found.inputs["parameters"], found.inputs["needed_bytes"]) == (PARAMETERS, needed)


def test_bg_06_says_how_much_is_missing() -> None:
    assert finding("BG-06", memory(80 * 2**30, 0.5)).message == (
        "27,000,000,000 parameters take at least 50.3 GiB in BF16, and 40.0 GiB can be used on 1 device. "
        "The weights cannot even be loaded there, whatever else is tuned."
    )
    full = finding("BG-06", {"training.update": "full", **memory(80 * 2**30, None, 4)})
    assert "take at least 402.3 GiB where all weights are trained, and 4 devices have 320.0 GiB. " in full.message


def test_bg_06_counts_devices_and_the_share_that_can_be_used() -> None:
    assert opened("BG-06", memory(27_000_000_000, 1, 2)) == []
    assert opened("BG-06", memory(27_000_000_000, 0.75, 2)) == [HARDWARE]
    assert opened("BG-06", memory(27_000_000_000, 1, 1)) == [HARDWARE]


def test_bg_06_weighs_more_at_the_commit_gate() -> None:
    assert finding("BG-06", memory(1)).severity is Severity.WARN
    assert finding("BG-06", memory(1), gate=Gate.COMMIT).severity is Severity.BLOCK


def test_bg_06_cannot_tell_without_the_share_unless_all_of_it_is_too_little() -> None:
    assert opened("BG-06", memory(53_999_999_999, None)) == [HARDWARE]
    assert said("BG-06", memory(54_000_000_000, None)) == [(HARDWARE, "cannot-tell")]
    assert "which share of the memory can be used" in finding("BG-06", memory(54_000_000_000, None)).message


@pytest.mark.parametrize("given", ["gguf", "other"])
def test_bg_06_cannot_tell_the_size_of_some_formats(given: str) -> None:
    found = finding("BG-06", {"checkpoint.format": given})
    assert (found.field, str(found.status)) == ("checkpoint.format", "cannot-tell")
    words = {"gguf": "GGUF", "other": "another format"}[given]
    assert f"because nothing says how many bytes a parameter takes in {words}. " in found.message


def test_bg_06_cannot_tell_without_update_parameters_or_hardware() -> None:
    assert said("BG-06", {"training.update": None}) == [("training.update", "cannot-tell")]
    assert said("BG-06", {HARDWARE: None}) == [(HARDWARE, "cannot-tell")]
    assert said("BG-06", {HARDWARE: row(devices=8)}) == [(HARDWARE, "cannot-tell")]
    assert said("BG-06", {HARDWARE: row(memory_bytes=8)}) == [(HARDWARE, "cannot-tell")]
    unknown = known(replace(SMALL, parameters=None))
    assert said("BG-06", known=unknown) == [("checkpoint.repository", "cannot-tell")]
    assert said("BG-06", {"checkpoint.repository": "no/body"}) == [("checkpoint.repository", "cannot-tell")]


def test_bg_06_takes_the_parameters_of_an_uploaded_index() -> None:
    unknown = known(replace(SMALL, parameters=None))
    index = Measured(checkpoint=CheckpointFiles(parameters=1_000))
    assert said("BG-06", memory(2_000), known=unknown, measured=index) == []
    assert opened("BG-06", memory(1_999), known=unknown, measured=index) == [HARDWARE]


@pytest.mark.parametrize("name", ["training.update", "checkpoint.format", HARDWARE])
def test_bg_06_leaves_alone_what_cannot_be_read(name: str) -> None:
    assert said("BG-06", memory(1), unreadable=frozenset({name})) == []


@pytest.mark.parametrize("part", ["devices", "memory_bytes", "usable_share"])
def test_memory_that_cannot_be_read_is_no_memory_to_judge(part: str) -> None:
    odd = Answers({"name": "H100"}, frozenset({part}))
    files = Measured(checkpoint=CheckpointFiles(full_attention_layers=16, kv_heads=4, head_dimension=256))
    for rule in ("BG-06", "BG-07", "BG-08"):
        assert said(rule, {HARDWARE: odd}, known=known(MIXTURE), measured=files) == []
    named = Answers({"devices": 1, "memory_bytes": 1}, frozenset({"name"}))
    assert opened("BG-06", {HARDWARE: named}) == [HARDWARE]


def test_bg_06_leaves_what_is_empty_to_others() -> None:
    assert said("BG-06", {"checkpoint.format": None, **memory(1)}) == []
    assert said("BG-06", {"checkpoint.repository": None, "training.update": None}) == []


def test_bg_07_counts_all_experts() -> None:
    mixture = known(MIXTURE)
    found = finding("BG-07", memory(6_000_000_000), known=mixture)
    assert (found.field, str(found.status)) == (HARDWARE, "open")
    assert found.message.startswith("The memory fits the 3,000,000,000 active parameters and not all 27,000,000,000. ")
    assert found.inputs["active_parameters"] == 3_000_000_000
    assert said("BG-07", memory(5_999_999_999), known=mixture) == []  # not even those
    assert opened("BG-07", memory(53_999_999_999), known=mixture) == [HARDWARE]
    assert said("BG-07", memory(54_000_000_000), known=mixture) == []


def test_bg_07_knows_each_layout() -> None:
    for layout, fields in (("dense", []), ("hybrid", []), ("hybrid-mixture", [HARDWARE])):
        assert opened("BG-07", memory(6_000_000_000), known=known(replace(MIXTURE, layout=layout))) == fields


def test_bg_07_cannot_tell_what_no_record_says() -> None:
    unknown = finding("BG-07", memory(6_000_000_000), known=known(replace(MIXTURE, layout="")))
    assert (unknown.field, str(unknown.status)) == ("checkpoint.repository", "cannot-tell")
    assert "no record says whether this is a mixture of experts. " in unknown.message
    unstated = finding("BG-07", memory(6_000_000_000), known=known(replace(MIXTURE, active_parameters=None)))
    assert str(unstated.status) == "cannot-tell"
    assert "no record says how many of its parameters are active. " in unstated.message
    index = Measured(checkpoint=CheckpointFiles(parameters=PARAMETERS))
    nowhere = {"checkpoint.repository": "no/body", **memory(6_000_000_000)}
    assert said("BG-07", nowhere, measured=index) == [("checkpoint.repository", "cannot-tell")]


def test_bg_07_is_silent_where_nothing_can_be_compared() -> None:
    mixture = known(MIXTURE)
    assert said("BG-07", {HARDWARE: None}, known=mixture) == []
    assert said("BG-07", {"training.update": None, **memory(1)}, known=mixture) == []
    assert said("BG-07", {"checkpoint.format": "other", **memory(1)}, known=mixture) == []
    assert said("BG-07", memory(1), known=known(replace(MIXTURE, parameters=None))) == []
    assert opened("BG-07", {"training.update": "full", **memory(48_000_000_000)}, known=mixture) == [HARDWARE]
    assert opened("BG-07", {"training.update": "full", **memory(47_999_999_999)}, known=mixture) == []


FILES = CheckpointFiles(full_attention_layers=16, kv_heads=4, head_dimension=256)  # 65,536 bytes a token
CACHE = 375 * 2**30
LONG = {"rollout.concurrency": 64, "environment.sequence_length": 96_000}
WEIGHTS = 54_000_000_000


def test_bg_08_wants_long_contexts_to_fit() -> None:
    files = Measured(checkpoint=FILES)
    assert said("BG-08", {**LONG, **memory(WEIGHTS + CACHE)}, measured=files) == []
    found = finding("BG-08", {**LONG, **memory(WEIGHTS + CACHE - 1)}, measured=files)
    assert (found.field, str(found.status)) == ("rollout.concurrency", "open")
    assert found.message == (
        "64 rollouts of 96,000 tokens keep 375.0 GiB of keys and values beside the weights of 50.3 GiB, and 425.3 GiB "
        "can be used on 1 device. Rollouts will wait for memory, and waiting turns into time-outs."
    )
    assert found.inputs["bytes_of_a_token"] == 65_536
    assert found.inputs["cache_bytes"] == CACHE
    assert found.inputs["weights_bytes"] == WEIGHTS
    assert found.severity is Severity.WARN


def test_bg_08_takes_the_weights_that_rollouts_use() -> None:
    files = Measured(checkpoint=FILES)
    fp8 = {"rollout_checkpoint.format": "fp8", **LONG}
    assert said("BG-08", {**fp8, **memory(WEIGHTS // 2 + CACHE)}, measured=files) == []
    assert opened("BG-08", {**fp8, **memory(WEIGHTS // 2 + CACHE - 1)}, measured=files) == ["rollout.concurrency"]


@pytest.mark.parametrize("missing", ["full_attention_layers", "kv_heads", "head_dimension"])
def test_bg_08_cannot_tell_without_the_layers(missing: str) -> None:
    assert said("BG-08") == [("rollout.concurrency", "cannot-tell")]
    partly = replace(FILES, full_attention_layers=None) if missing == "full_attention_layers" else FILES
    partly = replace(partly, kv_heads=None) if missing == "kv_heads" else partly
    partly = replace(partly, head_dimension=None) if missing == "head_dimension" else partly
    found = finding("BG-08", measured=Measured(checkpoint=partly))
    assert (found.field, str(found.status)) == ("rollout.concurrency", "cannot-tell")
    assert "no file of the checkpoint says how many of its layers keep keys" in found.message


def test_bg_08_cannot_tell_without_the_rest() -> None:
    files = Measured(checkpoint=FILES)
    assert said("BG-08", {"rollout.concurrency": None}, measured=files) == [("rollout.concurrency", "cannot-tell")]
    assert "how many rollouts run at once" in finding("BG-08", {"rollout.concurrency": None}, measured=files).message
    assert said("BG-08", {HARDWARE: None}, measured=files) == [(HARDWARE, "cannot-tell")]
    unsized = known(replace(SMALL, parameters=None))
    room = {**LONG, **memory(CACHE)}
    assert said("BG-08", room, measured=files, known=unsized) == [("checkpoint.repository", "cannot-tell")]
    assert said("BG-08", {**room, "checkpoint.format": "gguf"}, measured=files) == [
        ("checkpoint.repository", "cannot-tell")
    ]
    found = finding("BG-08", {**LONG, **memory(CACHE - 1)}, measured=files, known=unsized)
    assert (found.field, found.inputs["weights_bytes"]) == ("rollout.concurrency", None)
    assert "keys and values beside the weights, and 375.0 GiB can be used" in found.message


def test_bg_08_cannot_tell_without_the_share_unless_all_of_it_is_too_little() -> None:
    files = Measured(checkpoint=FILES)
    assert said("BG-08", {**LONG, **memory(WEIGHTS + CACHE, None)}, measured=files) == [(HARDWARE, "cannot-tell")]
    assert opened("BG-08", {**LONG, **memory(WEIGHTS + CACHE - 1, None)}, measured=files) == ["rollout.concurrency"]


@pytest.mark.parametrize("name", ["rollout.concurrency", "environment.sequence_length", HARDWARE])
def test_bg_08_leaves_alone_what_cannot_be_read(name: str) -> None:
    files = Measured(checkpoint=FILES)
    assert said("BG-08", {**LONG, **memory(1)}, measured=files, unreadable=frozenset({name})) == []


def test_bg_08_leaves_a_missing_length_to_the_rule_about_lengths() -> None:
    assert said("BG-08", {"environment.sequence_length": None}) == []
