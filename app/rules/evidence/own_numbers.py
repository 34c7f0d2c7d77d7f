"""A number that plans this pilot is the customer's own, never one that others published."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen

SOURCED = (("environment.sequence_length_source", "sequence length"), ("baseline.cost_source", "cost"))


def numbers_are_the_customers_own(facts: Facts) -> Iterator[Said]:
    """MT-09: a published value is not a measurement of the customer's own."""
    answers = facts.answers
    for name, what in SOURCED:
        if answers.text(name) == "published":
            yield Said(
                name,
                f"The {what} is a published value. It was measured by others, on their task and hardware.",
                "Measure it on your own runs, or call it an assumption.",
                seen(answers, name),
            )
    sources = answers.part("budget.sources")
    lines = [line for line in sources.values if sources.text(line) == "published"]
    if lines:
        yield Said(
            "budget.sources",
            f"Published values stand in your budget, for {', '.join(sorted(lines))}. They are not your costs.",
            "Measure them, ask for a quotation, or call them assumptions.",
            seen(answers, "budget.sources"),
        )
