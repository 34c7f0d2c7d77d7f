"""What a finding says it looked at: answers as JSON values again, by field id."""

from datetime import date
from typing import Any

from app.rules.facts import Answers

PLAIN = frozenset({str, int, float, bool, type(None)})  # JSON values already; most answers are


def seen(answers: Answers, *names: str) -> dict[str, Any]:
    """Return the answers to these fields as JSON values; null where a field was not answered."""
    look = answers.values.get
    return {name: value if type(value := look(name)) in PLAIN else plain(value) for name in names}


def plain(value: object) -> Any:  # noqa: ANN401  any JSON value
    """Turn one read answer back into a JSON value."""
    if isinstance(value, Answers):
        return {key: plain(cell) for key, cell in value.values.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, date):
        return value.isoformat()
    return value
