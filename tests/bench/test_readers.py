"""How fast rows are read: each reader against parsing the same lines with orjson and nothing else."""

import time
from collections.abc import Callable
from functools import partial
from io import BytesIO

import orjson
import pytest

from app.readers.files import read_files
from app.readers.reading import Reading
from app.readers.source import Source
from tests.readers.making import lines
from tests.readers.samples import EPISODE, LATER, LM_ROW, OLD, PLAIN
from tests.readers.trainer_samples import ANSWER as RESPONSE
from tests.readers.trainer_samples import GRADE, NEMO_RL, ROLLOUT, SAMPLING, SKYRL, SLIME, VERL, call, spans

ANSWER = "Let me think about this step by step. " * 100  # agents say more than this
ROWS = {
    "plain": PLAIN | {"model_name": "maker/model", "model_revision": "c" * 40, "latency_kind": "agent"},
    "lm-eval": LM_ROW | {"doc": {"question": ANSWER}, "resps": [[ANSWER]]},
    "verifiers of 2025": OLD | {"completion": [{"role": "assistant", "content": ANSWER}]},
    "verifiers later": LATER | {"completion": [{"role": "assistant", "content": ANSWER}]},
    "verifiers v1": EPISODE | {"nodes": [{"content": ANSWER}]},
    "nemo-gym": ROLLOUT | {"response": {**RESPONSE, "output": [{"type": "message", "content": ANSWER}] * 4}},
    "verl": VERL | {"output": ANSWER},
    "skyrl": SKYRL | {"output_response": ANSWER},
    "nemo-rl": NEMO_RL | {"content": ["2+2", ANSWER]},
    "slime": SLIME | {"response": ANSWER},
    "openai evals": SAMPLING | {"prompt": ANSWER},
    "openai grades": GRADE | {"model_sample": ANSWER},
    "otel": spans(call(gen_ai__output__messages=ANSWER)),
}
MEGABYTES = 20
LEAST = 0.08  # of the speed of orjson; the aim is a fifth, and a busy machine is allowed for


@pytest.mark.parametrize("name", ROWS)
def test_rows_are_read_at_a_fair_share_of_the_speed_of_parsing_them(name: str) -> None:
    raw = lines("rows", ROWS[name]).open().read()
    raw *= MEGABYTES * 1_000_000 // len(raw)
    alone = min(_seconds(partial(_parse, raw)) for _ in range(3))
    source = Source("rows", lambda: BytesIO(raw), len(raw))
    readings = [reading for _ in range(3) for reading in read_files([source])]
    reader = min(_seconds(partial(_consume, reading)) for reading in readings)
    megabytes = len(raw) / 1e6
    print(f"\n{name}: {megabytes / reader:.0f} MB/s of {megabytes / alone:.0f}, a share of {alone / reader:.2f}")  # noqa: T201  what a bench is for
    assert alone / reader > LEAST


def _consume(reading: Reading) -> None:
    for _ in reading.trials:
        pass


def _parse(raw: bytes) -> None:
    for line in BytesIO(raw):
        orjson.loads(line)


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started
