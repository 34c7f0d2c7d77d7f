"""The import contracts, and a planted breach of each kind as the control that they would speak."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.architecture.source import ROOT

CONTRACTS = 7

BREACHES = [
    ("app/registry/service.py", "from app.inquiries import service as upstairs", "Floors"),
    ("app/registry/tables.py", "from app.registry import queries as later", "Rooms"),
    ("app/registry/helpers.py", "X = 1", "Rooms"),
    ("app/rules/finding.py", "import sqlalchemy", "law is pure"),
    ("app/statistics/figure.py", "import sqlalchemy", "statistics are pure"),
    ("app/readers/trial.py", "import typer", "statistics are pure"),
    ("app/readers/trial.py", "from app import statistics as beside", "Floors"),
    ("app/registry/queries.py", "import fastapi", "never see HTTP"),
    ("app/cli/check.py", "from app.inquiries import routes as doors", "Only main opens"),
    ("app/infra/web.py", "from app.settings import Settings", "Only main and cli read"),
]


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    program = Path(sys.executable).parent / "lint-imports"
    command = [str(program), "--no-logo", "--no-cache"]
    return subprocess.run(  # noqa: S603  our own tool, on a copy of our own source
        command, cwd=folder, env={"PYTHONPATH": "."}, capture_output=True, text=True, check=False
    )


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "app", tmp_path / "app", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_every_import_contract_is_kept(copy: Path) -> None:
    done = lint(copy)
    assert f"Contracts: {CONTRACTS} kept, 0 broken." in done.stdout, done.stdout + done.stderr


@pytest.mark.parametrize(("path", "line", "contract"), BREACHES)
def test_a_planted_import_breaks_its_contract(copy: Path, path: str, line: str, contract: str) -> None:
    file = copy / path
    file.write_text(line + "\n" + (file.read_text() if file.exists() else ""))
    done = lint(copy)
    broken = [said for said in done.stdout.splitlines() if said.endswith("BROKEN")]
    assert done.returncode == 1
    assert any(contract in said for said in broken), done.stdout + done.stderr
