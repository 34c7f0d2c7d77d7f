"""Rules about what the verifier answered to single cases whose right verdict is known."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import plain
from app.rules.reward.index import cases_of
from app.rules.reward.words import words_of

NO_WORK = ("V02", "V03")
MALFORMED = "V04"
DID = {"accept": "accepted it", "reject": "rejected it", "no-verdict": "gave no verdict"}
SHOULD = {"accept": "have accepted it", "reject": "have rejected it", "no-verdict": "have given no verdict"}


def oracle_case_is_tried(facts: Facts) -> Iterator[Said]:
    """RW-01: a verifier that rejects the reference solution rejects right work."""
    return _case_is_tried(facts, "V01", "A verifier that rejects a right solution punishes right work")


def untouched_case_is_tried(facts: Facts) -> Iterator[Said]:
    """RW-02: a verifier that accepts the untouched state accepts no work."""
    return _case_is_tried(facts, "V02", "A verifier that accepts it pays for doing nothing")


def unsolved_case_is_tried(facts: Facts) -> Iterator[Said]:
    """RW-03: a verifier that accepts honest failures accepts anything."""
    return _case_is_tried(facts, "V03", "A verifier that accepts it pays for trying")


def _case_is_tried(facts: Facts, kind: str, why: str) -> Iterator[Said]:
    cases = cases_of(facts)
    if kind in cases.tried or "verifier.cases" in facts.answers.unreadable:
        return
    rows = cases.of(kind)
    if not rows and not cases.kinds_are_known:
        return
    yield Said(
        rows[0][0] if rows else "verifier.cases",
        f"The verifier was not tried with {words_of(kind)}. {why}.",
        "Run this case through the verifier, and write down what it answered.",
        {"verifier.cases": [plain(row) for _, row in rows]},
    )


def cases_come_out_as_expected(facts: Facts) -> Iterator[Said]:
    """RW-04: the verifier answers each case as it should; a note does not excuse another answer."""
    for field, row in cases_of(facts).surprises:
        expected, observed = row.text("expected"), row.text("observed")
        if row.text("type") not in NO_WORK:
            yield Said(
                field,
                f"Tried with {words_of(row.text('type'))}, the verifier {DID[observed]} where it should "
                f"{SHOULD[expected]}. {_cost_of(expected, observed)}.",
                "Mend the verifier or drop the task, and run the case again.",
                {field: plain(row)},
            )


def _cost_of(expected: str, observed: str) -> str:
    if observed == "accept":
        return "Training would learn to win that way"
    if expected == "accept":
        return "Training would learn to avoid right work"
    return "A reward that means something else teaches something else"


def no_work_is_rejected(facts: Facts) -> Iterator[Said]:
    """RW-05: neither the untouched state nor honest failures may be accepted."""
    cases = cases_of(facts)
    for field, row in (row for kind in NO_WORK for row in cases.of(kind)):
        if row.text("observed") == "accept":
            yield Said(
                field,
                f"The verifier accepted {words_of(row.text('type'))}. It would reward work that was not done.",
                "Mend the verifier before anything else, and run the case again.",
                {field: plain(row)},
            )


def malformed_output_is_declared(facts: Facts) -> Iterator[Said]:
    """RW-19: it is settled beforehand what becomes of empty or malformed output."""
    if not facts.answers.readable("verifier.cases"):
        return
    cases = cases_of(facts)
    rows = cases.of(MALFORMED)
    if not rows and not cases.kinds_are_known:
        return
    for field in [field for field, row in rows if row.lacks("expected")] if rows else ["verifier.cases"]:
        yield Said(
            field,
            "It is not said what the verifier should answer to empty or malformed output. Left open, junk becomes "
            "an error in one run and a score in the next.",
            "Add such a case, and say whether it is rejected or gives no verdict.",
            {"verifier.cases": [plain(row) for _, row in rows]},
        )
