"""Dumps of verl, SkyRL, NeMo RL and slime."""

from collections.abc import Mapping

import pytest

from app.readers.files import read_files
from tests.readers.making import archive, codes, document, lines, read, refusal, said, trials, verdicts
from tests.readers.trainer_samples import AVERAGE, NEMO_RL, SKYRL, SLIME, VERL


@pytest.mark.parametrize(
    ("row", "prompt", "score"),
    [
        (VERL, "input", "score"),
        (SKYRL, "input_prompt", "score"),
        (SLIME | {"group_index": None}, "prompt", "reward"),
    ],
)
def test_the_same_prompt_is_the_same_task(row: Mapping[str, object], prompt: str, score: str) -> None:
    messages = [{"role": "user", "content": "2+2"}]
    found = trials(
        lines("d", *({**row, prompt: asked, score: 0.5} for asked in ("2+2", "3+3", "2+2", messages, messages)))
    )
    assert [trial.repeat for trial in found] == [0, 0, 1, 0, 1]
    assert len({trial.task_id for trial in found}) == 3
    assert all(trial.prompt_hash for trial in found)
    assert {trial.model_name for trial in found} == {None}


@pytest.mark.parametrize(("row", "prompt"), [(VERL, "input"), (SKYRL, "input_prompt")])
def test_a_row_without_a_prompt_is_left_out(row: Mapping[str, object], prompt: str) -> None:
    reading = read(lines("d", row, {**row, prompt: ""}, {**row, prompt: 5}))
    assert len(list(reading.trials)) == 1
    assert codes(reading).count("bad-row") == 2


def test_prompts_that_cannot_be_written_plainly_still_have_a_digest() -> None:
    row = VERL | {"input": [{"content": "\ud800", "number": 10**24}]}
    found = trials(lines("d", row, row))
    assert [trial.repeat for trial in found] == [0, 1]


def test_verl_keeps_what_else_was_scored() -> None:
    (trial,) = trials(lines("d", VERL))
    assert (trial.reward, trial.components, trial.verdict) == (1.0, {"acc": 1.0}, "accepted")
    assert (trial.has_output, trial.latency_s, trial.tokens_out, trial.usage_known) == (True, None, None, False)
    row = VERL | {"score": 0.0}
    assert verdicts(lines("d", row), scorer="acc") == ["a"]
    assert verdicts(lines("d", row), scorer="score") == ["r"]
    assert verdicts(lines("d", row), scorer="style") == ["-"]


def test_verl_rows_of_several_steps_measure_no_one_checkpoint() -> None:
    reading = read(lines("d", *(VERL | {"step": step} for step in (0, 10, None, 20, 30, 40))))
    assert said(reading, "mixed-steps") == (
        "d mixes training steps (0, 10, 20, …); each step has other weights, so the rows do not measure one checkpoint."
    )
    assert "mixed-steps" not in codes(read(lines("d", VERL, VERL)))
    assert len(read_files([lines("0.jsonl", VERL), lines("10.jsonl", VERL)])) == 2


def test_skyrl_tells_answers_that_were_cut_off() -> None:
    rows = [
        SKYRL | {"stop_reason": reason, "output_response": said} for reason, said in (("stop", "4"), ("length", " "))
    ]
    found = trials(lines("d", *rows, SKYRL | {"stop_reason": None, "output_response": None}))
    assert [trial.truncated for trial in found] == [False, True, None]
    assert [trial.has_output for trial in found] == [True, False, None]


@pytest.mark.parametrize(
    ("score", "reward"), [([0.0, 0.0, 1.0], 1.0), ([], None), ([None, 1.0], None), (None, None), (True, 1.0)]
)
def test_skyrl_scores_of_tokens_add_up(score: object, reward: float | None) -> None:
    assert trials(lines("d", SKYRL | {"score": score}))[0].reward == reward


def test_skyrl_averages_belong_to_the_only_dump_or_stand_alone() -> None:
    for averages in (document("all", AVERAGE), lines("all", AVERAGE)):
        reading = read(lines("d", SKYRL), averages)
        assert reading.stated == AVERAGE
        assert [file.name for file in reading.files] == ["d", "all"]
        readings = read_files([lines("a", SKYRL), lines("b", SKYRL), averages])
        assert [reading.stated for reading in readings] == [{}, {}, AVERAGE]


