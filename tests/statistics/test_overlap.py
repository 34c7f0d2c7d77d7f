import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.statistics.audit import at_most_where_none
from app.statistics.overlap import (
    COMMON,
    MOST_RUNS,
    SHOWN,
    Fingerprint,
    band_chance,
    band_threshold,
    compare,
    compare_sets,
    containment,
    fingerprint,
    jaccard,
    likeness,
    likeness_se,
    minhash,
    normalised,
    shingles,
)
from tests.statistics.numbers import digits

OPENING = [f"opening{number}" for number in range(7)]
CLOSING = [f"closing{number}" for number in range(64)]
# two problems of 84 and 81 words, which begin and end alike and have other quantities between
ORIGINAL = [*OPENING, *(f"old{number}" for number in range(13)), *CLOSING]
VARIANT = [*OPENING, *(f"new{number}" for number in range(10)), *CLOSING]
SIGNATURE = (670129395, 3631589715, 214520215)  # of "café 42 naïve"
LETTERS = "a farmer has {} sheep and {} goats and sells {} of them at the market; how many animals are left at home?"


def prints(*texts: str, of: str = "task") -> list[Fingerprint]:
    return [fingerprint(f"{of}-{number}", text) for number, text in enumerate(texts)]


@pytest.mark.parametrize(("size", "similarity"), [(5, 0.670213), (8, 0.606383), (13, 0.584270)])
def test_a_variant_with_other_quantities_is_much_alike(size: int, similarity: float) -> None:
    assert (jaccard(shingles(ORIGINAL, size), shingles(VARIANT, size)),) == digits(similarity)


def test_most_of_its_runs_are_contained() -> None:
    assert (containment(shingles(ORIGINAL, 13), shingles(VARIANT, 13)),) == digits(0.722222)
    assert (containment(set(), {"a"}), jaccard(set(), set())) == (0, 0)


def test_the_variant_is_flagged_at_half_and_missed_at_seven_tenths() -> None:
    training, held_out = prints(" ".join(ORIGINAL)), prints(" ".join(VARIANT))
    found = compare(training, held_out, alike=0.5)
    assert training[0].exact != held_out[0].exact
    assert (found.exact_hits, found.near_hits) == (0, 1)
    assert found.hits[0].likeness == pytest.approx(0.670213, abs=3 * likeness_se(0.670213))
    assert 0.5 <= found.hits[0].likeness < 0.75
    assert found.hits[0].has_run


def test_errors_and_thresholds_of_the_estimate() -> None:
    assert (likeness_se(0.8, 128),) == digits(0.035355)
    assert (band_threshold(16, 8), band_threshold(32, 4)) == digits(0.707107, 0.420448)
    assert (band_chance(0.8, 16, 8), band_chance(0.5, 16, 8)) == digits(0.947049, 0.060702)


def test_a_clean_result_claims_no_more_than_it_is() -> None:
    found = compare(prints("one thing"), prints("quite another matter"))
    assert (found.exact_hits, found.near_hits, found.hits) == (0, 0, ())
    assert found.sentence == "No overlap was found by these tests among 1 held-out tasks."
    assert (at_most_where_none(200),) == digits(0.014867)


def test_the_same_text_in_another_dress_is_the_same() -> None:
    found = compare(prints("What is 2 + 2?"), prints("  WHAT is\u00a02 + 2 ", "\uff37hat is 2 2", "what was 2 and 2"))
    assert (found.exact_hits, found.near_hits, found.held_out, found.training) == (2, 0, 3, 1)
    assert all(hit.same and hit.same_masked and hit.has_run and hit.likeness == 1 for hit in found.hits)
    assert found.sentence == (
        "Of 3 held-out tasks 2 are in training word for word, and 0 more look like a training task."
    )


def test_the_same_text_with_other_numbers_is_near() -> None:
    found = compare(prints(LETTERS.format(17, 21, 5)), prints(LETTERS.format(3, 4, 1)))
    assert (found.exact_hits, found.near_hits) == (0, 1)
    assert (found.hits[0].same_masked, found.hits[0].has_run) == (True, False)


