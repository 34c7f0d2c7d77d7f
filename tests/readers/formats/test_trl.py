"""Completions of TRL in parquet."""

import io
import sys
from dataclasses import replace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from app.readers.files import read_files
from app.readers.limits import Limits
from app.readers.source import Source, of_bytes
from tests.readers.making import codes, lines, read, refusal, said, trials, verdicts
from tests.readers.trainer_samples import parquet

PLAIN = {"task_id": "a", "verdict": "accepted"}


def test_completions_are_read() -> None:
    reading = read(parquet())
    assert reading.format == "trl"
    found = list(reading.trials)
    assert [(trial.verdict, trial.reward, trial.repeat, trial.line) for trial in found] == [
        ("accepted", 1.0, 0, 1),
        ("rejected", 0.0, 1, 2),
    ]
    assert found[0].components == {"right": 1.0}
    assert (found[0].has_output, found[0].model_name, found[0].usage_known) == (True, None, False)


def test_prompts_may_be_messages() -> None:
    messages = [{"role": "user", "content": "2+2"}]
    found = trials(parquet(prompt=[messages, messages], completion=[messages, []]))
    assert [(trial.repeat, trial.has_output) for trial in found] == [(0, True), (1, False)]


def test_of_several_rewards_one_must_be_named() -> None:
    source = parquet(style=[None, 0.5], source=["a", "b"])
    assert verdicts(source) == ["-", "-"]
    assert said(read(source), "scorer-needed").startswith("The file holds several scores (right, style);")
    assert verdicts(source, scorer="right") == ["a", "r"]
    assert verdicts(source, scorer="style", threshold=0.5) == ["-", "a"]


def test_a_reward_that_did_not_apply_is_no_verdict() -> None:
    assert verdicts(parquet(right=[float("nan"), 1.0])) == ["-", "a"]


def test_steps_are_not_mixed_and_rows_need_prompts() -> None:
    reading = read(parquet(step=[0, 1]))
    assert "mixed-steps" in codes(reading)
    reading = read(parquet(prompt=["2+2", None]))
    assert said(reading, "bad-row") == "Line 2 of p has no prompt, and is left out."


def other_columns() -> Source:
    out = io.BytesIO()
    pq.write_table(pa.table({"a": [1]}), out)
    return of_bytes("p", out.getvalue())


def test_other_parquet_files_are_no_runs() -> None:
    assert refusal(other_columns())[0] == "unknown-format"


def test_a_damaged_file_is_refused() -> None:
    raw = parquet().open().read()
    assert refusal(of_bytes("p", raw[:200])) == ("damaged", "p is a damaged parquet file.")
    assert refusal(of_bytes("p", raw[:4] + bytes(200) + raw[204:])) == ("damaged", "p is a damaged parquet file.")


def test_a_part_that_unpacks_to_too_much_is_refused() -> None:
    source = parquet(completion=["x" * 3000, "y" * 3000])
    group = pq.ParquetFile(source.open()).metadata.row_group(0)
    size = sum(group.column(number).total_uncompressed_size for number in range(group.num_columns))
    assert len(trials(source, limits=Limits(document=size))) == 2
    code, sentence = refusal(source, limits=Limits(document=size - 1))
    assert code == "too-large-unpacked"
    assert sentence.endswith("write it in smaller parts.")


def test_a_file_that_takes_too_long_is_refused() -> None:
    times = iter([0.0, 10.0, 10.1])
    assert len(trials(parquet(), limits=Limits(seconds=10), clock=lambda: next(times))) == 2
    times = iter([0.0, 10.1])
    assert refusal(parquet(), limits=Limits(seconds=10), clock=lambda: next(times))[0] == "too-slow"


def test_without_the_extra_the_file_is_refused_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    source = parquet()
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    assert refusal(source) == (
        "needs-parquet",
        "p is a parquet file, which is read with pyarrow; install the extra with: pip install 'pilotdesk[parquet]'.",
    )
    (reading,) = read_files([lines("a", PLAIN), replace(source, is_optional=True)])
    assert said(reading, "no-run") == "These files are no runs and were left alone: p."
