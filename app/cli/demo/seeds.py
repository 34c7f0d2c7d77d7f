"""Reads what the demonstration is made of: files in which a date is so many days before or after today."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from app.infra import canonical
from app.rules.workflow import Role

_DAY = re.compile(r"\{today([+-][0-9]+)\}")


@dataclass(frozen=True, slots=True)
class Someone:
    """One person of the demonstration."""

    id: str
    name: str
    email: str
    role: Role
    organisation: str


@dataclass(frozen=True, slots=True)
class Step:
    """One deed of the story of an inquiry."""

    days_ago: float
    do: str
    by: str
    text: str = ""
    visibility: str = ""
    asks: Mapping[str, str] = field(default_factory=dict)
    cap: int = 0
    start_in: int = 0
    conditions: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """One inquiry: what it says, the file that goes with it, and what became of it."""

    by: str
    days_ago: float
    document: dict[str, Any]
    file: Path
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Desk:
    """Everything that the demonstration puts into the database."""

    people: tuple[Someone, ...]
    reasons: Mapping[str, str]
    inquiries: tuple[Example, ...]


def read_desk(folder: Path, *, today: date) -> Desk:
    """Read the folder, with every date relative to today."""
    desk = _read(folder / "desk.json", today)
    people = tuple(Someone(**{**person, "role": Role(person["role"])}) for person in desk["people"])
    return Desk(people, desk["reasons"], tuple(_example(folder, plain, today) for plain in desk["inquiries"]))


def _example(folder: Path, plain: dict[str, Any], today: date) -> Example:
    document = _read(folder / f"{plain['document']}.json", today)
    left_out = plain.get("without", ())
    answers = {key: value for key, value in document.items() if key not in left_out}
    for name, value in plain.get("answers", {}).items():
        part, _, key = name.partition(".")
        answers[part] = {**answers[part], key: value}
    if notes := plain.get("cases"):
        cases = [{**case, "note": _note(case, notes)} for case in answers["verifier"]["cases"]]
        answers["verifier"] = {**answers["verifier"], "cases": cases}
    return Example(
        by=plain["by"],
        days_ago=plain["days_ago"],
        document={**answers, "title": plain["title"]},
        file=folder / f"{plain['document']}-baseline.jsonl",
        steps=tuple(Step(**step) for step in plain["steps"]),
    )


def _note(case: dict[str, Any], notes: dict[str, str]) -> str:
    """Return what an example says of one of its cases; what all of its tricks share stands under no name."""
    usual: str = case["note"]
    return notes.get(case["id"], notes[""] if case["id"].startswith("trick-") else usual)


def _read(path: Path, today: date) -> dict[str, Any]:
    text = _DAY.sub(lambda found: (today + timedelta(days=int(found[1]))).isoformat(), path.read_text("utf-8"))
    read: dict[str, Any] = canonical.parse(text)
    return read
