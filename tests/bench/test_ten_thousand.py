"""Queue, review page and export at ten thousand inquiries: as many statements at the end as at the beginning, and
hardly more processor time. Run by `make bench`, alone on the machine's processor if possible.
"""

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine
from starlette.testclient import TestClient

from app.infra.work import Work
from app.rules.workflow import Role
from tests import approvals, drafts, factories
from tests.conftest import SignIn
from tests.exports import many
from tests.pages.seen import view_of

pytestmark = [pytest.mark.seeded, pytest.mark.timeout(600)]

MANY = 10_000
TIMES = 25
MOST = 1.15


@pytest.fixture
def statements() -> Iterator[list[str]]:
    """Every statement that any connection runs."""
    found: list[str] = []

    def note(*arguments: object) -> None:
        found.append(str(arguments[2]))

    event.listen(Engine, "before_cursor_execute", note)
    yield found
    event.remove(Engine, "before_cursor_execute", note)


def compared(name: str, statements: list[str], first: Callable[[], object], last: Callable[[], object]) -> float:
    """Do both in turn, insist on as many statements, and return how much more processor time the last one takes."""
    counts, seconds = [], ([], [])  # type: tuple[list[int], tuple[list[float], list[float]]]
    first(), last()
    for do in (first, last):
        statements.clear()
        do()
        counts.append(len(statements))
    for _ in range(TIMES):
        for place, do in enumerate((first, last)):
            began = time.process_time()
            do()
            seconds[place].append(time.process_time() - began)
    medians = [statistics.median(part) for part in seconds]
    ratio = medians[1] / medians[0]
    sys.stdout.write(
        f"\n{name}: {counts[0]} and {counts[1]} statements; {medians[0] * 1000:.2f} and {medians[1] * 1000:.2f} ms of "
        f"processor time, ratio {ratio:.2f}\n"
    )
    assert counts[0] == counts[1]
    return ratio


def got(client: TestClient, path: str) -> Callable[[], object]:
    """Return the looking at one address."""

    def look() -> None:
        assert client.get(path).status_code == 200

    return look


def test_queue_and_review_page(
    client: TestClient, sign_in: SignIn, work: Work, now: datetime, statements: list[str]
) -> None:
    customer = work.write_now(factories.stored_person, now=now)
    then = now - timedelta(days=20)
    reference = work.write_now(drafts.opened, customer, drafts.document(), now=then)
    work.write_now(drafts.submitted, customer, reference, now=then)
    work.write_now(many.submitted, MANY - 1)
    sign_in(client, Role.ENGINEER)
    moment = then + timedelta(minutes=MANY - 25)
    last = f"/queue?after={moment:%Y-%m-%dT%H:%M:%S.%f}Z~{MANY - 25}"
    assert len(view_of(client.get(last)).entries) == len(view_of(client.get("/queue")).entries) == 25
    assert compared("Queue", statements, got(client, "/queue"), got(client, last)) <= MOST
    ends = (f"PD-{number:04d}" for number in (100, MANY - 1))  # both of one size, with as many before them as are shown
    pages = (got(client, f"/reviews/{place}") for place in ends)
    assert compared("Review page", statements, *pages) <= MOST


def test_list_of_scopes_and_export(
    client: TestClient, sign_in: SignIn, work: Work, now: datetime, statements: list[str]
) -> None:
    work.write_now(approvals.approved, now=now)
    work.write_now(many.copies, MANY - 1, is_small=True)
    sign_in(client, Role.OPS)
    ends = (got(client, path) for path in ("/scopes", "/scopes?before=26"))
    assert compared("List of scopes", statements, *ends) <= MOST
    files = (got(client, f"/scopes/export/file?since={n}&until={n + 100}") for n in (1, MANY - 100))
    assert compared("Export of a hundred", statements, *files) <= MOST
