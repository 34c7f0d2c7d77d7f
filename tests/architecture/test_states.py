"""A new state has to be named in all of these places before it exists."""

import re

import pytest

from app.inquiries.pages import words
from app.rules.diagram import state_diagram
from app.rules.workflow import MOVES, State
from tests.architecture.source import ROOT


@pytest.mark.parametrize("state", list(State))
def test_every_state_can_be_reached_and_is_in_the_picture(state: State) -> None:
    reached = {State.DRAFT} | {move.target for move in MOVES}
    assert state in reached
    assert re.search(rf"\b{str(state).replace('-', '_')}\b", state_diagram())


@pytest.mark.parametrize("state", list(State))
def test_every_state_has_words_and_a_mark(state: State) -> None:
    named = [table for table in vars(words).values() if isinstance(table, dict) and State.DRAFT in table]
    assert named
    assert all(state in table for table in named)


@pytest.mark.parametrize("state", list(State))
def test_a_migration_lets_the_database_hold_every_state(state: State) -> None:
    texts = [file.read_text() for file in (ROOT / "migrations" / "versions").glob("*.py")]
    assert any(f"'{state}'" in text or f'"{state}"' in text for text in texts)
