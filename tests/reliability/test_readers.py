"""What takes minutes: ten of fuzzing in all, and a file of a gigabyte."""

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.readers.attacking import ATTACKS
from tests.readers.test_memory import ROW, measured

MINUTES = 10.0
MANY = settings(max_examples=300, deadline=None, database=None, suppress_health_check=list(HealthCheck))
GIGABYTE = 1_000_000_000
MOST = 200  # MiB


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", ATTACKS)
def test_no_attack_gets_through_in_its_share_of_ten_minutes(name: str) -> None:
    until = time.monotonic() + MINUTES * 60 / len(ATTACKS)
    while time.monotonic() < until:
        ATTACKS[name](MANY)


@pytest.mark.timeout(900)
@pytest.mark.parametrize("tasks", [1000, 10**9])
def test_a_gigabyte_of_rows_is_read_within_two_hundred_megabytes(tmp_path: Path, tasks: int) -> None:
    path = tmp_path / "rows.jsonl"
    size, number = 0, 0
    with path.open("w") as file:
        while size < GIGABYTE:
            size += file.write(ROW.format(number % tasks))
            number += 1
    rows, found, mib = measured(path)
    assert (rows, found) == (number, min(number, tasks))
    assert mib < MOST
