"""What tests of pages may ask for beside the common fixtures."""

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from sqlalchemy import Engine, event


@pytest.fixture
def statements(app: FastAPI) -> Iterator[list[str]]:
    """Every statement that the application sends, in order; clear it to count anew."""
    sent: list[str] = []

    def hear(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if not statement.startswith("BEGIN"):
            sent.append(statement)

    work = app.state.house.work
    engines: set[Engine] = {work._reader, work._writer}  # noqa: SLF001  to listen to them is no one else's business
    for engine in engines:
        event.listen(engine, "before_cursor_execute", hear)
    yield sent
    for engine in engines:
        event.remove(engine, "before_cursor_execute", hear)
