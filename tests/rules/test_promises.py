"""When a promise is kept: judged at the commit gate, where none excuses anything any more."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from app.rules.checklist import evaluate
from app.rules.facts import NOTHING, Waiver
from app.rules.finding import Gate, Item, Status
from app.rules.promises import Commitment, Kept, commitments_in
from tests.rules.examples import TODAY, facts, finding, report, row

DUE = TODAY + timedelta(days=3)
PROMISED = row(item="environment", owner="Platform", due=DUE)


def commitments(changes: dict[str, Any], waivers: tuple[Waiver, ...] = ()) -> tuple[Commitment, ...]:
    asked = replace(facts(changes, gate=Gate.COMMIT), waivers=waivers)
    return commitments_in(asked.answers, evaluate(asked, input_digest=""))


def test_promises_a_promise_is_kept_when_nothing_of_its_item_is_open_at_the_commit_gate() -> None:
    (kept,) = commitments({"commitments": (PROMISED,)})
    assert (kept.item, kept.owner, kept.due, kept.owed) == (Item.ENVIRONMENT, "Platform", DUE, ())
    assert kept.kept is Kept.KEPT


def test_promises_a_promise_is_not_kept_while_what_it_stood_in_for_is_open() -> None:
    (broken,) = commitments({"environment.image": None, "commitments": (PROMISED,)})
    assert broken.kept is Kept.OPEN
    assert [(found.rule, found.status) for found in broken.owed] == [("EN-01", Status.OPEN)]


def test_promises_what_was_promised_blocks_at_the_commit_gate() -> None:
    changes = {"environment.image": None, "commitments": (PROMISED,)}
    assert report(changes).passes
    assert finding("EN-01", changes, gate=Gate.COMMIT).refuses
    assert not report(changes, gate=Gate.COMMIT).passes


def test_promises_a_promise_never_excuses_what_blocks() -> None:
    everything = tuple(row(item=str(item), owner="Platform", due=DUE) for item in tuple(Item)[:5])
    blocked = {"environment.network_agent": None, "commitments": everything}
    assert finding("EN-03", blocked).refuses
    assert not report(blocked).passes
    kept = commitments(blocked)[2]  # and what blocks was never promised, so it breaks no promise either
    assert (kept.item, kept.kept) == (Item.ENVIRONMENT, Kept.KEPT)


def test_promises_one_for_another_item_is_another_matter() -> None:
    (other,) = commitments({"environment.image": None, "commitments": (row(item="reward", owner="A", due=DUE),)})
    assert (other.item, other.kept) == (Item.REWARD, Kept.KEPT)


@pytest.mark.parametrize(("section", "item"), [("baseline", "evaluation"), ("verifier", "reward")])
def test_promises_an_ask_that_was_only_promised_is_still_owed(section: str, item: str) -> None:
    without = {name: None for name in facts().answers.values if name.startswith(f"{section}.")}
    (promised,) = commitments({**without, "commitments": (row(item=item, owner="A", due=DUE),)})
    assert promised.kept is Kept.OPEN
    assert ("SC-08", section) in [(found.rule, found.field) for found in promised.owed]


def test_promises_what_is_waived_is_not_kept_and_counts_again_after_its_day() -> None:
    changes = {"environment.image": None, "commitments": (PROMISED,)}
    waived = Waiver("EN-01", "environment.image", TODAY, "The image is built on Friday.")
    assert commitments(changes, (waived,))[0].kept is Kept.WAIVED
    past = replace(waived, until=TODAY - timedelta(days=1))
    assert commitments(changes, (past,))[0].kept is Kept.OPEN


def test_promises_what_is_open_weighs_more_than_what_is_waived() -> None:
    changes = {
        "environment.image": None,
        "environment.boot_limit_s": None,
        "commitments": (PROMISED,),
    }
    waived = Waiver("EN-01", "", TODAY)
    (broken,) = commitments(changes, (waived,))
    assert {found.status for found in broken.owed} == {Status.WAIVED, Status.OPEN}
    assert broken.kept is Kept.OPEN


def test_promises_a_row_without_an_item_is_no_commitment_and_one_without_a_day_says_so() -> None:
    (dayless,) = commitments({"commitments": (row(owner="A", due=DUE), row(item="budget"))})
    assert (dayless.item, dayless.owner, dayless.due) == (Item.BUDGET, "", None)
    assert dayless.days_left(TODAY) is None
    assert commitments_in(NOTHING, report(gate=Gate.COMMIT)) == ()


def test_promises_days_are_counted_to_the_due_day() -> None:
    (promised,) = commitments({"commitments": (PROMISED,)})
    assert [promised.days_left(TODAY + timedelta(days=days)) for days in (0, 3, 4)] == [3, 0, -1]
