"""Pages of figures: pictures beside tables that say the same, of what was typed and of what was read from files."""

from app.inquiries.pages.figures.basis import Basis, Found, Place, basis_of
from app.inquiries.pages.figures.downloads import page_csv
from app.inquiries.pages.figures.every import FIGURES, figures_page, show_figures
from app.inquiries.pages.figures.parts import FiguresPage

__all__ = ["FIGURES", "Basis", "FiguresPage", "Found", "Place", "basis_of", "figures_page", "page_csv", "show_figures"]
