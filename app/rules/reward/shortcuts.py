"""Rules about the shortcuts that a verifier was tried with: those that its tasks, its judge and its parts invite."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.reward.index import cases_of
from app.rules.reward.judge import JUDGING_KINDS, uses_judge
from app.rules.reward.words import words_of

ALWAYS = ("V04", "V21", "V24", "V25")
CODE = ("V05", "V06", "V07", "V08", "V09", "V10", "V11", "V15", "V16", "V17", "V18", "V22")
FIXED_ANSWERS = ("V10", "V17")
OUTSIDE_WORLD = ("V16", "V17", "V18")
JUDGED = ("V19", "V20")
JUDGE_IS_FOOLED = ("V04", *JUDGED)
ONE_PART = "V23"
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


def needed_shortcuts_are_tried(facts: Facts) -> Iterator[Said]:
    """RW-06: the shortcuts that this kind of task invites were tried on the verifier."""
    if "verifier.cases" in facts.answers.unreadable:
        return
    begun, absent = cases_of(facts).not_tried(needed_cases(facts))
    for field, row in begun:
        yield Said(
            field,
            f"It is not written down what the verifier answered to {words_of(row.text('type'))}. Until it was "
            "run, the case is a plan and shows nothing.",
            "Run the case through the verifier, and choose what it answered.",
            {"missing": [row.text("type")]},
        )
    if absent:
        yield Said(
            "verifier.cases",
            "The verifier was not tried with what such tasks invite: "
            f"{'; '.join(map(words_of, absent))}. An optimiser finds what nobody tried.",
            f"Add a case{' for each' if len(absent) > 1 else ''}, run it through the verifier, and write down what "
            "it answered.",
            {"missing": absent},
        )


def needed_cases(facts: Facts) -> list[str]:
    """Return the case types that this inquiry's task kinds and verifier kind need, in order."""
    needed = set(ALWAYS)
    for kind in facts.answers.items("task.kind"):
        needed.update(NEEDED.get(kind, ()))
    if facts.answers.text("verifier.kind") in JUDGING_KINDS:
        needed.update(JUDGED)
    return sorted(needed)


def judge_is_tried_with_tricks(facts: Facts) -> Iterator[Said]:
    """RW-12: a judge was tried with empty output, with phrases that impress it, and with instructions to it."""
    if "verifier.cases" in facts.answers.unreadable or not uses_judge(facts):
        return
    begun, absent = cases_of(facts).not_tried(JUDGE_IS_FOOLED)
    for field, kinds in [*((field, [row.text("type")]) for field, row in begun), ("verifier.cases", absent)]:
        if kinds:
            yield Said(
                field,
                f"A model judges, and it was not tried with {'; '.join(map(words_of, kinds))}. In a public study a "
                "bare colon or the words 'Thought process:' were enough to win a judge.",
                "Run these cases through the judge, and write down what it answered.",
                {**seen(facts.answers, "verifier.kind"), "missing": kinds},
            )


def each_part_is_tried_alone(facts: Facts) -> Iterator[Said]:
    """RW-15: where a reward has parts, it was tried with one of them maximised alone."""
    parts = facts.answers.items("verifier.components")
    if not parts or not facts.answers.readable("verifier.cases"):
        return
    begun, absent = cases_of(facts).not_tried((ONE_PART,))
    for field in [field for field, _ in begun] + ["verifier.cases"] * len(absent):
        yield Said(
            field,
            f"The reward is made of {', '.join(parts)}, and was not tried with {words_of(ONE_PART)}. One part can then "
            "pay for work that fails all others.",
            "For each part, run a case that is good at that part and wrong otherwise.",
            seen(facts.answers, "verifier.components"),
        )
