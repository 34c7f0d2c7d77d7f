"""Pages of figures: pictures beside tables that say the same, of what was typed and of what was read from files."""

from app.inquiries.pages.figures.basis import Basis, Found, Place, basis_of
from app.inquiries.pages.figures.comparing import show_runs
from app.inquiries.pages.figures.downloads import page_csv
from app.inquiries.pages.figures.every import FIGURES, figures_page, link_beside, links_to, show_figures
from app.inquiries.pages.figures.found import found_in
from app.inquiries.pages.figures.parts import FiguresPage
from app.inquiries.pages.figures.reading import ReadingPage, Shown, reading_page, show_reading

__all__ = [
    "FIGURES",
    "Basis",
    "FiguresPage",
    "Found",
    "Place",
    "ReadingPage",
    "Shown",
    "basis_of",
    "figures_page",
    "found_in",
    "link_beside",
    "links_to",
    "page_csv",
    "reading_page",
    "show_figures",
    "show_reading",
    "show_runs",
]
