"""What every test may ask for. `@pytest.mark.seeded` asks for a database with the registry in it.

`database_url` is a migrated database of the test's own; `work` runs functions in it; `app` is the whole application on
it and `client` a browser of a visitor; `sign_in(client, role, organisation)` makes a person and signs them in, and
`post_form(client, path, data)` posts as a page of ours would.
"""

import os
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest
import time_machine

from app.infra import clock
from app.rules.workflow import Role
from tests.databases import Kind, Shelf, open_shelf

if TYPE_CHECKING:  # imported where used: tests of the rules need none of it and start at once
    from fastapi import FastAPI
    from httpx2 import Response
    from starlette.testclient import TestClient

    from app.accounts.queries import Person
    from app.infra.work import Work
    from app.settings import Settings

# the day that the tests live on, so that due dates and review dates in them never pass
START = datetime(2026, 11, 30, 14, 22, 5, tzinfo=UTC)
HOST = "127.0.0.1"
BASE_URL = f"http://{HOST}"

for name in [name for name in os.environ if name.startswith("PILOTDESK_") and not name.startswith("PILOTDESK_TEST_")]:
    if name != "PILOTDESK_CHROMIUM":
        del os.environ[name]  # a setting of the machine must not decide a test


@pytest.fixture(autouse=True)
def _clock(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let time run from START; a browser has a clock of its own, so its tests live today."""
    if "browser" in request.path.parts:
        yield
        return
    with time_machine.travel(START, tick=True):
        yield


@pytest.fixture
def now() -> datetime:
    """The present instant."""
    return clock.now()


@pytest.fixture(scope="session")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """Where databases come from."""
    shelf = open_shelf(tmp_path_factory.mktemp("shelf"))
    yield shelf
    shelf.close()


@pytest.fixture
def database_url(request: pytest.FixtureRequest, shelf: Shelf, tmp_path: Path) -> Iterator[str]:
    """A database of this test's own: migrated, or as the marker `seeded` or `empty` says."""
    kind: Kind = "migrated"
    if request.node.get_closest_marker("seeded"):
        kind = "seeded"
    if request.node.get_closest_marker("empty"):
        kind = "empty"
    url = shelf.take(kind, tmp_path)
    yield url
    shelf.give_back(url)


@pytest.fixture
def work(database_url: str, settings: "Settings") -> Iterator["Work"]:
    """The two ways to that database."""
    from app.infra.work import Work  # noqa: PLC0415  see above

    work = Work(database_url, lock_file=settings.data / "write.lock")
    yield work
    work.close()


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> "Settings":
    """Settings for that database, with a cheap password hash."""
    from app.settings import Settings  # noqa: PLC0415  see above

    return Settings(data=tmp_path, database_url=database_url, base_url=BASE_URL, password_cost="low")


@pytest.fixture
def make_app() -> Iterator["Callable[[Settings], FastAPI]"]:
    """Makes whole applications, and closes their databases when the test is over."""
    from app import main  # noqa: PLC0415  see above

    made: list[FastAPI] = []

    def make(settings: "Settings") -> "FastAPI":
        made.append(main.create_app(settings))
        return made[-1]

    yield make
    for app in made:
        app.state.house.work.close()


@pytest.fixture
def app(make_app: "Callable[[Settings], FastAPI]", settings: "Settings") -> "FastAPI":
    """The whole application."""
    return make_app(settings)


@pytest.fixture
def client(app: "FastAPI") -> Iterator["TestClient"]:
    """A visitor's browser that does not follow redirects, so that each answer can be seen."""
    from starlette.testclient import TestClient  # noqa: PLC0415  see above

    with TestClient(app, base_url=BASE_URL, follow_redirects=False) as client:
        yield client


class SignIn(Protocol):
    """Signs a new person in; makes the organisation where it does not exist yet."""

    def __call__(self, client: "TestClient", role: Role = Role.CUSTOMER, organisation: str = "Example Ltd") -> "Person":
        """Return the person."""


@pytest.fixture
def sign_in(work: "Work") -> SignIn:
    """See `SignIn`."""
    from tests import factories  # noqa: PLC0415  see above

    def sign_in(client: "TestClient", role: Role = Role.CUSTOMER, organisation: str = "Example Ltd") -> "Person":
        made = work.write_now(factories.signed_in, role=role, organisation=organisation, now=clock.now())
        client.cookies.set("pilotdesk_session", made.token, domain=HOST)
        return made.person

    return sign_in


class PostForm(Protocol):
    """Posts a form as a page of ours would: with the token of this browser's forms."""

    def __call__(self, client: "TestClient", path: str, data: Mapping[str, object] | None = None) -> "Response":
        """Return the answer."""


@pytest.fixture
def post_form(settings: "Settings") -> PostForm:
    """See `PostForm`."""
    from app.infra.security import Security, random_token  # noqa: PLC0415  see above

    security = Security(settings.secret_key, settings.base_url, is_production=False)

    def post_form(client: "TestClient", path: str, data: Mapping[str, object] | None = None) -> "Response":
        if "pilotdesk_visitor" not in client.cookies:
            client.cookies.set("pilotdesk_visitor", random_token(), domain=HOST)
        token = security.csrf_token(client.cookies["pilotdesk_visitor"])
        return client.post(path, data={"csrf_token": token, **(data or {})}, headers={"Origin": BASE_URL})

    return post_form
