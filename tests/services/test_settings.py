"""What the installation is told from outside, and what it refuses to start with."""

from pathlib import Path

import pytest
from pydantic import ValidationError

from app.settings import DEVELOPMENT_SECRET, Settings, sentence_of

SAFE = {
    "PILOTDESK_ENVIRONMENT": "production",
    "PILOTDESK_SECRET_KEY": "x" * 32,
    "PILOTDESK_BASE_URL": "https://desk.example.org",
}


def read(monkeypatch: pytest.MonkeyPatch, values: dict[str, str]) -> Settings:
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    return Settings()


def test_the_defaults_suit_a_first_try_on_one_machine() -> None:
    settings = Settings()
    assert settings.url == "sqlite+pysqlite:///var/pilotdesk.sqlite3"
    assert (settings.host, settings.port, settings.environment) == ("127.0.0.1", 8000, "development")


def test_the_environment_has_the_last_word(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = read(monkeypatch, {"PILOTDESK_DATA": "/d", "PILOTDESK_PORT": "8123"})
    assert (settings.data, settings.port, settings.url) == (Path("/d"), 8123, "sqlite+pysqlite:////d/pilotdesk.sqlite3")
    assert read(monkeypatch, {"PILOTDESK_DATABASE_URL": "postgresql://x/y"}).url == "postgresql://x/y"


def test_a_safe_production_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(monkeypatch, SAFE).environment == "production"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"PILOTDESK_SECRET_KEY": DEVELOPMENT_SECRET}, "PILOTDESK_SECRET_KEY"),
        ({"PILOTDESK_SECRET_KEY": "x" * 31}, "PILOTDESK_SECRET_KEY"),
        ({"PILOTDESK_SECRET_KEY": ""}, "PILOTDESK_SECRET_KEY"),
        ({"PILOTDESK_BASE_URL": ""}, "PILOTDESK_BASE_URL"),
        ({"PILOTDESK_BASE_URL": "http://desk.example.org"}, "PILOTDESK_BASE_URL"),
        ({"PILOTDESK_PASSWORD_COST": "low"}, "PILOTDESK_PASSWORD_COST"),
        ({"PILOTDESK_ENVIRONMENT": "producton"}, "PILOTDESK_ENVIRONMENT"),
        ({"PILOTDESK_PORT": "eighty"}, "PILOTDESK_PORT"),
    ],
)
def test_an_unsafe_production_does_not_start(
    monkeypatch: pytest.MonkeyPatch, change: dict[str, str], words: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        read(monkeypatch, {**SAFE, **change})
    sentence = sentence_of(refused.value)
    assert words in sentence
    assert "x" * 31 not in sentence
    assert "\n" not in sentence


def test_settings_cannot_be_changed_later() -> None:
    with pytest.raises(ValidationError):
        Settings().__setattr__("port", 1)
