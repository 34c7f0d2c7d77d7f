"""Doors of the inquiries' pages: filling in and submitting, and what comes after."""

from fastapi import APIRouter

from app.inquiries.routes import filling, following

router = APIRouter()
router.include_router(filling.router)
router.include_router(following.router)

__all__ = ["router"]
