import math

import pytest

from app.statistics.budget import (
    BYTES,
    FULL_ADAM,
    FULL_ADAM_WIDE_GRADIENTS,
    HOUR,
    Provenance,
    Turns,
    cache_bytes_a_token,
    cache_gib,
    concurrency,
    devices_for,
    logits_gib,
    lora_parameters,
    reserved_cost,
    rollout_gpu_hours,
    rollouts,
    training_flops,
    training_gpu_hours,
    wall,
    weights_gib,
    worst_of,
    worst_step,
)
from tests.statistics.numbers import digits

TURNS = Turns(prompt=4000, turns=20, written=500, read=1500)
ROLLOUTS = rollouts(steps=50, prompts=16, group=8)
PEAK = 989.5e12
SIZES = (BYTES["bf16"], BYTES["fp8"], BYTES["4-bit"], BYTES["4-bit scaled"], FULL_ADAM, FULL_ADAM_WIDE_GRADIENTS)


def test_tokens_of_a_rollout_of_twenty_turns() -> None:
    assert (TURNS.length, TURNS.prefill_uncached, TURNS.prefill_cached) == (42_500, 460_000, 32_500)
    assert (TURNS.range_without_cache,) == digits(14.153846)


def test_the_formulas_add_up_turn_by_turn() -> None:
    before, uncached = TURNS.prompt, 0
    for _ in range(TURNS.turns):
        uncached += before
        before += TURNS.written + TURNS.read
    assert (uncached, before - TURNS.read) == (TURNS.prefill_uncached, TURNS.length)


def test_tokens_of_a_whole_training() -> None:
    assert ROLLOUTS == 6_400
    assert ROLLOUTS * TURNS.output == 64_000_000
    assert (ROLLOUTS * TURNS.prefill_uncached, ROLLOUTS * TURNS.prefill_cached) == (2_944_000_000, 208_000_000)
    assert ROLLOUTS * TURNS.length == 272_000_000


def test_gpu_hours_of_writing_and_of_training() -> None:
    assert (rollout_gpu_hours(64e6, 1500),) == digits(11.851852)
    flops = training_flops(27e9, 272e6)
    assert flops == pytest.approx(4.406400e19, rel=1e-9)
    assert (training_gpu_hours(flops, PEAK), training_gpu_hours(flops, PEAK, 0.35)) == digits(12.369884, 35.342525)
    assert (training_gpu_hours(training_flops(40e9, 272e6), PEAK),) == digits(18.325754)
    assert training_flops(27e9, 272e6, lora=True) == pytest.approx(flops * 2 / 3)


@pytest.mark.parametrize(
    ("parameters", "gib"),
    [
        (27e9, (50.291419, 25.145710, 12.572855, 13.358658, 402.331352, 452.622771)),
        (744e9, (1385.807991, 692.903996, 346.451998, 368.105248, 11086.463928, 12472.271919)),
    ],
)
def test_memory_of_weights_and_states(parameters: float, gib: tuple[float, ...]) -> None:
    assert tuple(weights_gib(parameters, size) for size in SIZES) == digits(*gib)


def test_devices_for_the_states_alone() -> None:
    assert (devices_for(744e9, FULL_ADAM, 80e9),) == digits(148.8)


def test_adapters_of_three_matrices_in_each_layer() -> None:
    added = lora_parameters(16, [(5120, 17408)] * 3, layers=64)
    assert added == 69_206_016
    assert (weights_gib(added, FULL_ADAM),) == digits(1.031250)


def test_the_cache_counts_only_layers_with_full_attention() -> None:
    token = cache_bytes_a_token(16, 4, 256, 2)
    assert (token, cache_bytes_a_token(64, 4, 256, 2)) == (65_536, 262_144)
    assert (cache_gib(token, 96_000, 64), cache_gib(163_840, 131_072)) == digits(375.000000, 20.000000)


def test_the_peak_of_the_logits() -> None:
    assert (logits_gib(8_192, 248_320),) == digits(7.578125)


def test_the_worst_step_takes_all_its_limits() -> None:
    step = worst_step(64, 16, 1800, 600, 180)
    assert step / math.ceil(64 / 16) == 2580
    assert (step / HOUR, 100 * step / HOUR) == digits(2.866667, 286.666667)


def test_time_by_the_clock_and_the_part_that_is_writing() -> None:
    found = wall(TURNS, decoded_per_second=60, tool=8, verifier=120)
    assert (found.seconds, found.share_decoding) == digits(438.666667, 0.379939)
    assert concurrency(0.5, found.seconds) == pytest.approx(219.333333)


def test_reserved_devices_cost_whether_busy_or_not() -> None:
    assert reserved_cost(8, 24, 2.5) == 480


def test_a_number_is_no_better_than_its_worst_input() -> None:
    assert worst_of(Provenance.MEASURED) is Provenance.MEASURED
    assert worst_of(Provenance.QUOTED, Provenance.ASSUMED, Provenance.MEASURED) is Provenance.ASSUMED
