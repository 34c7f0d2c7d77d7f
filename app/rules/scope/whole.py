"""The inquiry as a whole: the ten asks, a reason for a larger model, and what cannot be read."""

from collections.abc import Iterator

from app.rules.asks import unanswered
from app.rules.facts import Facts, Unreadable
from app.rules.finding import Gate, Said
from app.rules.inputs import seen


def ten_asks_are_answered(facts: Facts) -> Iterator[Said]:
    """SC-08: an inquiry answers ten things; a missing one is said once, for its whole section."""
    for ask in unanswered(facts):
        missing = " and ".join(ask.missing(facts.answers))
        may_promise = ask.promised_by is not None and facts.gate is Gate.SUBMIT
        promise = " It can also be promised, with an owner and a day." if may_promise else ""
        yield Said(
            ask.section,
            f"Still to be answered: {missing}. Without that nobody can begin to review the inquiry.",
            f"Answer this: {missing}.{promise}",
            seen(facts.answers, *ask.every, *ask.either),
        )


def larger_models_are_justified(facts: Facts) -> Iterator[Said]:
    """SC-09: who starts larger than suggested says what the smaller model's baseline showed."""
    kind = facts.registry.kinds.get(facts.answers.text("kind"))
    if kind is not None and kind.larger_than_suggested and facts.answers.lacks("model.size_reason"):
        yield Said(
            "model.size_reason",
            f"“{kind.title}” starts with a larger model than the one suggested first, and it is not said why. A "
            "bounded pilot on the smaller one costs less and answers sooner.",
            "Say what the untuned baseline of the smaller model showed.",
            seen(facts.answers, "kind", "model.size_reason"),
        )


def answers_can_be_read(facts: Facts) -> Iterator[Said]:
    """SC-10: a value that cannot be read as its field asks is said on its field, once."""
    by_field: dict[str, list[Unreadable]] = {}
    for item in facts.unreadable:
        by_field.setdefault(item.field, []).append(item)
    for field, items in by_field.items():
        yield Said(
            field,
            " ".join(f"{item.label}: {item.reason}." for item in items),
            " ".join(dict.fromkeys(item.remedy for item in items)),
            {"given": [item.given for item in items]},
        )
