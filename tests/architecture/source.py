"""The source as trees, for rules that imports cannot express; a rule is a function, so that a breach can be planted."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Source:
    """One file of ours: its path from the root, and its tree."""

    path: str
    tree: ast.Module

    @classmethod
    def of(cls, path: str, text: str) -> "Source":
        """Read a text as if it stood at that path."""
        return cls(path, ast.parse(text))

    def calls(self) -> Iterator[ast.Call]:
        """Every call in the file."""
        return (node for node in ast.walk(self.tree) if isinstance(node, ast.Call))

    def at(self, node: ast.expr | ast.stmt) -> str:
        """Where a node stands, as an editor understands it."""
        return f"{self.path}:{node.lineno}"


def application() -> list[Source]:
    """Every file of the application."""
    files = sorted((ROOT / "app").rglob("*.py"))
    return [Source.of(str(file.relative_to(ROOT)), file.read_text()) for file in files]


def called(call: ast.Call) -> str:
    """The last name of what is called: `commit` for `session.commit()`."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def commits_outside_work(source: Source) -> list[str]:
    """Only `infra/work.py` opens and commits transactions."""
    if source.path == "app/infra/work.py":
        return []
    return [source.at(call) for call in source.calls() if called(call) in {"commit", "begin"}]


def messages_without_title(source: Source) -> list[str]:
    """Whatever tells people of an inquiry says what it is called."""
    told = [call for call in source.calls() if ast.unparse(call.func) == "notices.tell"]
    return [source.at(call) for call in told if "title" not in {given.arg for given in call.keywords}]


def selects_outside_queries(source: Source) -> list[str]:
    """`select(` stands in a room's queries and nowhere else."""
    if "/queries" in source.path:
        return []
    return [source.at(call) for call in source.calls() if isinstance(call.func, ast.Name) and call.func.id == "select"]


def states_assigned_elsewhere(source: Source) -> list[str]:
    """The state of an inquiry has one door: the service of the inquiries."""
    if source.path.startswith("app/inquiries/service"):
        return []
    return [
        source.at(node)
        for node in ast.walk(source.tree)
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign))
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Attribute) and target.attr == "state" and not _is_web_state(target)
    ]


def _is_web_state(target: ast.Attribute) -> bool:
    # `app.state` and `request.state` are Starlette's bags, not an inquiry's state
    return isinstance(target.value, ast.Name) and target.value.id in {"app", "request"}


def writes_on_get(source: Source) -> list[str]:
    """A route that answers GET only reads."""
    if (
        not source.path.endswith(("routes.py", "api.py"))
        and "/routes/" not in source.path
        and "/api/" not in source.path
    ):
        return []
    return [
        source.at(call)
        for function in ast.walk(source.tree)
        if isinstance(function, ast.AsyncFunctionDef) and _is_get(function)
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and called(call) in {"write", "write_now"}
    ]


def _is_get(function: ast.AsyncFunctionDef) -> bool:
    doors = [called(door) for door in function.decorator_list if isinstance(door, ast.Call)]
    return "get" in doors
