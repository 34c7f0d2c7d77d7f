"""Makes the mutants of a module: every function with one thing changed, each ready to take the function's place."""

import ast
import difflib
import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider
from mutmut.mutation.file_mutation import Mutation, MutationVisitor, deep_replace
from mutmut.mutation.mutators import mutation_operators
from mutmut.mutation.pragma_handling import IgnoredCode


@dataclass(frozen=True, slots=True, eq=False)
class Mutant:
    """One function with one thing changed, and the lines of the statement in which it is."""

    module: str
    function: str
    number: int
    lines: frozenset[int]
    change: Mutation

    @property
    def name(self) -> str:
        """What reports call it."""
        return f"{self.module}.{self.function}#{self.number}"

    @property
    def _whole(self) -> cst.FunctionDef:
        whole = self.change.contained_by_top_level_function
        assert whole is not None
        return whole

    def source(self) -> str:
        """Return the changed function."""
        return _code(deep_replace(self._whole, self.change.original_node, self.change.mutated_node))

    def difference(self) -> str:
        """Return the lines that tell the mutant from the function."""
        before = _code(self._whole).splitlines()
        lines = difflib.unified_diff(before, self.source().splitlines(), n=0, lineterm="")
        return "\n".join([self.name, *(line for line in lines if not line.startswith(("---", "+++", "@@"))), ""])

    def takes_over(self) -> bool:
        """Put the changed code where the function's was, for all who hold the function; False where it is no code."""
        module = importlib.import_module(self.module)
        names = dict(vars(module))
        function = _function(module, self.function)
        try:
            exec(compile(self.source(), self.name, "exec"), names)  # noqa: S102  our own code with one thing changed
            changed = names[self.function.rpartition(".")[2]]
            function.__code__ = changed.__code__
        except Exception:  # noqa: BLE001  whatever keeps it from being a function
            return False
        function.__defaults__, function.__kwdefaults__ = changed.__defaults__, changed.__kwdefaults__
        return True


def _code(node: Any) -> str:  # noqa: ANN401  a node of libcst, or what one leaves behind
    return cst.Module([]).code_for_node(node).strip() + "\n"


def _function(module: object, path: str) -> FunctionType:
    found: Any = module
    for part in path.split("."):
        found = vars(found)[part]
    function = found.fget if isinstance(found, property) else found
    assert isinstance(function, FunctionType)
    return function


def make(root: Path, path: Path) -> Iterator[Mutant]:
    """Yield the mutants of the functions, methods and properties of one file."""
    source = without_properties(path.read_text())
    wrapper = MetadataWrapper(cst.parse_module(source))
    visitor = MutationVisitor(mutation_operators, IgnoredCode(set(), set(), set()))
    wrapper.visit(visitor)
    places = wrapper.resolve(PositionProvider)
    names, statements = _names(wrapper.module), _statements(source)
    module = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
    count = dict.fromkeys(names.values(), 0)
    for change in visitor.mutations:
        function = change.contained_by_top_level_function
        if function in names:
            count[names[function]] += 1
            lines = statements.get(places[change.original_node].start.line, frozenset())
            yield Mutant(module, names[function], count[names[function]], lines, change)


def _names(module: cst.Module) -> dict[cst.CSTNode | None, str]:
    """Return what the functions and methods are called."""
    names: dict[cst.CSTNode | None, str] = {}
    for node in module.body:
        if isinstance(node, cst.FunctionDef):
            names[node] = node.name.value
        elif isinstance(node, cst.ClassDef):
            for inner in node.body.body:
                if isinstance(inner, cst.FunctionDef):
                    names[inner] = f"{node.name.value}.{inner.name.value}"
    return names


def _statements(source: str) -> dict[int, frozenset[int]]:
    """Return for each line the lines of the innermost statement that it is of; of `if` and the like, the head."""
    found: dict[int, frozenset[int]] = {}
    for node in ast.walk(ast.parse(source)):  # outer ones first
        if isinstance(node, ast.FunctionDef):
            whole = frozenset(range(node.lineno, (node.end_lineno or node.lineno) + 1))
            found.update(dict.fromkeys(whole, whole))
        elif isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            lines = frozenset(range(node.lineno, max(last, node.lineno) + 1))
            found.update(dict.fromkeys(lines, lines))
    return found


def without_properties(source: str) -> str:
    """Take `@property` off, line by line, for decorated functions would be passed over in silence."""
    return "".join("\n" if line.strip() == "@property" else line for line in source.splitlines(keepends=True))


def passed_over(source: str) -> list[str]:
    """Return the functions that are decorated all the same, and so have no mutants."""
    tree = ast.parse(without_properties(source))
    return [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.decorator_list]
