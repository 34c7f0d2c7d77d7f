"""What tests of pages may ask for beside the common fixtures."""

from collections.abc import Callable, Iterator
from datetime import datetime

import pytest
from fastapi import FastAPI
from sqlalchemy import Engine, event
from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra.work import Work
from tests import drafts, factories
from tests.conftest import BASE_URL, HOST, PostForm, SignIn
from tests.pages.desk import Desk

Browser = Callable[[Person], TestClient]


@pytest.fixture
def browse(app: FastAPI, work: Work, now: datetime) -> Browser:
    """Browsers in which somebody is signed in."""

    def browse(person: Person) -> TestClient:
        made = TestClient(app, base_url=BASE_URL, follow_redirects=False)
        assert person.id is not None
        token = work.write_now(factories.stored_session, person.id, now=now)
        made.cookies.set("pilotdesk_session", token, domain=HOST)
        return made

    return browse


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


@pytest.fixture
def customer(client: TestClient, sign_in: SignIn) -> Person:
    """A customer who is signed in with `client`."""
    return sign_in(client)


@pytest.fixture
def desk(client: TestClient, post_form: PostForm) -> Desk:
    """The browser of whoever is signed in with `client`."""
    return Desk(client, post_form)


@pytest.fixture
def ready(customer: Person, work: Work, now: datetime) -> str:
    """The reference of a draft of that customer that may be submitted."""
    return work.write_now(drafts.opened, customer, drafts.document(), now=now)
