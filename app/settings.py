"""What the installation is told from outside, read once; only main and cli read it and hand the values on."""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from app.infra import mail
from app.infra.db import sqlite_url

DEVELOPMENT_SECRET = "for-development-only-never-in-production"  # noqa: S105  refused in production
SHORTEST_SECRET = 32


class Settings(BaseSettings):
    """Environment variables with the prefix PILOTDESK_, each with a default that suits a first try on one machine."""

    model_config = SettingsConfigDict(env_prefix="PILOTDESK_", frozen=True, extra="ignore")

    data: Path = Path("var")
    database_url: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    base_url: str = ""
    secret_key: str = DEVELOPMENT_SECRET
    environment: Literal["development", "production"] = "development"
    smtp_url: str = ""
    mail_from: str = "pilotdesk@localhost"
    daily_mail_hour: Annotated[int, Field(ge=0, le=23)] = 6
    promise_reminder_days: Annotated[int, Field(ge=0, le=60)] = 3
    password_cost: Literal["usual", "low"] = "usual"  # noqa: S105  no password; low is for tests

    @property
    def url(self) -> str:
        """The database that is used: the given one, else the SQLite file in the data folder."""
        return self.database_url or sqlite_url(self.data)

    @property
    def mail_server(self) -> mail.MailServer | None:
        """Where mail is handed over; None where nobody set one up."""
        return mail.server_at(self.smtp_url) if self.smtp_url else None

    @property
    def address(self) -> str:
        """Where people find the desk, also from a mail or a command."""
        return self.base_url.rstrip("/") or f"http://{self.host}:{self.port}"

    @field_validator("smtp_url")
    @classmethod
    def _know_the_mail_server(cls, url: str) -> str:
        if url:
            mail.server_at(url)
        return url

    @field_validator("mail_from")
    @classmethod
    def _know_the_sender(cls, address: str) -> str:
        if not mail.is_address(address):
            raise ValueError("must be one address, such as desk@example.com")
        return address

    @model_validator(mode="after")
    def _refuse_unsafe_production(self) -> "Settings":
        if self.environment != "production":
            return self
        if self.secret_key == DEVELOPMENT_SECRET or len(self.secret_key) < SHORTEST_SECRET:
            raise ValueError(
                f"production needs PILOTDESK_SECRET_KEY: a secret of its own of at least {SHORTEST_SECRET} characters"
            )
        if self.password_cost != "usual":  # noqa: S105  no password
            raise ValueError("production needs PILOTDESK_PASSWORD_COST to stay as usual")
        if not self.base_url.startswith("https://"):
            raise ValueError("production needs PILOTDESK_BASE_URL: the https address that people type")
        return self


def sentence_of(error: ValidationError) -> str:
    """Say in one line what is wrong with the settings, without repeating a value that may be secret."""
    parts = []
    for item in error.errors(include_input=False, include_url=False, include_context=False):
        name = "PILOTDESK_" + str(item["loc"][0]).upper() + ": " if item["loc"] else ""
        parts.append(name + str(item["msg"]).removeprefix("Value error, "))
    return "; ".join(parts)
