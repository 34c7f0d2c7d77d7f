"""The box in which the agent works: its image, its tools, its network, and what is left of the last rollout in it."""

import re
from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import plain, seen

DIGEST = re.compile(r"sha256:[0-9a-fA-F]{64}(?![0-9a-fA-F])")
NO_TOOL = frozenset({"*", "all", "any", "various", "etc", "etc.", "...", "…", "unknown", "tbd"})


def image_is_pinned(facts: Facts) -> Iterator[Said]:
    """EN-01: an image without a digest can be another one tomorrow."""
    answers = facts.answers
    given = answers.text("environment.image")
    if "environment.image" in answers.unreadable or DIGEST.search(given):
        return
    yield Said(
        "environment.image",
        f"“{given}” names no digest, so the environment can change between two runs."
        if given
        else "No image of the environment is named, so nobody can run the same environment again.",
        "Give the image with its digest, sha256: and 64 characters.",
        seen(answers, "environment.image"),
    )


def tools_are_listed(facts: Facts) -> Iterator[Said]:
    """EN-02: the tools are a list of names, not a manner of speaking."""
    for field, row in facts.answers.numbered("environment.tools"):
        name = row.text("name")
        if row.lacks("name") or name.casefold() in NO_TOOL:
            yield Said(
                field,
                f"{_what_is_meant(name)}. What the agent may call decides what it can do.",
                "Name each tool that the agent may call, with its version.",
                {field: plain(row)},
            )


def _what_is_meant(name: str) -> str:
    return f"“{name}” does not say which tool is meant" if name else "This row names no tool"


def network_is_declared(facts: Facts) -> Iterator[Said]:
    """EN-03: what can be reached decides what can be looked up instead of solved."""
    phases = {
        "environment.network_agent": "while the agent works",
        "environment.network_verifier": "while its work is graded",
    }
    for name, phase in phases.items():
        if facts.answers.lacks(name):
            yield Said(
                name,
                f"It is not said which network can be reached {phase}. With the public network, answers can be fetched "
                "instead of worked out.",
                "Choose no network, an allow-list, or the public network.",
                seen(facts.answers, name),
            )


def agent_has_no_public_network(facts: Facts) -> Iterator[Said]:
    """EN-04: with the public network, an agent can fetch the answer instead of working it out."""
    if facts.answers.text("environment.network_agent") == "public":
        yield Said(
            "environment.network_agent",
            "The agent can reach the public network while it works. It can then fetch a published answer instead of "
            "working it out.",
            "Allow only the addresses that the task needs, or no network.",
            seen(facts.answers, "environment.network_agent"),
        )


def rollouts_start_afresh(facts: Facts) -> Iterator[Said]:
    """EN-11: what one rollout leaves behind, the next one can find."""
    answers = facts.answers
    reset = answers.text("environment.reset")
    if answers.lacks("environment.reset") or reset in {"unknown", "shared"}:
        yield Said(
            "environment.reset",
            "Rollouts share one state, so one can find what another left behind. Its result is then not its own work."
            if reset == "shared"
            else "It is not known whether each rollout starts afresh. One may find what another left behind.",
            "Start a fresh box for each rollout, and say so here.",
            seen(answers, "environment.reset"),
        )
