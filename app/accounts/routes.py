"""Doors of the accounts room."""

from fastapi import APIRouter

router = APIRouter()
