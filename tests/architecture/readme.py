"""The parts of the README that code writes: `python -m tests.architecture.readme` does it, and a test compares them."""

import re
from collections.abc import Iterator

from app.accounts.access import ACCESS, Access
from app.rules.diagram import state_diagram
from tests.architecture.source import ROOT

README = ROOT / "README.md"
ROLES = ("visitor", "customer", "engineer", "ops", "admin")


def parts() -> dict[str, str]:
    """Each generated part by the name in its markers."""
    return {"moves": f"```mermaid\n{state_diagram()}```", "access": "\n".join(access_lines())}


def access_lines() -> Iterator[str]:
    """The access table, doors of the same reach together."""
    yield "| door | " + " | ".join(ROLES) + " | token scope |"
    yield "|---|" + "---|" * (len(ROLES) + 1)
    for access in dict.fromkeys(ACCESS.values()):
        doors = ", ".join(f"`{name}`" for name, row in ACCESS.items() if row == access)
        yield (
            f"| {doors}{_when(access)} | "
            + " | ".join(getattr(access, role) for role in ROLES)
            + f" | {access.scope} |"
        )


def _when(access: Access) -> str:
    return " (development only)" if access.only_in_development else ""


def between(name: str) -> re.Pattern[str]:
    """What stands between the markers of that name."""
    return re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)


def renewed(text: str) -> str:
    """The README's text with every generated part as the code has it now."""
    for name, part in parts().items():
        before, after = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        text = between(name).sub(lambda _: f"{before}{part}\n{after}", text)  # noqa: B023  called at once
    return text


if __name__ == "__main__":
    README.write_text(renewed(README.read_text()))
