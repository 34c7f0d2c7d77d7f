"""What the agent can see that it should work out: later commits, tests, answers."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen


def later_history_is_hidden(facts: Facts) -> Iterator[Said]:
    """EN-12: in a repository with its later commits, the fix can be looked up."""
    answers = facts.answers
    if "repository" in answers.items("task.kind") and _may_be_seen(facts, "environment.later_history_visible"):
        yield Said(
            "environment.later_history_visible",
            f"{_how_sure(facts, 'environment.later_history_visible')} see later commits of the repository. The fix "
            "that it should work out stands in them.",
            "Use a shallow copy without tags, remotes and reflog, and confirm that nothing later can be seen.",
            seen(answers, "task.kind", "environment.later_history_visible"),
        )


def answers_are_hidden(facts: Facts) -> Iterator[Said]:
    """EN-13: tests or answers in the box are read, not solved."""
    if _may_be_seen(facts, "environment.answers_visible"):
        yield Said(
            "environment.answers_visible",
            f"{_how_sure(facts, 'environment.answers_visible')} see the tests or the answers. A reward then teaches it "
            "to read them.",
            "Add tests and answers only after the agent has finished, and confirm that it cannot see them.",
            seen(facts.answers, "environment.answers_visible"),
        )


def _may_be_seen(facts: Facts, name: str) -> bool:
    return facts.answers.lacks(name) or facts.answers.text(name) in {"yes", "unknown"}


def _how_sure(facts: Facts, name: str) -> str:
    return "The agent can" if facts.answers.text(name) == "yes" else "It has not been ruled out that the agent can"
