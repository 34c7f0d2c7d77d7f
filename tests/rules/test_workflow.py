"""Who may make which move from which state: the whole table, written out a second time."""

from itertools import product

import pytest

from app.rules.diagram import state_diagram
from app.rules.workflow import Action, Party, Role, State, actions, party, target

OWN, ENGINEER, TWO = Party.OWN_ORGANISATION, Party.OUTSIDE_ENGINEER, Party.TWO_OUTSIDE_ENGINEERS
LEGAL = {
    ("draft", "submit", OWN): "submitted",
    ("draft", "withdraw", OWN): "withdrawn",
    ("returned", "submit", OWN): "submitted",
    ("returned", "withdraw", OWN): "withdrawn",
    ("submitted", "withdraw", OWN): "withdrawn",
    ("submitted", "take", ENGINEER): "in-review",
    ("in-review", "withdraw", OWN): "withdrawn",
    ("in-review", "return", ENGINEER): "returned",
    ("in-review", "approve", ENGINEER): "approved",
    ("in-review", "decline", ENGINEER): "declined",
    ("approved", "revoke", TWO): "revoked",
}


@pytest.mark.parametrize("state", State)
def test_only_the_moves_of_the_table_are_legal(state: State) -> None:
    for action, who in product(Action, Party):
        undoes = (state, action, who) == ("withdrawn", "undo", OWN)
        wanted = "in-review" if undoes else LEGAL.get((str(state), str(action), who))
        assert target(state, action, who, State.IN_REVIEW) == wanted
        assert (action in actions(state, who)) is (wanted is not None)


def test_an_undo_leads_back_and_nowhere_else() -> None:
    assert target(State.WITHDRAWN, Action.UNDO, OWN) is None
    assert target(State.WITHDRAWN, Action.UNDO, OWN, State.DRAFT) is State.DRAFT
    assert target(State.DRAFT, Action.SUBMIT, OWN, State.RETURNED) is State.SUBMITTED


@pytest.mark.parametrize("role", Role)
def test_only_customers_stand_for_their_own_and_only_engineers_for_others(role: Role) -> None:
    assert party(role, same_organisation=True) is (OWN if role == "customer" else Party.NOBODY)
    assert party(role, same_organisation=False) is (ENGINEER if role == "engineer" else Party.NOBODY)


def test_the_picture_holds_each_move_and_its_condition() -> None:
    lines = state_diagram().split("\n")
    assert lines[:3] == ["stateDiagram-v2", "    [*] --> draft", "    before: the state before"]
    assert "    in_review --> returned: return by engineer outside that organisation [message]" in lines
    assert "    submitted --> in_review: take by engineer outside that organisation" in lines
    assert "    withdrawn --> before: undo by the author's organisation [within 24 h]" in lines
    assert lines[-1] == ""
    assert len(lines) == 4 + len(LEGAL) + 1
