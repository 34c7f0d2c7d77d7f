"""Rules about what is served if the pilot works."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen

DEPLOYMENT = {
    "deployment.artifact": "what would be served if the pilot works",
    "deployment.engine": "which engine would serve the tuned model",
    "deployment.format": "in which format the tuned model would be served",
    "deployment.target": "where the tuned model would be used",
    "deployment.owner": "who would look after the tuned model in use",
    "deployment.rollback": "how the tuned model would be taken back if it disappoints",
}


def deployment_is_planned(facts: Facts) -> Iterator[Said]:
    """BG-15: what is served, by what, where, by whom, and how it is taken back."""
    for name, what in DEPLOYMENT.items():
        if facts.answers.lacks(name):
            yield Said(
                name,
                f"It is not said {what}. A result that nobody can serve helps nobody.",
                "Fill it in.",
                seen(facts.answers, name),
            )


def served_artifact_is_accepted(facts: Facts) -> Iterator[Said]:
    """BG-16: the artifact that is served is the one that the final evaluation accepts."""
    answers = facts.answers
    tested, served = answers.text("success.artifact"), answers.text("deployment.artifact")
    if tested and served and _folded(tested) != _folded(served):
        yield Said(
            "deployment.artifact",
            f"What would be served is {served}, and what the final evaluation accepts is {tested}. Merging or another "
            "format changes answers, so the served one would be untested.",
            "Evaluate what is served, or serve what is evaluated, and name it alike in both places.",
            seen(answers, "success.artifact", "deployment.artifact"),
        )


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())
