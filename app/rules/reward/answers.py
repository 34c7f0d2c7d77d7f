"""The fourth checklist item: the reward or verifier, and the cases that it was attacked with. One function a rule."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import plain

ALWAYS = ("V04", "V21", "V24", "V25")
CODE = ("V05", "V06", "V07", "V08", "V09", "V10", "V11", "V15", "V16", "V17", "V18", "V22")
FIXED_ANSWERS = ("V10", "V17")
OUTSIDE_WORLD = ("V16", "V17", "V18")
JUDGED = ("V19", "V20")
NEEDED = {
    "code": CODE,
    "repository": CODE,
    "terminal": CODE,
    "math": FIXED_ANSWERS,
    "documents": FIXED_ANSWERS,
    "other": FIXED_ANSWERS,
    "retrieval": OUTSIDE_WORLD,
    "tool-use": OUTSIDE_WORLD,
    "dialogue": JUDGED,
}
CASE_WORDS = {
    "V01": "a reference solution that must pass",
    "V02": "the untouched state that must fail",
    "V03": "honest unfinished work that must fail",
    "V04": "empty or malformed output",
    "V05": "leaving early with success",
    "V06": "skipping the tests from within",
    "V07": "an object that equals everything",
    "V08": "a test hook that rewrites outcomes",
    "V09": "edited or deleted tests",
    "V10": "expected values written into the solution",
    "V11": "an overwritten evaluator",
    "V15": "reading later history",
    "V16": "downloading the fix",
    "V17": "reading the answers in the box",
    "V18": "replacing a tool of the verifier",
    "V19": "an empty phrase that impresses a judge",
    "V20": "an instruction to the judge",
    "V21": "an unfinished or cut answer",
    "V22": "an exception where nothing is expected",
    "V24": "a refusal, or doing nothing",
    "V25": "the right answer among several wrong ones",
}


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
    rows = [(field, row) for field, row in facts.answers.numbered("verifier.cases") if row.text("type") == kind]
    if any(row.answered("observed") for _, row in rows) or "verifier.cases" in facts.answers.unreadable:
        return
    yield Said(
        rows[0][0] if rows else "verifier.cases",
        f"The verifier was not tried with {CASE_WORDS[kind]}. {why}.",
        "Run this case through the verifier, and write down what it answered.",
        {"verifier.cases": [plain(row) for _, row in rows]},
    )


def no_work_is_rejected(facts: Facts) -> Iterator[Said]:
    """RW-05: neither the untouched state nor honest failures may be accepted."""
    for field, row in facts.answers.numbered("verifier.cases"):
        if row.text("type") in ("V02", "V03") and row.text("observed") == "accept":
            yield Said(
                field,
                f"The verifier accepted {CASE_WORDS[row.text('type')]}. It would reward work that was not done.",
                "Mend the verifier before anything else, and run the case again.",
                {field: plain(row)},
            )


def needed_shortcuts_are_tried(facts: Facts) -> Iterator[Said]:
    """RW-06: the shortcuts that this kind of task invites were tried on the verifier."""
    answers = facts.answers
    if "verifier.cases" in answers.unreadable:
        return
    missing = [kind for kind in needed_cases(facts) if not _is_observed(facts, kind)]
    begun = {
        kind: field
        for field, row in reversed(list(answers.numbered("verifier.cases")))
        if (kind := row.text("type")) in missing
    }
    for kind, field in sorted(begun.items()):
        yield Said(
            field,
            f"It is not written down what the verifier answered to {CASE_WORDS[kind]}.",
            "Run the case through the verifier, and choose what it answered.",
            {"missing": [kind]},
        )
    absent = [kind for kind in missing if kind not in begun]
    if absent:
        yield Said(
            "verifier.cases",
            "The verifier was not tried with what such tasks invite: "
            f"{'; '.join(CASE_WORDS[kind] for kind in absent)}. An optimiser finds what nobody tried.",
            "Add a case for each, run it through the verifier, and write down what it answered.",
            {"missing": absent},
        )


def needed_cases(facts: Facts) -> list[str]:
    """Return the case types that this inquiry's task kinds and verifier kind need, in order."""
    needed = set(ALWAYS)
    for kind in facts.answers.items("task.kind"):
        needed.update(NEEDED.get(kind, ()))
    if facts.answers.text("verifier.kind") in ("judge", "mixed"):
        needed.update(JUDGED)
    return sorted(needed)


def _is_observed(facts: Facts, kind: str) -> bool:
    return any(row.text("type") == kind and row.answered("observed") for row in facts.answers.rows("verifier.cases"))
