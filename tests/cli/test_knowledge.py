import sqlite3
from pathlib import Path

import pytest

from app.cli.knowledge import SEEDS, registry_facts
from app.registry import service
from app.settings import Settings
from tests.cli.conftest import Pilotdesk


def test_without_an_installation_the_seeds_are_judged_by(data: Path) -> None:
    assert registry_facts() == service.facts_from_seeds(SEEDS)
    assert not data.exists()


@pytest.mark.seeded
def test_an_installation_is_judged_by_its_own_registry(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PILOTDESK_DATABASE_URL", settings.database_url)
    assert registry_facts().revision == service.facts_from_seeds(SEEDS).revision


def test_a_registry_that_is_empty_gives_way_to_the_seeds(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PILOTDESK_DATABASE_URL", settings.database_url)
    assert registry_facts().claims


@pytest.mark.empty
def test_a_database_without_tables_gives_way_to_the_seeds(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PILOTDESK_DATABASE_URL", settings.database_url)
    assert registry_facts().claims


def test_a_database_of_another_release_is_told_in_a_sentence(pilotdesk: Pilotdesk, data: Path) -> None:
    data.mkdir()
    with sqlite3.connect(data / "pilotdesk.sqlite3") as connection:
        connection.execute("CREATE TABLE registry_revisions (id INTEGER)")
    connection.close()
    done = pilotdesk("match", "--claim", "x", "--checkpoint", "a/b", "--use", "method")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert "pilotdesk serve" in done.err


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("PILOTDESK_PORT", "eight", "PILOTDESK_PORT"),
        ("PILOTDESK_DATABASE_URL", "nonsense", "PILOTDESK_DATABASE_URL"),
        ("PILOTDESK_ENVIRONMENT", "production", "PILOTDESK_SECRET_KEY"),
    ],
)
def test_a_setting_that_cannot_be_used_is_told_in_a_sentence(
    pilotdesk: Pilotdesk, monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str
) -> None:
    monkeypatch.setenv(name, value)
    done = pilotdesk("match", "--claim", "x", "--checkpoint", "a/b", "--use", "method")
    assert (done.status, done.err.count("\n")) == (2, 1)
    assert said in done.err
