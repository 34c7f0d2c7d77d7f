"""Doors of an inquiry that was submitted, came back, is withdrawn or copied: parse, one call, answer."""

from fastapi import APIRouter

router = APIRouter()
