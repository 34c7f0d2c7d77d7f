"""The desk and the browsers that tests of whole journeys use. A page that logs an error fails its test."""

import os
from collections.abc import Iterator
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright

from tests.browser.chromium import find_chromium, flags
from tests.browser.desk import Desk, open_desk
from tests.databases import Shelf

PATIENCE = 10_000  # milliseconds
EXPECTED = "Failed to load resource"  # refusals are what many of these tests are about


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what drives a browser, so that it can be left out."""
    for item in items:
        if "browser" in item.path.parts:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args(playwright: Playwright) -> dict[str, Any]:  # Any: the plugin's own type
    """Start the machine's Chromium, and let it speak to nobody but us."""
    return {"executable_path": find_chromium(os.environ, playwright.chromium.executable_path), "args": flags()}


@pytest.fixture(scope="session")
def desk(shelf: Shelf, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """One desk with the registry in it for all journeys; each journey brings its own people."""
    folder = tmp_path_factory.mktemp("desk")
    url = shelf.take("seeded", folder)
    with open_desk(url, folder) as desk:
        yield desk
    shelf.give_back(url)


class OpenBrowser(Protocol):
    """Opens a browser of one person: with cookies of its own, with scripts or without."""

    def __call__(self, *, scripts: bool = True) -> Page:
        """Return its first page; paths are relative to the desk."""


@pytest.fixture
def open_browser(browser: Browser, desk: Desk) -> Iterator[OpenBrowser]:
    """See `OpenBrowser`; all are closed at the end, and whatever their consoles complained about fails the test."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not message.text.startswith(EXPECTED):
            complaints.append(message.text)

    def open_browser(*, scripts: bool = True) -> Page:
        context = browser.new_context(
            base_url=desk.address, java_script_enabled=scripts, viewport={"width": 1280, "height": 900}
        )
        context.set_default_timeout(PATIENCE)
        context.on("console", listen)
        context.on("weberror", lambda error: complaints.append(str(error.error)))
        contexts.append(context)
        return context.new_page()

    yield open_browser
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def page(open_browser: OpenBrowser) -> Page:
    """A visitor's browser, with scripts."""
    return open_browser()
