"""Doors of the accounts room: signing up, in and out, one's own account, everybody's accounts."""

from http import HTTPStatus

import structlog
from fastapi import APIRouter
from starlette.responses import Response

from app.accounts import forms, pages, queries, service
from app.accounts.access import Door, Doorway, first_page
from app.accounts.forms import SignIn, SignUp
from app.accounts.tables import MailComes
from app.infra.request import RowId, Submitted
from app.infra.security import local_path
from app.rules.workflow import Role

router = APIRouter()
log = structlog.get_logger("pilotdesk.accounts")

UNREADABLE = HTTPStatus.UNPROCESSABLE_ENTITY
TAKEN = "This address cannot be used for a new account. If it is yours, sign in instead."
NOT_CURRENT = "This is not your current password."


@router.get("/sign-in")
async def show_sign_in(door: Door) -> Response:
    """Ask who it is; where to go afterwards is in the address."""
    await door.knock()
    return door.page("accounts/sign_in.html", pages.sign_in_page(SignIn(after=_after(door))))


@router.post("/sign-in")
async def sign_in(door: Door) -> Response:
    """Let the person in, with a new session; wrong, unknown and disabled get the same answer for the same work."""
    typed = SignIn.of(_form(door))
    door.house.throttle.count("sign-in from one place", door.place)
    door.house.throttle.count("sign-in of one address", typed.email)
    known = await door.read(queries.find_credentials, typed.email)
    is_right = await door.house.passwords.verify(typed.password, known.password_hash)
    token = None
    if is_right and known.password_hash:
        token = await door.write(
            service.sign_in, known.user_id, password_hash=known.password_hash, browser=door.browser, now=door.now
        )
    if token is None:
        log.info("sign-in refused", place=door.place)
        return door.page("accounts/sign_in.html", pages.sign_in_page(typed, is_refused=True), UNREADABLE)
    door.house.throttle.forgive("sign-in of one address", typed.email)
    door.sign_in(token)
    return door.see_other_path(local_path(typed.after, first_page(known.role)))


@router.get("/sign-up")
async def show_sign_up(door: Door) -> Response:
    """Ask for what an account needs."""
    await door.knock()
    return door.page("accounts/sign_up.html", pages.sign_up_page(SignUp(after=_after(door)), {}))


@router.post("/sign-up")
async def sign_up(door: Door) -> Response:
    """Make an organisation and its first customer, and let them in."""
    typed = SignUp.of(_form(door))
    door.house.throttle.count("sign-up from one place", door.place)
    if errors := typed.errors():
        await door.knock()
        return door.page("accounts/sign_up.html", pages.sign_up_page(typed, errors), UNREADABLE)
    token = await door.write(
        service.sign_up,
        email=typed.email,
        name=typed.name,
        organisation=typed.organisation,
        password_hash=await door.house.passwords.hash(typed.password),
        browser=door.browser,
        now=door.now,
    )
    if token is None:
        return door.page("accounts/sign_up.html", pages.sign_up_page(typed, {"email": TAKEN}), UNREADABLE)
    door.sign_in(token)
    door.say("Your account is ready, and you are signed in.")
    return door.see_other_path(local_path(typed.after, first_page(Role.CUSTOMER)))


@router.post("/sign-out")
async def sign_out(door: Door) -> Response:
    """End this session."""
    await door.write(service.sign_out, now=door.now)
    door.sign_out()
    door.say("You are signed out.")
    return door.see_other_path("/")


@router.get("/account")
async def show_account(door: Door) -> Response:
    """Show one's own account and where one is signed in."""
    view = await door.read(
        pages.account_page,
        now=door.now,
        has_mail=door.house.has_mail,
        daily_mail_hour=door.house.daily_mail_hour,
    )
    return door.page("accounts/account.html", view)


@router.post("/account/mails")
async def choose_mails(door: Door) -> Response:
    """Let one's own mail come at once, or gathered, one mail a day."""
    chosen = await door.write(service.choose_mails, _form(door).get("mails"), now=door.now)
    door.say(CHOSEN[chosen])
    return door.see_other("show_account")


