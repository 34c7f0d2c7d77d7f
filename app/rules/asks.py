"""The ten asks of an inquiry: when each is answered, and which promise may stand in for it at submission."""

from dataclasses import dataclass

from app.rules.facts import Answers, Facts
from app.rules.finding import Gate, Item


@dataclass(frozen=True, slots=True)
class Ask:
    """One of the ten; `every` field must be answered, and one of `either` where it has any."""

    section: str
    words: str
    every: tuple[str, ...]
    either: tuple[str, ...] = ()
    promised_by: Item | None = None


ASKS = (
    Ask("model", "which model, by family and version", ("model.family", "model.version")),
    Ask("checkpoint", "which exact checkpoint", ("checkpoint.repository",)),
    Ask("task", "what the task is and when a result is accepted", ("task.description", "task.accepted_result")),
    Ask("data", "where the data comes from", ("data.source",)),
    Ask("verifier", "what kind of reward or verifier judges the work", ("verifier.kind",), promised_by=Item.REWARD),
    Ask("environment", "which tools the rollout environment has", ("environment.tools",)),
    Ask("baseline", "whether the baseline is untuned", ("baseline.untuned",), promised_by=Item.EVALUATION),
    Ask("success", "which number decides success", ("success.metric",)),
    Ask("timing", "when it can start and when it must be finished", ("timing.earliest_start", "timing.finish_by")),
    Ask(
        "budget",
        "in which currency and within which range the budget is",
        ("budget.currency",),
        ("budget.minimum", "budget.maximum"),
    ),
)


def promised_items(facts: Facts) -> frozenset[Item]:
    """Return the checklist items that a commitment with an owner and a day to come covers; none at the commit gate."""
    if facts.gate is Gate.COMMIT:
        return frozenset()
    return frozenset(
        Item(row.text("item"))
        for row in facts.answers.rows("commitments")
        if row.text("item") and row.text("owner") and _is_to_come(row, facts)
    )


def _is_to_come(row: Answers, facts: Facts) -> bool:
    due = row.day("due")
    return due is not None and due >= facts.today


def unanswered(facts: Facts) -> tuple[Ask, ...]:
    """Return the asks that are neither answered nor promised."""
    promised = promised_items(facts)
    return tuple(ask for ask in ASKS if ask.promised_by not in promised and not _is_answered(ask, facts.answers))


def _is_answered(ask: Ask, answers: Answers) -> bool:
    either = not ask.either or any(answers.answered(name) for name in ask.either)
    return either and all(answers.answered(name) for name in ask.every)
