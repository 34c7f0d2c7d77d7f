"""Doors of the inquiries room (api); a stub until the room is built."""

from fastapi import APIRouter

router = APIRouter()
