"""How a verdict of the lattice is said: what breaks, with both values, and what evidence would change the answer."""

from collections.abc import Sequence

from app.rules.records import CheckpointRecord
from app.rules.tokens import FORMAT_WORDS, IDENTITY_AXES, WORDS

Decided = Sequence[tuple[str, str, str]]  # axis, what the evidence states, what the checkpoint is


def sentence_of(verdict: str, asked: CheckpointRecord, use: str, decided: Decided, against: Sequence[str]) -> str:
    """Say the verdict and its reasons in one or two sentences."""
    name = asked.name
    if verdict == "supports":
        return f"This claim may be cited as {WORDS[use]} for {name}."
    if verdict == "contradicts":
        return f"This claim and {', '.join(against)} take opposite views of {WORDS[use]} for {name}."
    opening = {
        "background-only": f"For {name} this claim is background only",
        "does-not-transfer": f"This claim does not carry over to {name} as {WORDS[use]}",
    }[verdict]
    return f"{opening}: {'; '.join(_reason(axis, ours, theirs, use) for axis, ours, theirs in decided)}."


def _reason(axis: str, evidence: str, asked: str, use: str) -> str:
    if axis in IDENTITY_AXES:
        return _identity_reason(axis, evidence, asked)
    if axis == "use":
        return "it advises against this use" if evidence == "against" else f"no publication stands for {WORDS[use]}"
    if axis == "kind":
        return f"a source of the kind “{WORDS[evidence]}” does not carry {WORDS[use]}"
    if axis == "rung":
        return f"what was shown is “{WORDS[evidence]}”, and this use needs at least “{WORDS[asked]}”"
    named = f"it is about {WORDS[evidence]}, not {WORDS.get(asked, asked)}"
    return "it names no method" if evidence == "unspecified" else named


def _identity_reason(axis: str, evidence: str, asked: str) -> str:
    if evidence and asked:
        ours, theirs = (FORMAT_WORDS.get(value, value) if axis == "format" else value for value in (evidence, asked))
        return f"it is about another {WORDS[axis]} ({ours}, not {theirs})"
    if evidence:
        return f"the checkpoint's {WORDS[axis]} is not on record"
    return f"the source does not state the {WORDS[axis]}"


def would_change_of(verdict: str, asked: CheckpointRecord, use: str, decisive: Sequence[str]) -> str:
    """Say which evidence would change the answer; empty where nothing needs to change."""
    if verdict == "supports":
        return ""
    if verdict == "contradicts":
        return "A newer source that settles the disagreement."
    name = asked.name
    if "use" in decisive:
        return {
            "sequence-length": "Your own measurement on this checkpoint.",
            "capacity-quote": "A quotation for your own job.",
            "own-validation": "A validation record of this desk.",
        }.get(use, "Evidence that speaks for this use.")
    wanted = []
    if any(axis in IDENTITY_AXES for axis in decisive):
        wanted.append(f"evidence on {name} itself, or a bridge signed by an engineer of this desk")
    if "kind" in decisive:
        wanted.append(f"a kind of source that carries {WORDS[use]}")
    if "rung" in decisive:
        wanted.append("a report that it was tried further")
    if "method" in decisive:
        wanted.append("a source that names this method")
    text = ", and ".join(wanted)
    return text[:1].upper() + text[1:] + "."
