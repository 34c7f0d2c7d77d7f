"""Whatever goes wrong in a file, a reader answers with rows, remarks or a refusal: never a crash, never a hang."""

import pytest
from hypothesis import HealthCheck, settings

from app.readers.reading import Options
from tests.readers.attacking import ATTACKS, attempt
from tests.readers.samples import JSON, archives, whole
from tests.readers.trainer_samples import ROWLESS

FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize("form", JSON)
def test_files_as_they_should_be_are_read(form: str) -> None:
    found = attempt(whole(form), Options())
    assert found is not None
    assert (found.rows > 0) is (form not in ROWLESS)


def test_archives_as_they_should_be_are_read() -> None:
    for source in archives():
        found = attempt([source], Options())
        assert found is not None
        assert found.rows == 1


@pytest.mark.parametrize("name", ATTACKS)
def test_no_attack_gets_through(name: str) -> None:
    ATTACKS[name](FEW)
