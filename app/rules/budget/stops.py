"""The rule about stop conditions."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import plain, seen
from app.rules.saying import listed

COVERS = {
    "quality": "quality that falls",
    "divergence": "training that diverges",
    "reward-hacking": "a reward that is gamed",
    "time": "time",
    "money": "money",
}
STOP_PARTS = {"metric": "what is measured", "threshold": "the threshold", "action": "what is done", "owner": "who acts"}
FIVE, WHOLE = frozenset(COVERS), frozenset(STOP_PARTS)


def stop_conditions_cover_the_five(facts: Facts) -> Iterator[Said]:
    """BG-10: quality, divergence, reward hacking, time and money each have a number and an owner."""
    answers = facts.answers
    if "budget.stop_conditions" in answers.unreadable:
        return
    rows = answers.rows("budget.stop_conditions")
    covered = {row.text("covers") for row in rows}
    missing = [] if covered >= FIVE else [words for token, words in COVERS.items() if token not in covered]
    if missing and not any("covers" in row.unreadable for row in rows):
        yield Said(
            "budget.stop_conditions",
            f"No condition stops the pilot for {listed(missing)}. Runs that go wrong go on until all is spent.",
            f"Add a condition{' for each' if len(missing) > 1 else ''}: one number, and one person who acts on it.",
            seen(answers, "budget.stop_conditions"),
        )
    for index, row in enumerate(rows):
        if row.values.keys() >= WHOLE or not (row.values or row.unreadable):
            continue
        lacking = [words for key, words in STOP_PARTS.items() if row.lacks(key)]
        if lacking:
            field = f"budget.stop_conditions.{index}"
            yield Said(
                field,
                f"This condition does not say {listed(lacking)}. Nobody could act on it.",
                "Fill in what is missing.",
                {field: plain(row)},
            )
