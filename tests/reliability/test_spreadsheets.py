"""What a spreadsheet program makes of our CSV files. Run by `make reliability`, which provides for LibreOffice."""

import csv
import io
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from app.exports import service
from app.exports.fields import COLUMNS, write_cell
from app.exports.service import Bundle, Kind
from app.infra.work import Work
from tests import approvals, drafts
from tests.exports.tricks import SCRIPTS, TRICKS

OFFICE = "urn:oasis:names:tc:opendocument:xmlns:office:1.0"
TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0"
TEXT = "urn:oasis:names:tc:opendocument:xmlns:text:1.0"
# comma, double quotes, UTF-8, from the first line, quoted cells are not taken for text, numbers are recognised, and
# formulas are run: the least careful way in which somebody can open a file
CARELESS = "CSV:44,34,76,1,,0,false,true,false,false,false,0,true"

program = shutil.which("soffice") or shutil.which("libreoffice")


@pytest.fixture(autouse=True)
def the_program_is_there() -> None:
    """A missing program is a fault of the set-up, never a test that is left out."""
    assert program, "LibreOffice is not installed; `make reliability` does that from the package libreoffice-calc"


class Cell:
    """One cell as the program understood it."""

    def __init__(self, element: ET.Element) -> None:
        self.formula = element.get(f"{{{TABLE}}}formula")
        self.kind = element.get(f"{{{OFFICE}}}value-type", "")
        self.value = element.get(f"{{{OFFICE}}}value", "")
        self.text = "\n".join("".join(part.itertext()) for part in element.findall(f"{{{TEXT}}}p"))


def opened(content: bytes, folder: Path) -> list[Cell]:
    """Open a CSV file in the program and return its cells."""
    file = folder / "opened.csv"
    file.write_bytes(content)
    profile = f"-env:UserInstallation=file://{folder / 'profile'}"
    command = [str(program), profile, "--headless", f"--infilter={CARELESS}", "--convert-to", "fods"]
    subprocess.run([*command, "--outdir", str(folder), str(file)], check=True, capture_output=True, timeout=110)  # noqa: S603  the program found above
    tree = ET.parse(folder / "opened.fods")  # noqa: S314  written by the program just now
    return [Cell(cell) for cell in _cells(tree.getroot())]


def _cells(root: ET.Element) -> Iterator[ET.Element]:
    for cell in root.iter(f"{{{TABLE}}}table-cell"):
        if len(cell):
            yield cell


def lines(rows: list[list[str]]) -> bytes:
    """Return rows as we write them."""
    text = io.StringIO()
    csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode()


def test_the_control_a_bare_formula_is_run(tmp_path: Path) -> None:
    (cell,) = opened(lines([["=1+1"]]), tmp_path)
    assert (cell.formula, cell.text) == ("of:=1+1", "2")


def test_r49_no_trick_is_run_and_a_negative_number_is_a_number(tmp_path: Path) -> None:
    texts = [text for text in (*TRICKS, *SCRIPTS) if "\x00" not in text]
    cells = opened(lines([[write_cell(text)] for text in texts] + [["-5"]]), tmp_path)
    assert [cell.formula for cell in cells if cell.formula] == []
    assert {cell.kind for cell in cells[:-1]} == {"string"}
    assert (cells[-1].kind, cells[-1].value) == ("float", "-5")
    plain = [text for text in texts if text.isprintable() and "  " not in text and text.strip() == text]
    shown = [cell.text for cell in cells]
    assert [text for text in plain if write_cell(text) not in shown] == []


@pytest.mark.seeded
def test_r49_a_whole_export_holds_no_formula(work: Work, now: datetime, tmp_path: Path) -> None:
    deployment = {**drafts.document()["deployment"], "target": TRICKS[3], "owner": TRICKS[2]}
    work.write_now(approvals.approved, now=now, answers={"title": TRICKS[0], "deployment": deployment})
    with work.snapshot() as db:
        content = b"".join(service.stream(db, Bundle(service.spanned(db, 0), Kind.CSV, has_bom=True)))
    cells = opened(content, tmp_path)
    shown = [cell.text for cell in cells]
    assert [cell.formula for cell in cells if cell.formula] == []
    assert shown[: len(COLUMNS)] == list(COLUMNS)
    assert {"'" + TRICKS[0], "'" + TRICKS[3], "'" + TRICKS[2]} <= set(shown)
