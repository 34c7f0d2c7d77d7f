"""Hashing tasks in the browser: what the page asks. The work itself is the browser's, and nothing of it comes here."""

from dataclasses import dataclass

from app.inquiries.forms import FieldView

WHICH = (("training", "Training tasks"), ("held-out", "Held-out tasks"))


@dataclass(frozen=True, slots=True)
class HashingPage:
    """The three questions, which are never sent."""

    tasks: FieldView
    which: FieldView
    text: FieldView


def hashing_page() -> HashingPage:
    """Return the page; it is the same for everyone."""
    return HashingPage(
        tasks=FieldView("tasks", "tasks", "File of tasks", "file", hint="JSONL or CSV, one task a row."),
        which=FieldView("which", "which", "What are these tasks for?", "radios", choices=WHICH),
        text=FieldView(
            *("text", "text", "Field that holds the text", "text"),
            hint="Leave this empty if it is prompt, question, problem, instruction, input or the like.",
            width="20",
        ),
    )