@router.post("/account/sessions/{session_id}/end")
async def end_session(door: Door, session_id: RowId) -> Response:
    """End one of one's own sessions."""
    await door.write(service.end_session, session_id, now=door.now)
    door.say("The session has ended.")
    return door.see_other("show_account")


@router.post("/account/sessions/end-others")
async def end_other_sessions(door: Door) -> Response:
    """End all of one's own sessions but this one."""
    await door.write(service.end_other_sessions, now=door.now)
    door.say("Every other session has ended.")
    return door.see_other("show_account")


@router.get("/account/password")
async def show_password(door: Door) -> Response:
    """Ask for the current and the new password."""
    return door.page("accounts/password.html", pages.password_page(await door.knock(), {}))


@router.post("/account/password")
async def change_password(door: Door) -> Response:
    """Change the password, for who knows the current one; every other session ends."""
    form, person = _form(door), await door.knock()
    door.house.throttle.count("password change of one person", str(person.id))
    known = await door.read(queries.find_credentials, person.email)
    if not await door.house.passwords.verify(form.get("current"), known.password_hash) or not known.password_hash:
        view = pages.password_page(person, {"current": NOT_CURRENT})
        return door.page("accounts/password.html", view, UNREADABLE)
    if error := forms.password_error(form.get("new"), person.email, person.organisation):
        return door.page("accounts/password.html", pages.password_page(person, {"new": error}), UNREADABLE)
    new = await door.house.passwords.hash(form.get("new"))
    await door.write(service.change_password, old_hash=known.password_hash, new_hash=new, now=door.now)
    door.say("Your password is changed, and every other session has ended.")
    return door.see_other("show_account")


@router.get("/link/{token}")
async def show_link(door: Door, token: str) -> Response:
    """Show a one-time link's page; looking uses nothing up, so that a mail scanner may."""
    return door.page("accounts/link.html", await door.read(pages.link_page, token, now=door.now))


@router.post("/link/{token}")
async def use_link(door: Door, token: str) -> Response:
    """Set the password and let the person in; the link has then done its work."""
    door.house.throttle.count("link from one place", door.place)
    view = await door.read(pages.link_page, token, now=door.now)
    new = _form(door).get("new")
    if error := forms.password_error(new, view.email):
        again = await door.read(pages.link_page, token, now=door.now, error=error)
        return door.page("accounts/link.html", again, UNREADABLE)
    kept = await door.house.passwords.hash(new)
    session = await door.write(service.use_link, token, password_hash=kept, browser=door.browser, now=door.now)
    door.sign_in(session)
    door.say("Your password is set, and you are signed in.")
    return door.see_other("show_account")


@router.get("/admin/people")
async def list_people(door: Door) -> Response:
    """Show everybody who has an account."""
    return door.page("accounts/people.html", await door.read(pages.people_page))


@router.post("/admin/people/{user_id}")
async def change_person(door: Door, user_id: RowId) -> Response:
    """Disable or enable a person, end their sessions, or let them belong to another organisation."""
    do = _form(door).get("do")
    if do == "move":
        chosen = _form(door).get("organisation").partition(",")[0].strip()  # `12, Example Ltd`: two may bear one name
        place = int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) <= LONGEST_ID else 0
        changed = await door.write(service.move_person, user_id, place, now=door.now)
    else:
        changed = await door.write(service.change_person, user_id, do, now=door.now)
    door.say(f"{changed.email}: {DONE[do]}.")
    return door.see_other("list_people")


LONGEST_ID = 9
DONE = {
    "move": "belongs to another organisation now",
    "disable": "disabled, and every session has ended",
    "enable": "can sign in again",
    "end-sessions": "every session has ended",
}
CHOSEN = {
    MailComes.AT_ONCE: (
        "From now on a mail comes for each message, at once."
        " Anything that waits already comes with one more daily mail."
    ),
    MailComes.DAILY: "From now on your messages come in one mail a day.",
}


def _form(door: Doorway) -> Submitted:
    return door.form or Submitted()


def _after(door: Doorway) -> str:
    return local_path(door.request.query_params.get("next", ""), "")
