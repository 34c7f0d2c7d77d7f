"""Pages of figures: pictures beside tables that say the same, of what was typed and of what was read from files."""

from app.inquiries.pages.figures.basis import Basis, Found, Place, basis_of
from app.inquiries.pages.figures.comparing import RunsPage, runs_page, show_runs
from app.inquiries.pages.figures.downloads import send_parts, send_tables
from app.inquiries.pages.figures.every import FIGURES, figures_page, link_beside, links_to, show_figures
from app.inquiries.pages.figures.found import found_in
from app.inquiries.pages.figures.parts import FiguresPage, Table
from app.inquiries.pages.figures.reading import (
    TASKS,
    ReadingPage,
    Shown,
    all_tasks,
    reading_page,
    show_reading,
    tasks_of,
)

__all__ = [
    "FIGURES",
    "TASKS",
    "Basis",
    "FiguresPage",
    "Found",
    "Place",
    "ReadingPage",
    "RunsPage",
    "Shown",
    "Table",
    "all_tasks",
    "basis_of",
    "figures_page",
    "found_in",
    "link_beside",
    "links_to",
    "reading_page",
    "runs_page",
    "send_parts",
    "send_tables",
    "show_figures",
    "show_reading",
    "show_runs",
    "tasks_of",
]
