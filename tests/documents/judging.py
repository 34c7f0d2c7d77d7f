"""What must hold of the report on any document whatever."""

import json
from datetime import date
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any

from app.inquiries.fields import FIELDS, SECTIONS
from app.inquiries.service import check_document
from app.registry.service import facts_from_seeds
from app.rules.catalogue import CATALOGUE
from app.rules.finding import Gate
from app.rules.records import RegistryFacts
from tests.documents.mutating import mutated

TODAY = date(2026, 11, 30)
SEEDS = Path(__file__).parent.parent.parent / "seeds"
PLACES = {*FIELDS, *(section.key for section in SECTIONS.values())}
RULES = {rule.id for rule in CATALOGUE}
GATES = tuple(Gate)


@cache
def registry() -> RegistryFacts:
    """Return the registry of the seeds, read once."""
    return facts_from_seeds(SEEDS)


def judge(document: dict[str, Any], gate: Gate = Gate.SUBMIT) -> dict[str, Any]:
    """Return the report on a document as the object of the contract, and see that it can be written as one."""
    found = check_document(document, gate, TODAY, registry()).as_json()
    json.dumps(found, allow_nan=False).encode()
    return found


def judge_mutants(first: int, count: int) -> int:
    """Judge so many documents from this number on, and return how many cannot be read whole."""
    unreadable = 0
    for number, gate in zip(range(first, first + count), cycle(GATES), strict=False):
        try:
            found = judge(mutated(number), gate)
            assert_is_a_report(found)
        except Exception as error:
            error.add_note(f"mutated({number}) at the {gate} gate")
            raise
        unreadable += any(item["rule"] == "SC-10" for item in found["findings"])
    return unreadable


def assert_is_a_report(found: dict[str, Any]) -> None:
    """Each finding is of a rule, stands on a field or a section, and says something; no two say the same."""
    places = [(item["rule"], item["field"]) for item in found["findings"]]
    assert len(set(places)) == len(places)
    for item in found["findings"]:
        assert item["rule"] in RULES
        assert {item["field"], item["field"].rpartition(".")[0]} & PLACES
        assert item["message"]
        assert item["remedy"]
    shut = any(i["status"] == "open" and i["severity"] in ("block", "promise") for i in found["findings"])
    assert found["passes"] is not shut
