"""The table of moves as a picture: Mermaid text for the README, compared by a test."""

from app.rules.workflow import MOVES, Move, State

BEFORE = "before"


def state_diagram() -> str:
    """Return the state diagram."""
    lines = ["stateDiagram-v2", f"    [*] --> {_name(State.DRAFT)}", f"    {BEFORE}: the state before"]
    lines += [f"    {_name(source)} --> {_target(move)}: {_label(move)}" for move in MOVES for source in move.sources]
    return "\n".join(lines) + "\n"


def _target(move: Move) -> str:
    return BEFORE if move.target is None else _name(move.target)


def _label(move: Move) -> str:
    condition = f" [{move.condition}]" if move.condition else ""
    return f"{move.action} by {move.party}{condition}"


def _name(state: State) -> str:
    return str(state).replace("-", "_")
