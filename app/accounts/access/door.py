"""The door: who is asking, may they, and then the work; judged in the same transaction as the work itself."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar
from urllib.parse import urlencode

from fastapi import Depends
from sqlalchemy.orm import Session
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.accounts import queries, service
from app.accounts.access.frame import make_frame
from app.accounts.access.table import ACCESS, Access
from app.accounts.queries import Caller, Person, Visit
from app.infra import clock
from app.infra.errors import LostCookieError, NotAllowedError, NotFoundError, SignInNeededError
from app.infra.request import House, Pairs, Submitted, house_of, is_api, read_form, read_json, wants_json
from app.infra.security import SAFE_METHODS, VISITOR_FOR, hash_token, local_path, random_token

P = ParamSpec("P")
T = TypeVar("T")

SEEN_EVERY = timedelta(minutes=10)
NEED_TOKEN = "This needs a bearer token."  # noqa: S105  words
SESSION_SECONDS = int(queries.LONGEST.total_seconds())
SHORTEST_BEARER, LONGEST_BEARER = 20, 200
LOST = (
    "This browser no longer has the cookie that its forms are checked by, so nothing was done with what you sent. What"
    " you typed is kept for a day: go on, sign in where you are asked to, read it once more and send it from there."
)
LOST_FOR_GOOD = (
    " A draft that was begun without signing in is known by that cookie only and cannot be opened any more; copy your"
    " text from below into a new one."
)


def judge(access: Access, person: Person) -> None:
    """Refuse a person whom the table does not let in here; a stranger is not told that there is something."""
    if access.reach(person.role) == "no":
        raise SignInNeededError() if person.role is None else NotFoundError()
    if person.scopes is not None and access.scope and access.scope not in person.scopes:
        raise NotAllowedError(f"This token does not carry the scope {access.scope}.", code="scope-missing")


class Doorway:
    """One request at the door. Routes read and write through it and answer with it."""

    def __init__(self, request: Request, form: Submitted | None = None) -> None:
        self.request = request
        self.form = form
        self.now: datetime = clock.now()
        self.path: str = request.scope["path"]
        self.person = Person()
        self._access = ACCESS[request.scope["endpoint"].__name__]
        self._house = house_of(request)
        self._is_judged = False
        self._has_held = False
        self._flash = ""
        self._cookies: dict[str, tuple[str, int]] = {}
        self._visitor = "" if is_api(request) else self._house.security.cookie(request, "visitor")

    @property
    def house(self) -> House:
        """What every request shares."""
        return self._house

    async def read(self, do: Callable[Concatenate[Session, Person, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Judge the person, then run a reading function."""
        caller = self._caller()
        with_held = self.request.method not in SAFE_METHODS
        try:
            visit, result = await self._house.work.read(self._judged, caller, do, *args, **kwargs)
        except SignInNeededError:
            if with_held:
                await self._hold()
            raise
        await self._note_seen(visit)
        return result

    async def write(self, do: Callable[Concatenate[Session, Person, P], T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Judge the person, then run a writing function, in one transaction that is committed when this returns."""
        if self.request.method in SAFE_METHODS:
            raise RuntimeError("a request that only asks may not write")
        caller = self._caller()
        try:
            _, result = await self._house.work.write(self._judged_write, caller, do, *args, **kwargs)
        except SignInNeededError:
            await self._hold()
            raise
        return result

    async def knock(self) -> Person:
        """Judge the person and say who it is, where a page needs nothing else."""
        return await self.read(_who)

    async def held(self) -> Pairs | None:
        """Return what this browser sent here after its session had ended, to be shown as it was typed."""
        visitor = hash_token(self._visitor)
        found = await self._house.work.read(queries.find_held, visitor, self.path, self.now) if visitor else None
        self._has_held = found is not None
        return found

    async def json(self) -> Any:  # noqa: ANN401  any JSON value
        """Return the JSON body, whatever its shape."""
        return await read_json(self.request)

    def page(self, template: str, view: object, status: int = 200) -> HTMLResponse:
        """Answer with a page."""
        self._insist()
        if not self._visitor:
            self._visitor = random_token()
            self._cookies["visitor"] = (self._visitor, VISITOR_FOR)
        made = make_frame(self.request, self._house, self.person, self._visitor)
        frame = replace(made, has_held=self._has_held and status == HTTPStatus.OK)
        response = self._house.web.page(self.request, template, view, frame, status)
        is_private = self.person.role is not None or self._access.visitor != "all"
        response.headers["Cache-Control"] = "no-store" if is_private else "private, no-cache"
        if frame.flash:
            self._cookies["flash"] = ("", 0)
        self._bake(response)
        return response

    def see_other(self, route_name: str, /, query: Mapping[str, str] | None = None, **params: object) -> Response:
        """Send the browser on to the page of that route."""
        path = str(self.request.app.url_path_for(route_name, **params))
        return self.see_other_path(path + ("?" + urlencode(query) if query else ""))

    def see_other_path(self, path: str) -> Response:
        """Send the browser on to a path of this site; anything else leads to the first page."""
        self._insist()
        response = RedirectResponse(local_path(path), 303)
        self._bake(response)
        if self._flash:
            self._house.security.set_flash(response, self._flash)
        return response

    def say(self, sentence: str) -> None:
        """Let the next page say this."""
        self._flash = sentence

    def sign_in(self, token: str) -> None:
        """Give this browser the session."""
        self._cookies["session"] = (token, SESSION_SECONDS)

    def sign_out(self) -> None:
        """Take the session away from this browser."""
        self._cookies["session"] = ("", 0)

    @property
    def browser(self) -> str:
        """What the browser calls itself, to be shown in the person's list of sessions."""
        return self.request.headers.get("user-agent", "")

    @property
    def place(self) -> str:
        """Where the request comes from, for counting tries."""
        return self.request.client.host if self.request.client else ""

    def _caller(self) -> Caller:
        if is_api(self.request):
            return Caller(path=self.path, token=hash_token(_bearer(self.request)))
        session = self._house.security.cookie(self.request, "session")
        return Caller(self.path, hash_token(session), visitor=hash_token(self._visitor))

    def _judged(
        self,
        db: Session,
        caller: Caller,
        do: Callable[Concatenate[Session, Person, P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> tuple[Visit, T]:
        visit = queries.find_visit(db, caller, self.now)
        self._know(visit, caller)
        judge(self._access, visit.person)
        self._is_judged = True
        try:
            return visit, do(db, visit.person, *args, **kwargs)
        except NotFoundError:
            # nothing of this browser's own: it may be of the person whose session has ended, and is the same answer
            # for a thing of others and for a thing that never was
            if visit.person.role is None and self._access.visitor == "own":
                raise SignInNeededError from None
            raise

    def _judged_write(
        self,
        db: Session,
        caller: Caller,
        do: Callable[Concatenate[Session, Person, P], T],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> tuple[Visit, T]:
        visit, result = self._judged(db, caller, do, *args, **kwargs)
        if visit.has_held:
            service.drop_held(db, caller.visitor, self.path)
        return visit, result

    def _know(self, visit: Visit, caller: Caller) -> None:
        if caller.token and visit.person.role is None:
            raise SignInNeededError("This token is not known, has ended, or belongs to someone who may not sign in.")
        self.person = visit.person
        self.request.scope["state"]["person"] = visit.person
        self.request.scope["state"]["person_id"] = visit.person.id

    async def _note_seen(self, visit: Visit) -> None:
        session_id = visit.person.session_id
        if session_id is not None and visit.seen_at and self.now - visit.seen_at > SEEN_EVERY:
            await self._house.work.write(service.note_seen, session_id, now=self.now)

    async def _hold(self) -> None:
        """Keep what was sent, so that signing in again does not cost the person their text."""
        visitor = hash_token(self._visitor)
        if visitor and self._access.is_held and self.form and self.form.pairs and not wants_json(self.request):
            await self._house.work.write(service.hold_post, visitor, self.path, pairs=self.form.pairs, now=self.now)

    def _insist(self) -> None:
        if not self._is_judged:
            raise RuntimeError("a route answered before anyone was judged: read, write or knock first")

    def _bake(self, response: Response) -> None:
        for name, (value, seconds) in self._cookies.items():
            self._house.security.set_cookie(response, name, value, seconds=seconds)


async def open_door(request: Request) -> Doorway:
    """Let a request come up to the door; a POST of a page must carry a form of ours."""
    if is_api(request):
        return _open_api(request)
    if request.method in SAFE_METHODS:
        return Doorway(request)
    security = house_of(request).security
    form = await read_form(request)
    token = request.headers.get("x-csrf-token") or form.get("csrf_token")
    visitor = security.cookie(request, "visitor")
    try:
        security.check_form(request, token, visitor)
    except NotAllowedError:
        await _keep_of_lost_cookie(request, form, visitor)
        raise
    return Doorway(request, Submitted(tuple(pair for pair in form.pairs if pair[0] != "csrf_token"), form.files))


async def _keep_of_lost_cookie(request: Request, form: Submitted, visitor: str) -> None:
    """Keep text sent from a page of ours by a browser without the cookie of that page, and show it; do nothing else."""
    house, access = house_of(request), ACCESS[request.scope["endpoint"].__name__]
    is_text = access.is_held and access.visitor != "all" and not wants_json(request)
    pairs = tuple(pair for pair in form.pairs if pair[0] != "csrf_token")
    if not (is_text and pairs and house.security.is_surely_ours(request)):
        return
    path, kept_by = str(request.scope["path"]), visitor or random_token()
    await house.work.write(service.hold_post, hash_token(kept_by), path, pairs=pairs, now=clock.now())
    typed = tuple(value for _, value in pairs if len(value.split()) > 1)
    words = LOST + LOST_FOR_GOOD if typed and access.visitor == "own" else LOST
    raise LostCookieError(words, links=(("Go on with it", path),), typed=typed, visitor=kept_by) from None


Door = Annotated[Doorway, Depends(open_door)]


def _open_api(request: Request) -> Doorway:
    """Refuse who shows no token where one is needed, before anything of the request is looked at."""
    access = ACCESS[request.scope["endpoint"].__name__]
    if access.visitor == "no" and not _bearer(request):
        raise SignInNeededError(NEED_TOKEN)
    return Doorway(request)


def _who(_db: Session, person: Person) -> Person:
    return person


def _bearer(request: Request) -> str:
    header = request.headers.get("authorization")
    if header is None:
        return ""
    kind, _, token = header.partition(" ")
    if kind.lower() != "bearer" or not SHORTEST_BEARER <= len(token) <= LONGEST_BEARER:
        raise SignInNeededError(NEED_TOKEN)
    return token
