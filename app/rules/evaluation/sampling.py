"""How the model is sampled: alike before and after, and said in full, as an engine's default is nobody's choice."""

from collections.abc import Iterator

from app.rules.facts import Answers, Facts
from app.rules.finding import Said
from app.rules.inputs import plain, seen
from app.rules.saying import listed, shortened

STATED = {
    "temperature": "temperature",
    "top_p": "top-p",
    "top_k": "top-k",
    "max_tokens": "the longest answer",
    "thinking": "thinking",
}
COMPARED = {**STATED, "system_prompt_sha256": "the system prompt"}
SAMPLED = {
    "baseline.sampling": "the baseline",
    "rollout.sampling": "the rollouts",
    "success.sampling": "the final evaluation",
}


def same_sampling(facts: Facts) -> Iterator[Said]:
    """EV-03: baseline and final evaluation sample alike, or they are two different tests."""
    before, after = facts.answers.part("baseline.sampling"), facts.answers.part("success.sampling")
    both = [key for key in COMPARED if before.readable(key) and after.readable(key)]
    differ = [key for key in both if before.values[key] != after.values[key]]
    if differ:
        said = ", ".join(
            f"{COMPARED[key]} {_said(before.values[key])} in the baseline and {_said(after.values[key])} at the end"
            for key in differ
        )
        yield Said(
            "success.sampling",
            f"Baseline and final evaluation sample differently: {said}. Then a difference in the result may come "
            "from the sampling alone.",
            "Use the same sampling for both, or run the baseline again.",
            {"baseline.sampling": plain(before), "success.sampling": plain(after)},
        )


def _said(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else shortened(str(value))


def sampling_is_stated(facts: Facts) -> Iterator[Said]:
    """EV-04: what is left open in the sampling is set by the engine, differently in each version."""
    answers = facts.answers
    for field, what in SAMPLED.items():
        missing = _missing(answers, field)
        if missing:
            yield Said(
                field,
                f"The sampling of {what} leaves open: {listed(missing)}. What is left open is set by the engine's own "
                "default, which differs from engine to engine and from version to version.",
                "Read it from the checkpoint's generation_config.json and the server's log, and state it.",
                seen(answers, field),
            )


def _missing(answers: Answers, field: str) -> tuple[str, ...]:
    if field in answers.unreadable:
        return ()
    sampling = answers.part(field)
    if sampling.values.keys() >= STATED.keys():
        return ()
    return tuple(words for key, words in STATED.items() if not sampling.answered(key))
