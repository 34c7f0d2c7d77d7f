"""What a command stands on: the settings, and the database they name, with every fault told in a sentence."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from app.infra.errors import InvalidError, UnavailableError
from app.infra.work import Work
from app.settings import Settings, sentence_of


def read_settings() -> Settings:
    """Read the settings, or say which of them is wrong."""
    try:
        settings = Settings()
        make_url(settings.url)
    except ValidationError as error:
        raise InvalidError(f"The settings cannot be used: {sentence_of(error)}.") from None
    except ArgumentError:
        raise InvalidError("PILOTDESK_DATABASE_URL is not the address of a database.") from None
    return settings


def make_data_folder(settings: Settings) -> None:
    """Make the folder where everything is kept."""
    try:
        settings.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidError(f"The data folder {settings.data} cannot be made: {error.strerror}.") from None


def migrate_database(settings: Settings) -> None:
    """Bring the database up to date."""
    from app.infra import migrate

    with _as_sentence(settings):
        migrate.upgrade(settings.url)


def has_database(settings: Settings) -> bool:
    """Say whether there may be something in the database; an SQLite file is not made by asking."""
    url = make_url(settings.url)
    return url.get_backend_name() != "sqlite" or (bool(url.database) and Path(str(url.database)).is_file())


@contextmanager
def opened(settings: Settings) -> Iterator[Work]:
    """Give the two ways to the database, and close them afterwards."""
    work = Work(settings.url, lock_file=settings.data / "write.lock")
    try:
        yield work
    finally:
        work.close()


@contextmanager
def _as_sentence(settings: Settings) -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        backend = make_url(settings.url).get_backend_name()
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise UnavailableError(f"The {backend} database cannot be used: {reason}.") from None
