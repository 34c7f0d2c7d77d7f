"""Doors of the desk's pages: judging one inquiry, and what is waived."""

from fastapi import APIRouter

from app.reviews.routes import figures, judging, waiving

router = APIRouter()
router.include_router(judging.router)
router.include_router(figures.router)
router.include_router(waiving.router)
