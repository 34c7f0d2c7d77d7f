"""Looking is free: no GET and no HEAD changes anything, whoever looks and however often."""

from collections.abc import Callable, Iterator
from datetime import datetime

import pytest
from fastapi import APIRouter, FastAPI
from sqlalchemy import text
from sqlalchemy.orm import Session
from starlette.responses import JSONResponse

from app import main
from app.accounts.access import ACCESS, PUBLIC, Door
from app.accounts.queries import Person
from app.settings import Settings
from tests.pages.world import ACTORS, World, doors_of
from tests.pages.world import Door as Knocked

pytestmark = pytest.mark.seeded


def changes(world: World) -> Iterator[str]:
    """Look behind every door twice as everybody; say after which door the database was another one."""
    world.dress_once()
    before = world.dump()
    for door in doors_of(world.app):
        if door.method != "GET":
            continue
        for actor in ACTORS:
            for _, owner in world.owners(door, actor):
                for method in ("GET", "HEAD"):
                    world.knock(Knocked(door.name, method, door.path), actor, owner)
        if (after := world.dump()) != before:
            before = after
            yield door.name


def test_r38_no_get_changes_state(app: FastAPI, now: datetime) -> None:
    assert list(changes(World(app, now))) == []


def test_r38_a_get_that_writes_is_found(
    settings: Settings, make_app: Callable[[Settings], FastAPI], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: a door that counts its visitors behind the back of the house."""
    router = APIRouter()

    @router.get("/planted")
    async def show_planted(door: Door) -> JSONResponse:
        await door.house.work.write(_count)
        return JSONResponse("seen")

    monkeypatch.setattr(main, "PAGES", (router,))
    monkeypatch.setattr(main, "APIS", ())
    monkeypatch.setattr(main, "insist_on_access", lambda _app, _environment: None)
    monkeypatch.setitem(ACCESS, "show_planted", PUBLIC)
    found = list(changes(World(make_app(settings), now)))
    assert found == ["show_planted"]


def test_r38_a_door_refuses_to_write_for_who_only_looks(
    settings: Settings, make_app: Callable[[Settings], FastAPI], now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    router = APIRouter()

    @router.get("/planted")
    async def show_planted(door: Door) -> JSONResponse:
        return JSONResponse(await door.write(_say))

    monkeypatch.setattr(main, "PAGES", (*main.PAGES, router))
    monkeypatch.setitem(ACCESS, "show_planted", PUBLIC)
    world = World(make_app(settings), now)
    before = world.dump()
    assert world.knock(Knocked("show_planted", "GET", "/planted"), "visitor", "visitor")[0] == 500
    assert world.dump() == before


def _count(db: Session) -> None:
    db.execute(text("UPDATE organisations SET name = name || '.' WHERE id = 1"))


def _say(_db: Session, _person: Person) -> str:
    return "said"
