"""What the desk is told of a copied inquiry, and which versions it can compare."""

from datetime import datetime

import pytest

from app.infra.work import Work
from app.inquiries import service as inquiries
from app.reviews import service
from tests import desk as desks
from tests import drafts
from tests.desk import Desk
from tests.pages.conftest import Browser
from tests.pages.seen import view_of

pytestmark = pytest.mark.seeded


@pytest.fixture
def desk(work: Work, now: datetime) -> Desk:
    """Everybody."""
    return work.write_now(desks.desk, now=now)


@pytest.fixture
def copied(work: Work, desk: Desk, now: datetime) -> tuple[str, str]:
    """A declined inquiry, and its copy that was submitted with one page saved and the others only confirmed."""
    source = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    work.write_now(service.decline, desk.elif_, source, version=1, reason="Not this quarter.", now=now)
    made = work.write_now(inquiries.copy_inquiry, desk.ann, source, form_key="k", now=now)
    work.write_now(inquiries.patch_document, desk.ann, made, {"title": "Once more"}, base_version=None, now=now)
    work.write_now(inquiries.submit, desk.ann, made, digest=None, now=now, is_confirmed=True)
    return source, made


def test_the_desk_reads_where_a_copy_came_from_and_which_pages_nobody_saved_again(
    browse: Browser, desk: Desk, copied: tuple[str, str]
) -> None:
    source, made = copied
    page = browse(desk.elif_).get(f"/reviews/{made}")
    assert f'Copied from <a href="/reviews/{source}">{source}</a> (declined).' in page.text
    assert "not saved again before version 1 was submitted" in page.text
    titles = [title for title, _ in view_of(page).origin.confirmed]
    assert "Budget" in titles
    assert "The model" not in titles
    assert "Copied from" not in browse(desk.elif_).get(f"/reviews/{source}").text


def test_an_engineer_who_may_not_see_the_source_is_not_led_there(
    work: Work, browse: Browser, desk: Desk, copied: tuple[str, str], now: datetime
) -> None:
    source, made = copied
    work.write_now(service.declare_interest, desk.ezra, source, version=1, reason="My brother wrote it.", now=now)
    page = browse(desk.ezra).get(f"/reviews/{made}").text
    assert "Copied from another inquiry, which you cannot see." in page
    assert f'href="/reviews/{source}"' not in page.split('id="earlier"')[0]


def test_the_desk_chooses_any_two_versions_and_one_alone_is_compared_with_nothing(
    work: Work, browse: Browser, desk: Desk, now: datetime
) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    client = browse(desk.elif_)
    refused = client.get(f"/reviews/{reference}/compare")
    assert refused.status_code == 409
    assert "This inquiry has one version" in refused.text
    work.write_now(service.return_, desk.elif_, reference, version=1, message="Say more of it.", now=now)
    work.write_now(drafts.submitted, desk.ann, reference, now=now)
    chosen = view_of(client.get(f"/reviews/{reference}/compare")).chosen
    assert [(field.label, field.value, len(field.choices)) for field in chosen] == [("From", "1", 2), ("To", "2", 2)]


def test_a_customer_is_offered_no_comparison_of_one_version(
    work: Work, browse: Browser, desk: Desk, now: datetime
) -> None:
    reference = work.write_now(desks.taken, desk.ann, desk.elif_, now=now)
    client = browse(desk.ann)
    assert "Compare versions" not in client.get(f"/inquiries/{reference}").text
    assert client.get(f"/inquiries/{reference}/compare").status_code == 409
