"""Doors of the inquiries' pages: filling in and submitting, what comes after, and the law that judges them."""

from fastapi import APIRouter

from app.inquiries.routes import figures, filling, following, hashing, law

router = APIRouter()
router.include_router(filling.router)
router.include_router(figures.router)
router.include_router(following.router)
router.include_router(law.router)
router.include_router(hashing.router)

__all__ = ["router"]
