"""Doors of what is waived: one finding of an inquiry, a rule for all of them, and the list of both."""

from fastapi import APIRouter
from starlette.responses import Response

from app.accounts.access import Door, Doorway
from app.infra.errors import InvalidError
from app.infra.request import RowId, Submitted
from app.inquiries.queries import Granted
from app.reviews import forms, pages, service
from app.reviews.service import judged, seen_waiver

router = APIRouter()

WAIVE = "reviews/waive.html"
UNPROCESSABLE = 422
WAITS = "Another engineer has to confirm it now; they have been told."


@router.get("/reviews/{reference}/waive")
async def show_waiving(door: Door, reference: str) -> Response:
    """Show the form that waives one finding; text that an ended session left behind stands in it again."""
    asked = door.request.query_params
    chosen = {"rule": asked.get("rule", ""), "field": asked.get("field", "")}
    typed = {**chosen, **dict(await door.held() or ())}
    return await _waiving(door, reference, typed, {}, 200)


@router.post("/reviews/{reference}/waive")
async def waive_finding(door: Door, reference: str) -> Response:
    """Waive one finding, or ask another engineer to agree."""
    form = _form(door)
    reason, until = form.get("reason"), forms.day_of(form.get("until"))
    await door.read(judged, reference)
    if errors := service.waiver_faults(reason, until, door.now.date()):
        return await _waiving(door, reference, forms.typed(form), errors, UNPROCESSABLE)
    granted = await door.write(
        service.waive,
        reference,
        version=forms.version_of(form),
        rule=form.get("rule"),
        field=form.get("field"),
        reason=reason,
        until=until,
        now=door.now,
    )
    door.say(_said(granted, "The finding is waived."))
    return door.see_other("show_review", reference=reference)


@router.get("/waivers")
async def list_waivers(door: Door) -> Response:
    """Show what is waived, and which rules are relaxed."""
    show = door.request.query_params.get("show", "")
    return door.page("reviews/waivers.html", await door.read(pages.show_waivers, show, now=door.now))


@router.get("/waivers/new")
async def show_relaxing(door: Door) -> Response:
    """Show the form that relaxes a rule for all inquiries."""
    typed = dict(await door.held() or ())
    return door.page(WAIVE, await door.read(pages.show_relaxing, typed=typed, errors={}))


@router.post("/waivers/new")
async def relax_rule(door: Door) -> Response:
    """Relax a rule, or ask another engineer to agree."""
    form = _form(door)
    rule, reason, until = form.get("rule"), form.get("reason"), forms.day_of(form.get("until"))
    errors = {} if rule in service.RULES else {"rule": service.NO_RULE}
    errors |= service.waiver_faults(reason, until, door.now.date())
    if errors:
        view = await door.read(pages.show_relaxing, typed=forms.typed(form), errors=errors)
        return door.page(WAIVE, view, UNPROCESSABLE)
    granted = await door.write(service.relax, rule=rule, reason=reason, until=until, now=door.now)
    door.say(_said(granted, f"Rule {granted.rule} is relaxed."))
    return door.see_other("show_waiver", waiver=granted.id)


@router.get("/waivers/{waiver}")
async def show_waiver(door: Door, waiver: RowId) -> Response:
    """Show one waiver, and what can be done about it."""
    return door.page("reviews/waiver.html", await door.read(pages.show_waiver, waiver, now=door.now))


@router.post("/waivers/{waiver}")
async def work_on_waiver(door: Door, waiver: RowId) -> Response:
    """Confirm a waiver, or withdraw it."""
    do = _form(door).get("do")
    if do == "confirm":
        await door.write(service.confirm_waiver, waiver, now=door.now)
        door.say("You confirmed this waiver. It counts from now on.")
    elif do == "withdraw":
        await door.write(service.withdraw_waiver, waiver, now=door.now)
        door.say("The waiver is withdrawn. The rule counts again.")
    else:
        await door.read(seen_waiver, waiver)
        raise InvalidError("Choose what to do with this waiver.", code="nothing-chosen")
    return door.see_other("show_waiver", waiver=waiver)


def _form(door: Doorway) -> Submitted:
    return door.form or Submitted()


def _said(granted: Granted, otherwise: str) -> str:
    return WAITS if granted.needs_second else otherwise


async def _waiving(
    door: Doorway, reference: str, typed: dict[str, str], errors: dict[str, str], status: int
) -> Response:
    view = await door.read(
        pages.show_waiving,
        reference,
        rule=typed.get("rule", ""),
        field=typed.get("field", ""),
        typed=typed,
        errors=errors,
        now=door.now,
    )
    return door.page(WAIVE, view, status)
