"""Assembles the application: the only module that knows every other. Holds no decision of any feature."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from functools import partial
from http import HTTPStatus
from typing import Any

import structlog
from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute, iter_route_contexts
from sqlalchemy import text
from sqlalchemy.orm import Session
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from app.accounts import routes as accounts
from app.accounts import service as people
from app.accounts.access import ACCESS, Door, frame_of
from app.accounts.queries import HAS_NEWS
from app.exports import api as exports_api
from app.exports import routes as exports
from app.infra import clock, error_pages, gallery, jobs, openapi
from app.infra.files import Files
from app.infra.guard import Guard
from app.infra.jobs import Handler, Loop
from app.infra.logs import start_logging
from app.infra.passwords import Passwords
from app.infra.request import House, house_of
from app.infra.security import Security
from app.infra.throttle import Throttle
from app.infra.web import Web
from app.infra.work import Work
from app.inquiries import api as inquiries_api
from app.inquiries import routes as inquiries
from app.inquiries import service as inquiries_service
from app.measurements import service as measurements_service
from app.notices import queries as notices_queries
from app.notices import routes as notices
from app.notices import service as notices_service
from app.registry import api as registry_api
from app.registry import routes as registry
from app.reviews import api as reviews_api
from app.reviews import routes as reviews
from app.reviews import service as reviews_service
from app.rules.checklist import RULESET
from app.settings import Settings

PAGES = (accounts.router, notices.router, registry.router, inquiries.router, reviews.router, exports.router)
APIS = (registry_api.router, inquiries_api.router, reviews_api.router, exports_api.router)
API = "/api/v1"

HOUR = 3600

log = structlog.get_logger("pilotdesk.main")
health = APIRouter()
workbench = APIRouter()


def create_app(settings: Settings, *, with_worker: bool = False) -> FastAPI:
    """Build the application for these settings; refuses to start with a door that the access table does not know.

    `with_worker`: also run the jobs of the outbox, in a thread; else `pilotdesk worker` does.
    """
    start_logging()
    settings.data.mkdir(parents=True, exist_ok=True)
    house = make_house(settings)
    app = FastAPI(
        title="Pilotdesk",
        version=house.web.ruleset[0],
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{API}/openapi.json",
        swagger_ui_oauth2_redirect_url=None,
        generate_unique_id_function=_operation_id,
        lifespan=_lifespan,
        redirect_slashes=False,
        middleware=[],
    )
    app.state.house = house
    app.state.loop = Loop(house.work, make_handlers(settings), clock.now) if with_worker else None
    HAS_NEWS[:] = [notices_queries.has_news()]
    people.ON_SIGN_IN[:] = [inquiries_service.adopt_drafts]
    app.user_middleware.append(Middleware(Guard, security=house.security, refuse=error_pages.refuse))
    error_pages.install(app)
    for router in (health, *PAGES):
        app.include_router(router, include_in_schema=False)
    for router in APIS:
        app.include_router(router, prefix=API)
    if settings.environment == "development":
        app.include_router(workbench, include_in_schema=False)
    app.mount("/static", house.web.static, name="static")
    insist_on_access(app, settings.environment)
    app.openapi = partial(describe_api, app)  # type: ignore[method-assign]
    return app


def make_house(settings: Settings) -> House:
    """Return what every request shares."""
    return House(
        work=Work(settings.url, lock_file=settings.data / "write.lock"),
        web=Web(environment=settings.environment, ruleset=(RULESET.version, RULESET.digest)),
        security=Security(settings.secret_key, settings.base_url, settings.environment == "production"),
        passwords=Passwords(settings.password_cost),
        throttle=Throttle(),
        data=settings.data,
        frame_of=frame_of,
        has_mail=settings.mail_server is not None,
        daily_mail_hour=settings.daily_mail_hour,
    )


def make_handlers(settings: Settings) -> dict[str, Handler]:
    """Return how each kind of job is done."""
    post = notices_service.Post(settings.mail_server, settings.mail_from, settings.address)
    promises = reviews_service.promise_handler(days_before=settings.promise_reminder_days, clock=clock.now)
    reading = measurements_service.reading_handler(Files(settings.data / "uploads"), clock.now)
    return {
        notices_service.MAIL: notices_service.mail_handler(post),
        notices_service.GATHER: notices_service.gather_handler(hour=settings.daily_mail_hour),
        notices_service.DAILY: notices_service.daily_handler(post),
        inquiries_service.PROMISES: promises,
        measurements_service.READ_FILES: reading,
    }


def door_names(app: FastAPI) -> Iterator[str]:
    """Return the name of every route's function; the description of the API and the static files are no doors."""
    for context in iter_route_contexts(app.routes):
        endpoint = getattr(context, "endpoint", None)
        name = str(getattr(endpoint, "__name__", ""))
        if endpoint is not None and name != "openapi":
            yield name


def describe_api(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI description, with the tokens and scopes of the access table and our way to say no."""
    if app.openapi_schema is None:
        app.openapi_schema = openapi.described(FastAPI.openapi(app), {name: row.scope for name, row in ACCESS.items()})
    return app.openapi_schema


def _operation_id(route: APIRoute) -> str:
    return route.name


def insist_on_access(app: FastAPI, environment: str) -> None:
    """Refuse to start with a route that nobody has said who may open, or with a row that leads nowhere."""
    names = set(door_names(app))
    if unlisted := sorted(names - ACCESS.keys()):
        raise RuntimeError("not in the access table: " + ", ".join(unlisted))
    expected = {name for name, row in ACCESS.items() if environment == "development" or not row.only_in_development}
    if spare := sorted(expected - names):
        raise RuntimeError("in the access table, but not in the house: " + ", ".join(spare))


@health.get("/healthz")
async def show_health() -> JSONResponse:
    """Say that the process answers."""
    return JSONResponse({"status": "ok"})


@health.get("/readyz")
async def show_readiness(request: Request) -> JSONResponse:
    """Say whether the database answers, so that a proxy may send people here."""
    try:
        await house_of(request).work.read(_touch)
    except Exception:  # noqa: BLE001  whatever is wrong, the answer is: not ready
        return JSONResponse({"status": "not ready"}, HTTPStatus.SERVICE_UNAVAILABLE)
    return JSONResponse({"status": "ready"})


@workbench.get("/_ui")
async def show_gallery(door: Door) -> Response:
    """Show every visible thing in each of its states, for whoever builds here."""
    await door.knock()
    return door.page("_ui/gallery.html", gallery.gallery())


def _touch(db: Session) -> None:
    db.execute(text("SELECT count(*) FROM users WHERE id = 0"))


@contextlib.asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    cleaning = asyncio.create_task(_clean_hourly(app.state.house))
    loop: Loop | None = app.state.loop
    if loop is not None:
        loop.start()
    yield
    cleaning.cancel()
    if loop is not None:
        await asyncio.to_thread(loop.stop)
    app.state.house.close()


async def _clean_hourly(house: House) -> None:
    """Throw away what has ended; a failure is logged and tried again an hour later."""
    while True:
        await asyncio.sleep(HOUR)
        try:
            await house.work.write(_clean, Files(house.data / "uploads"))
        except Exception:  # a full disk now is no reason never to clean again
            log.exception("cleaning failed")


def _clean(db: Session, files: Files) -> None:
    now = clock.now()
    people.purge(db, now=now)
    jobs.purge(db, now=now)
    inquiries_service.purge(db, now=now, files=files)
