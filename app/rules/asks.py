"""The ten asks of an inquiry: when each is answered, and which promise may stand in for it at submission."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.rules.facts import Answers, Facts
from app.rules.finding import Gate, Item


@dataclass(frozen=True, slots=True)
class Ask:
    """One of the ten: `every` field must be answered, and one of `either` where it has any; each with its words."""

    section: str
    every: Mapping[str, str]
    either: Mapping[str, str] = field(default_factory=dict)
    promised_by: Item | None = None

    def missing(self, answers: Answers) -> tuple[str, ...]:
        """Return in words what is still to be answered."""
        lacking = tuple(words for name, words in self.every.items() if not answers.answered(name))
        if self.either and not any(answers.answered(name) for name in self.either):
            return (*lacking, " or ".join(self.either.values()))
        return lacking


ASKS = (
    Ask("model", {"model.family": "the model's family", "model.version": "its version"}),
    Ask("checkpoint", {"checkpoint.repository": "the repository of the checkpoint"}),
    Ask("task", {"task.description": "what the task is", "task.accepted_result": "when one result is accepted"}),
    Ask("data", {"data.source": "where the data comes from"}),
    Ask("verifier", {"verifier.kind": "what kind of verifier judges the work"}, promised_by=Item.REWARD),
    Ask("environment", {"environment.tools": "the tools of the rollout environment"}),
    Ask("baseline", {"baseline.untuned": "whether the baseline is untuned"}, promised_by=Item.EVALUATION),
    Ask("success", {"success.metric": "the number that decides success"}),
    Ask("timing", {"timing.earliest_start": "the earliest start", "timing.finish_by": "the day of the finish"}),
    Ask(
        "budget",
        {"budget.currency": "the currency of the budget"},
        {"budget.minimum": "the lowest", "budget.maximum": "the highest budget"},
    ),
)


NEEDED = frozenset(name for ask in ASKS for name in ask.every)
CHOOSING = tuple(ask for ask in ASKS if ask.either)


def promised_items(facts: Facts) -> frozenset[Item]:
    """Return the checklist items that a commitment with an owner and a day to come covers; none at the commit gate."""
    if facts.gate is Gate.COMMIT:
        return frozenset()
    return facts.once(_promised)


def _promised(facts: Facts) -> frozenset[Item]:
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
    return facts.once(_unanswered)


def _unanswered(facts: Facts) -> tuple[Ask, ...]:
    values = facts.answers.values
    if values.keys() >= NEEDED and not any(values.keys().isdisjoint(ask.either) for ask in CHOOSING):
        return ()  # what nearly every inquiry that is submitted has behind it
    promised = promised_items(facts)
    return tuple(ask for ask in ASKS if ask.promised_by not in promised and ask.missing(facts.answers))
