from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.statistics.groups import COUNTED, PLUGGED, Groups, groups_of, informative, informative_share
from app.statistics.passing import all_of, mean_all_of, mean_pass_at, pass_at, shown_k
from app.statistics.quality import clopper_pearson
from tests.statistics.numbers import EIGHTY, counts, digits, near

FIVES = counts(*[5] * 80)
ACCEPTED = counts(*EIGHTY)


def test_three_of_ten() -> None:
    assert (pass_at(10, 3, 1), pass_at(10, 3, 5), all_of(10, 3, 2)) == digits(0.300000, 0.916667, 0.066667)


def test_eighty_tasks_of_five_attempts() -> None:
    chances = tuple(mean_pass_at(FIVES, ACCEPTED, k) for k in (1, 2, 4, 5))
    assert chances == digits(0.192500, 0.272500, 0.357500, 0.387500)
    assert tuple(mean_all_of(FIVES, ACCEPTED, k) for k in (2, 4, 5)) == digits(0.112500, 0.062500, 0.050000)


@pytest.mark.parametrize("k", [0, 11])
def test_more_than_there_are_is_undefined(k: int) -> None:
    assert (pass_at(10, 3, k), all_of(10, 3, k)) == (None, None)


@pytest.mark.parametrize(("sizes", "k"), [((5, 4), 5), ((5, 5), 0), ((), 1)])
def test_a_mean_needs_every_task(sizes: tuple[int, ...], k: int) -> None:
    accepted = counts(*[1 for _ in sizes])
    assert (mean_pass_at(counts(*sizes), accepted, k), mean_all_of(counts(*sizes), accepted, k)) == (None, None)


@given(st.integers(1, 40), st.integers(0, 40), st.integers(1, 40))
def test_they_are_ratios_of_combinations(n: int, accepted: int, k: int) -> None:
    accepted, k = min(accepted, n), min(k, n)
    assert all_of(n, accepted, k) == pytest.approx(comb(accepted, k) / comb(n, k))
    assert pass_at(n, accepted, k) == pytest.approx(1 - comb(n - accepted, k) / comb(n, k))


def test_few_k_are_all_shown_and_many_double() -> None:
    assert shown_k(0) == []
    assert shown_k(3) == [1, 2, 3]
    assert shown_k(33) == [*range(1, 11), 20, 33]
    assert shown_k(10**6)[-3:] == [320, 640, 1280]


def test_the_share_of_groups_with_both_verdicts() -> None:
    shares = (informative(0.02, 8), informative(0.02, 16), informative(0.10, 8), informative(0.50, 8))
    assert shares == digits(0.149237, 0.276202, 0.569533, 0.992188)


def test_eighty_tasks_are_mostly_all_fail() -> None:
    found = groups_of(FIVES, ACCEPTED)
    assert found == Groups(all_fail=49, all_pass=4, mixed=27)
    assert (found.all_fail / found.tasks, *clopper_pearson(49, 80)) == digits(0.612500, 0.496976, 0.719435)


def test_groups_no_larger_than_the_attempts_are_drawn_from_them() -> None:
    found = informative_share(FIVES, ACCEPTED, 5)
    assert (found.value, found.method, found.n, found.missing) == (near(27 / 80), COUNTED, 80, ())
    pairs = sum(count * (5 - count) / 10 for count in EIGHTY) / 80
    assert informative_share(FIVES, ACCEPTED, 2).value == pytest.approx(pairs)


def test_larger_groups_are_bounded_from_below() -> None:
    found = informative_share(FIVES, ACCEPTED, 8)
    assert found.value == pytest.approx(sum(informative(count / 5, 8) for count in EIGHTY) / 80)
    assert (found.method, len(found.missing)) == (PLUGGED, 1)
    assert found.low is not None
    assert found.value is not None
    assert found.high is not None
    assert 0 < found.low < found.value < found.high < 1


def test_one_task_has_a_share_without_ends_and_none_has_none() -> None:
    one, none = informative_share(counts(2), counts(1), 2), informative_share(counts(), counts(), 2)
    assert (one.value, one.low, one.n) == (1, None, 1)
    assert (none.value, none.missing) == (None, ("No attempt got a verdict.",))
