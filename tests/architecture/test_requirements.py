"""Each requirement that this desk claims to meet has a test that bears its number."""

import re

import pytest

from tests.architecture.source import ROOT

CLAIMED = [*range(1, 29), 32, 33, 38, *range(44, 57), 58, 59, 63]
NUMBER = re.compile(r"^\s*(?:async )?def test_r(\d{2})_", re.MULTILINE)


@pytest.fixture(scope="module")
def numbers() -> set[int]:
    files = (ROOT / "tests").rglob("test_*.py")
    return {int(number) for file in files for number in NUMBER.findall(file.read_text())}


@pytest.mark.parametrize("requirement", CLAIMED)
def test_the_requirement_has_a_test(requirement: int, numbers: set[int]) -> None:
    assert requirement in numbers
