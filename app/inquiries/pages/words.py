"""Words and addresses that several pages of an inquiry share."""

from collections.abc import Iterable, Mapping
from datetime import date, datetime
from typing import Any

from app.infra.web import instant
from app.inquiries.fields import SECTIONS, anchor_of, section_of
from app.inquiries.queries import Stored
from app.inquiries.service.drafts import title_of
from app.notices.pages import announce
from app.notices.queries import Recipient
from app.rules.catalogue import CATALOGUE
from app.rules.finding import Finding, Item
from app.rules.records import RegistryFacts
from app.rules.workflow import EDITABLE, State

STATE_MARKS = {
    State.DRAFT: "draft",
    State.SUBMITTED: "submitted",
    State.IN_REVIEW: "in-progress",
    State.RETURNED: "promise",
    State.APPROVED: "done",
    State.DECLINED: "block",
    State.WITHDRAWN: "not-started",
    State.REVOKED: "block",
}
ITEM_TITLES = {
    Item.CHECKPOINT: "The checkpoint",
    Item.EVALUATION: "Evaluation and baseline",
    Item.ENVIRONMENT: "Rollout environment",
    Item.REWARD: "Reward and verifier",
    Item.BUDGET: "Budget, stops and deployment",
    Item.EVIDENCE: "Evidence",
    Item.SCOPE: "Scope",
}

Linked = tuple[tuple[Finding, str], ...]


def address_of(reference: str, page: str = "") -> str:
    """Return the path of an inquiry, or of one page of it."""
    return f"/inquiries/{reference}{'/' + page if page else ''}"


def section_address(reference: str, section: str) -> str:
    """Return the path of one page of the form."""
    return address_of(reference, f"sections/{section}")


def linked(findings: tuple[Finding, ...], inquiry: Stored) -> Linked:
    """Return each finding, in the order of the pages, with the address that mends it; "" where answers are closed."""
    pages = list(SECTIONS)
    in_order = sorted(findings, key=lambda finding: pages.index(section_of(finding.field, inquiry.document)))
    if inquiry.state not in EDITABLE:
        return tuple((finding, "") for finding in in_order)
    return tuple((f, mending_address(f.field, inquiry.reference, inquiry.document)) for f in in_order)


def mending_address(field: str, reference: str, document: Mapping[str, Any]) -> str:
    """Return where an answer is mended: the page, and the element on it."""
    return f"{section_address(reference, section_of(field, document))}#{anchor_of(field)}"


def saved_words(saved_at: datetime, version: int, *, today: date) -> str:
    """Say when the draft was saved and as which version of it; with the day where that was not today.

    A version without more words is always a submitted one.
    """
    moment = f"{saved_at:%H:%M:%S} UTC" if saved_at.date() == today else instant(saved_at)
    return f"Saved {moment}, version {version} of the draft"


def latest_words(inquiry: Stored, *, today: date) -> str:
    """Say when the inquiry was saved last, or submitted where its answers are closed."""
    if inquiry.submitted_at is None or inquiry.state in EDITABLE:
        return saved_words(inquiry.saved_at, inquiry.version, today=today)
    return f"Submitted {instant(inquiry.submitted_at)}, version {inquiry.submissions}"


def claims_of(registry: RegistryFacts) -> dict[str, str]:
    """Return what each claim on record is called: by its source, or what it states where that has no title."""
    return {claim.id: claim.source.title or claim.statement for claim in registry.claims.values()}


def kind_words(kind: str, registry: RegistryFacts) -> str:
    """Return what this kind of inquiry is called."""
    known = registry.kinds.get(kind)
    return known.title if known else kind


def heading_of(document: Mapping[str, Any]) -> str:
    """Return the title, or words for one that has none yet."""
    return title_of(document) or "Inquiry without a title"


def section_title(section: str) -> str:
    """Return what a page of the form is called."""
    return SECTIONS[section].title


def names_of(people: Iterable[Recipient]) -> str:
    """Return who will be told, by name and organisation; nothing where that is nobody."""
    return announce(people)


def not_checked_words(count: int) -> str:
    """Say how many rules a verdict leaves out; nothing where every rule was asked."""
    if not count:
        return ""
    return f"{count} of {len(CATALOGUE)} rules were not checked. Not checked is not the same as fine."
