"""How many inquiries a second one core judges, from the parsed document to the report, digests apart; beside Pydantic
reading the same document in the same run. The aim is 5,000. Run by `make bench`; nothing here fails for being slow.
"""

import sys
import time
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from pydantic import BaseModel, create_model
from pydantic import Field as Given

from app.cli.knowledge import registry_facts
from app.inquiries.fields import FIELDS, Field, Type, facts_of
from app.rules.checklist import evaluate
from app.rules.facts import Facts
from app.rules.finding import Gate
from tests import drafts

TODAY = date(2026, 11, 30)
PLAIN: dict[Type, Any] = {
    Type.WHOLE: int,
    Type.MONEY: int,
    Type.NUMBER: float,
    Type.SHARE: float,
    Type.DATE: date,
    Type.FLAG: bool,
    Type.CHOICES: list[str],
    Type.TEXTS: list[str],
    Type.FILES: list[str],
}


def model_of(name: str, fields: dict[str, Any]) -> type[BaseModel]:
    """Return a Pydantic model of optional members."""
    members: dict[str, Any] = {f"{key}_": (kind | None, Given(None, alias=key)) for key, kind in fields.items()}
    return create_model(name, **members)


def kind_of(field: Field) -> Any:  # noqa: ANN401  a type
    """Return what Pydantic is to read for a field."""
    if field.type not in (Type.OBJECT, Type.ROWS):
        return PLAIN.get(field.type, str)
    inner: Any = model_of(field.id, {part.id: kind_of(part) for part in field.parts})
    return list[inner] if field.type is Type.ROWS else inner


def inquiry_model() -> type[BaseModel]:
    """Return a Pydantic model of the whole document, made from the one table of fields."""
    sections: dict[str, dict[str, Any]] = {}
    for field in FIELDS.values():
        section, _, name = field.id.rpartition(".")
        sections.setdefault(section, {})[name] = kind_of(field)
    top = sections.pop("")
    return model_of("inquiry", {**top, **{name: model_of(name, members) for name, members in sections.items()}})


def fastest(work: Callable[[], object], rounds: int = 400) -> float:
    """Return the shortest processor time of one call, in seconds: neighbours make calls longer, never shorter."""
    best = float("inf")
    for _ in range(rounds):
        began = time.thread_time()
        work()
        best = min(best, time.thread_time() - began)
    return best


@pytest.mark.parametrize("name", drafts.KINDS)
def test_how_many_inquiries_a_second_are_judged(name: str) -> None:
    document, registry, model = drafts.document(name), registry_facts(), inquiry_model()

    def facts() -> Facts:
        return facts_of(document, gate=Gate.COMMIT, today=TODAY, registry=registry)

    read = fastest(facts)
    both = fastest(lambda: evaluate(facts(), input_digest=""))  # facts anew: they keep what rules work out of them
    pydantic = fastest(lambda: model.model_validate(document))
    micro = 1e6
    parts = f"reading {read * micro:.0f} µs, rules {(both - read) * micro:.0f} µs"
    beside = f"Pydantic reads the same document in {pydantic * micro:.0f} µs, ratio {both / pydantic:.1f}"
    sys.stdout.write(f"\n{name}: {1 / both:,.0f} inquiries a second ({parts}); {beside}\n")
    assert evaluate(facts(), input_digest="").gate is Gate.COMMIT
