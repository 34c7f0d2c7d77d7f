"""Whether the licence of exactly this checkpoint, of the data and of a judge allows what is planned."""

from collections.abc import Iterator

from app.rules.checkpoint.doubt import cannot_tell
from app.rules.facts import Answers, Facts
from app.rules.finding import Said
from app.rules.inputs import plain, seen
from app.rules.saying import listed

USES_TO_CONFIRM = {"training": "training", "serving": "serving", "commercial": "commercial use"}
CONFIRMED = frozenset(USES_TO_CONFIRM)


def licence_is_confirmed(facts: Facts) -> Iterator[Said]:
    """CK-04: a licence is confirmed for each use by a named person, or it is not confirmed."""
    answers = facts.answers
    if answers.lacks("checkpoint.licence"):
        yield Said(
            "checkpoint.licence",
            "No licence is named. Licences differ between checkpoints of one family, so none can be assumed.",
            "Name the licence of exactly this checkpoint and attach or quote its text.",
            seen(answers, "checkpoint.licence"),
        )
    yield from _rows_of_uses(facts)
    rows = answers.rows("checkpoint.licence_uses")
    mentioned = {row.text("use") for row in rows if row.answered("decision")}
    if mentioned >= CONFIRMED:
        return
    missing = [words for use, words in USES_TO_CONFIRM.items() if use not in mentioned]
    is_known = "checkpoint.licence_uses" not in answers.unreadable and all("use" not in row.unreadable for row in rows)
    if is_known:
        yield Said(
            "checkpoint.licence_uses",
            f"Nobody has confirmed that the licence allows {listed(missing)}. A pilot that may not be used afterwards "
            "is money lost.",
            "Have each of these uses decided, and name who decided it.",
            seen(answers, "checkpoint.licence_uses"),
        )


def _rows_of_uses(facts: Facts) -> Iterator[Said]:
    for field, row in facts.answers.numbered("checkpoint.licence_uses"):
        decision = row.text("decision")
        if decision == "permitted" and row.answered("by"):
            continue
        use = USES_TO_CONFIRM.get(row.text("use"), row.text("use") or "this use")
        if decision == "refused":
            yield Said(
                field,
                f"The licence was found not to allow {use}. A promise cannot change that.",
                "Choose another checkpoint, or obtain a licence that allows it.",
                {field: plain(row)},
                promisable=False,
            )
        elif decision == "open":
            yield Said(
                field,
                f"Whether the licence allows {use} is still open. Capacity is committed only when it is decided.",
                "Have it decided, and name who decided it.",
                {field: plain(row)},
            )
        elif decision == "permitted" and row.text("use") in USES_TO_CONFIRM:
            yield Said(
                field,
                f"It is not said who found that the licence allows {use}.",
                "Name the person or department that read the licence.",
                {field: plain(row)},
            )


def terms_are_decided(facts: Facts) -> Iterator[Said]:
    """CK-05: the terms of the data, and those of a model that judges, can forbid training on them."""
    answers = facts.answers
    if "data.licence_review" not in answers.unreadable and _is_undecided(answers.part("data.licence_review")):
        yield Said(
            "data.licence_review",
            "Nobody has decided whether the licence of the data allows training on it. What was trained on it may then "
            "have to be thrown away.",
            "Have it decided, and name who decided it.",
            seen(answers, "data.licence", "data.licence_review"),
        )
    if "verifier.judge" in answers.unreadable or not _has_judge(answers):
        return
    judge = answers.part("verifier.judge")
    if "terms" not in judge.unreadable and _is_undecided(judge.part("terms")):
        yield Said(
            "verifier.judge",
            f"Nobody has decided whether the terms of {judge.text('model') or 'the judge'} allow training on its "
            "verdicts. Such terms can bar it.",
            "Read the terms of the model that judges, have it decided, and name who decided it.",
            seen(answers, "verifier.kind", "verifier.judge"),
        )


def _has_judge(answers: Answers) -> bool:
    return answers.text("verifier.kind") in {"judge", "mixed"} or answers.answered("verifier.judge")


def _is_undecided(review: Answers) -> bool:
    return review.lacks("decision") or review.text("decision") == "open"


def licence_is_the_one_on_record(facts: Facts) -> Iterator[Said]:
    """CK-20: licences differ inside one family, and a card can contradict itself."""
    answers = facts.answers
    given, repository = answers.text("checkpoint.licence"), answers.text("checkpoint.repository")
    if not given or not repository:
        return
    record = facts.registry.checkpoint(repository)
    inputs = {**seen(answers, "checkpoint.licence", "checkpoint.repository"), "on record": record and record.licence}
    if record is None or record.licence_state == "unknown":
        yield cannot_tell("checkpoint.licence", f"No licence of {repository} is on record", inputs)
    elif record.licence_state == "conflicting":
        yield Said(
            "checkpoint.licence",
            f"You name {given}, and what is published of {repository} contradicts itself: {record.licence}. Which of "
            "them holds decides what may be done with the weights.",
            "Read the licence file at the revision that you use, and have it decided.",
            inputs,
        )
    elif record.licence.casefold() != given.casefold():
        yield Said(
            "checkpoint.licence",
            f"You name {given}, and {repository} is on record with {record.licence}. Licences differ between "
            "checkpoints of one family.",
            "Read the licence file at the revision that you use, and name what it says.",
            inputs,
        )
