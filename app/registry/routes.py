"""Doors of the registry room (routes); a stub until the room is built."""

from fastapi import APIRouter

router = APIRouter()
