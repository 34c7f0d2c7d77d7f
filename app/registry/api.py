"""Doors of the registry room (api); a stub until the room is built."""

from fastapi import APIRouter

router = APIRouter()
