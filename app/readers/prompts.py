"""Tells tasks apart by what the model was asked, where a file names no task: by the digest of the prompt."""

import json

import orjson

from app.readers import values
from app.readers.repeats import Repeats

SHORT = 16  # characters of a digest that stand for a task


def prompt_hash(prompt: object) -> str | None:
    """Return the SHA-256 of a prompt, be it text or messages; None where there is nothing in it."""
    if isinstance(prompt, str):
        return values.digest(prompt) if prompt else None
    return values.digest(_canonical(prompt)) if isinstance(prompt, (dict, list)) and prompt else None


def _canonical(prompt: object) -> str:
    try:
        return orjson.dumps(prompt, option=orjson.OPT_SORT_KEYS).decode()
    except TypeError:  # a lone surrogate or a huge number
        return json.dumps(prompt, sort_keys=True)


class Tasks:
    """Names tasks by their prompts and counts the attempts at each."""

    def __init__(self) -> None:
        self._repeats = Repeats()

    def of(self, prompt: object) -> tuple[str, int, str]:
        """Return task, attempt and digest; a ValueError where there is no prompt."""
        digest = prompt_hash(prompt)
        if digest is None:
            raise ValueError("has no prompt")
        task = digest[:SHORT]
        return task, self._repeats.next(task), digest