def test_nemo_rl_writes_batches_of_one() -> None:
    plain = NEMO_RL | {"rewards": 0.0, "content": [["2+2", "think", ""]]}
    found = trials(lines("d", NEMO_RL, plain))
    assert [(trial.repeat, trial.verdict, trial.has_output) for trial in found] == [
        (0, "accepted", True),
        (1, "rejected", False),
    ]
    assert found[0].task_id == found[1].task_id


def test_nemo_rl_rows_of_one_text_cannot_be_told_apart() -> None:
    rows = [NEMO_RL | {"content": ["2+2 4"], "idx": [number]} for number in (0, 1)]
    reading = read(lines("d", *rows, NEMO_RL | {"content": None, "idx": None}))
    found = list(reading.trials)
    assert [(trial.task_id, trial.prompt_hash, trial.has_output) for trial in found] == [
        ("sample-0", None, None),
        ("sample-1", None, None),
    ]
    assert said(reading, "tasks-unknown") == (
        "Rows that hold prompt and answer in one text: 2; which of them are the same task cannot be told."
    )
    assert said(reading, "bad-row") == "Line 3 of d has neither a prompt nor a number, and is left out."


def test_slime_samples_are_read_whole() -> None:
    (trial,) = trials(lines("d", SLIME))
    assert (trial.task_id, trial.verdict, trial.truncated, trial.error_type) == ("0", "accepted", False, None)
    assert (trial.tokens_in, trial.tokens_in_cached, trial.tokens_out, trial.usage_known) == (2, 1, 1, True)
    assert trial.cluster == (trial.prompt_hash or "")[:16]
    assert trial.latency_s is None


@pytest.mark.parametrize(
    ("status", "reward", "letter", "error"),
    [
        ("completed", 1.0, "a", None),
        ("completed", 0.0, "r", None),
        ("truncated", 1.0, "r", None),
        ("truncated", None, "-", None),
        ("aborted", 1.0, "-", "aborted"),
        ("failed", 1.0, "-", "failed"),
        ("pending", None, "-", "pending"),
        (None, 1.0, "-", None),
    ],
)
def test_only_completed_slime_samples_are_accepted(
    status: str | None, reward: float | None, letter: str, error: str | None
) -> None:
    source = lines("d", SLIME | {"status": status, "reward": reward})
    assert verdicts(source) == [letter]
    assert trials(source)[0].error_type == error


def test_slime_says_what_has_to_be_agreed_on() -> None:
    rows = [SLIME | {"status": "truncated", "weight_versions": [version]} for version in ("0", "1")]
    reading = read(lines("d", *rows))
    assert said(reading, "truncated-rejected").startswith("Samples that were cut off: 2; they count as rejected,")
    assert said(reading, "mixed-weights") == (
        "The samples come from several weight versions (0, 1), so the rows do not measure one checkpoint."
    )


def test_of_several_slime_rewards_one_must_be_named() -> None:
    source = lines("d", SLIME | {"reward": {"right": 1.0, "style": 0.0}})
    assert verdicts(source) == ["-"]
    assert said(read(source), "scorer-needed") == (
        "The file holds several scores (right, style); name the one that decides. Until then no verdict is read."
    )
    assert verdicts(source, scorer="style") == ["r"]
    missing = read(source, scorer="speed")
    assert said(missing, "scorer-missing") == ("Rows without a score that is called “speed”: 1; they have no verdict.")


def test_slime_counts_tokens_from_what_there_is() -> None:
    bare = SLIME | {"prefix_cache_info": None, "loss_mask": None}
    short = bare | {"tokens": [1]}
    found = trials(lines("d", bare, short, bare | {"response_length": None}))
    assert [(trial.tokens_in, trial.tokens_out, trial.usage_known) for trial in found] == [
        (2, 2, True),
        (None, 2, False),
        (None, None, False),
    ]


def test_a_slime_sample_without_group_and_prompt_is_left_out() -> None:
    reading = read(lines("d", SLIME | {"prompt": ""}, SLIME | {"prompt": "", "group_index": None}))
    assert [trial.cluster for trial in reading.trials] == [""]
    assert said(reading, "bad-row") == "Line 2 of d has neither a group nor a prompt, and is left out."


def test_a_slime_pickle_is_refused_by_name() -> None:
    code, sentence = refusal(archive("rollout_0.pt", {"archive/data.pkl": b"\x80\x02}q\x00."}))
    assert code == "pickle"
    assert sentence.startswith("rollout_0.pt is a pickle (.pt, .pkl)")
    assert sentence.endswith("Write JSONL instead.")
