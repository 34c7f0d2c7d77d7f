"""What there is to say of the stop conditions beside the checklist: advice, with the address of the row it is about."""

from dataclasses import dataclass

from app.inquiries import fields
from app.inquiries.fields import anchor_of
from app.inquiries.pages import words
from app.inquiries.queries import Stored
from app.rules.finding import Report
from app.rules.stop_conditions import LABEL, lint
from app.rules.workflow import EDITABLE

SECTION = "stops"
RULE = "BG-10"  # it says already which dangers have no condition
UNCOVERED = "uncovered"


@dataclass(frozen=True, slots=True)
class StopRemark:
    """One piece of advice; `href` is empty where the answers are closed."""

    sentence: str
    remedy: str
    href: str


@dataclass(frozen=True, slots=True)
class StopRemarks:
    """All of it, and what it is worth."""

    label: str
    remarks: tuple[StopRemark, ...]


NONE = StopRemarks(LABEL, ())


def stop_remarks(inquiry: Stored, report: Report, *, here: bool = False) -> StopRemarks:
    """Return what would keep the stop conditions from stopping a run that goes wrong; `here` is their own page."""
    is_said = any(finding.rule == RULE for finding in report.findings)
    found = lint(fields.read(inquiry.document).answers)
    return StopRemarks(
        LABEL,
        tuple(
            StopRemark(remark.sentence, remark.remedy, _href(inquiry, remark.field, here=here))
            for remark in found
            if not (is_said and remark.kind == UNCOVERED)
        ),
    )


def _href(inquiry: Stored, field: str, *, here: bool) -> str:
    if inquiry.state not in EDITABLE:
        return ""
    return f"#{anchor_of(field)}" if here else words.mending_address(field, inquiry.reference, inquiry.document)