def test_what_every_task_says_is_no_hit() -> None:
    form = " ".join(f"instruction{number}" for number in range(13))
    tasks = [form + " " + " ".join(f"{chr(97 + task)}x{word}" for word in range(40)) for task in range(COMMON + 2)]
    few = compare(prints(*tasks[:COMMON]), prints(tasks[-1], of="held"))
    many = compare(prints(*tasks[:-1]), prints(tasks[-1], of="held"))
    assert (few.near_hits, many.near_hits) == (1, 0)


def test_a_task_with_many_copies_is_shown_with_a_few() -> None:
    found = compare(prints(*["the very same"] * 300), prints("The very same!"))
    assert (found.exact_hits, found.near_hits, len(found.hits)) == (1, 0, SHOWN)


def test_the_worst_hits_come_first() -> None:
    found = compare(
        prints(LETTERS.format(1, 2, 3), "a b c d e"), prints(LETTERS.format(4, 5, 6), "A b c d e", of="held")
    )
    assert [hit.held_out for hit in found.hits] == ["held-1", "held-0"]


def test_a_text_without_words_is_like_no_other() -> None:
    empty = fingerprint("empty", " ...\ud800\n")
    assert (empty.runs, empty.signature, empty.exact) == (frozenset(), (), hashlib.sha256(b"").hexdigest())
    assert compare([empty], [empty]).hits == ()
    assert likeness((), ()) == likeness((1,), (1, 2)) == 0


def test_only_hashes_leave() -> None:
    secret = fingerprint("1", LETTERS.format(1, 2, 3))
    assert "farmer" not in repr(secret)
    assert all(len(run) == 16 for run in secret.runs)


def test_these_hashes_never_change() -> None:
    known = fingerprint("1", "Caf\u00e9 42\u2028naïve")
    assert normalised("Caf\u00e9 42\u2028naïve") == "café 42 naïve"
    assert known.exact == hashlib.sha256("café 42 naïve".encode()).hexdigest()
    assert known.masked == hashlib.sha256("café 0 naïve".encode()).hexdigest()
    assert known.runs == {known.exact[:16]}
    assert known.signature[:3] == SIGNATURE


def test_a_long_text_is_hashed_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {f"word{number}" for number in range(100)}
    whole = minhash(words)
    monkeypatch.setattr("app.statistics.overlap.AT_ONCE", 7)
    assert minhash(words) == whole


@given(st.text(max_size=200))
def test_normalising_twice_changes_nothing_and_any_text_has_a_fingerprint(text: str) -> None:
    plain = normalised(text)
    assert "  " not in plain
    assert fingerprint("1", text).exact == hashlib.sha256(plain.encode()).hexdigest()


@given(st.sets(st.integers(0, 60), min_size=1), st.sets(st.integers(0, 60), min_size=1))
def test_the_estimate_is_near_the_truth(one: set[int], other: set[int]) -> None:
    left, right = ({str(number) for number in numbers} for numbers in (one, other))
    truth = jaccard(left, right)
    assert likeness(minhash(left), minhash(right)) == pytest.approx(truth, abs=6 * likeness_se(0.5))


def test_sets_are_told_apart_by_their_names() -> None:
    training, held_out = prints("one thing", "another"), prints("One thing!")
    found = compare_sets([("training", training[:1]), ("held-out", held_out), ("training", training[1:])])
    assert found == compare(training, held_out)
    assert found is not None
    assert (found.exact_hits, found.training, found.held_out) == (1, 2, 1)
    assert compare_sets([("training", training)]) is None
    assert compare_sets([("held-out", held_out)]) is None


def test_held_out_copies_of_one_task_are_all_counted() -> None:
    found = compare(prints(*["the very same"] * 3), prints(*["The very same!"] * 300))
    assert (found.exact_hits, found.near_hits) == (300, 0)


def test_a_very_long_text_keeps_the_smallest_hashes() -> None:
    text = " ".join(f"word{number}" for number in range(MOST_RUNS + 200))
    made, longer = fingerprint("1", text), fingerprint("2", text + " and more")
    assert len(made.runs) == MOST_RUNS
    assert len(made.runs & longer.runs) > MOST_RUNS - 20
