"""The form of an inquiry: posted text into the document, the document into controls, and both into words.

What the fields are is said by `fields`; what is stored when, by `service`. Nothing here looks at the database.
"""

from app.inquiries.forms.comparing import Difference, differences, row_differences
from app.inquiries.forms.errors import errors_of
from app.inquiries.forms.filling import fill
from app.inquiries.forms.grids import Grid, Names
from app.inquiries.forms.rows_apart import Side, called
from app.inquiries.forms.showing import show
from app.inquiries.forms.summaries import answers, summary
from app.inquiries.forms.views import FieldView, RowView
from app.inquiries.forms.words import said

__all__ = [
    "Difference",
    "FieldView",
    "Grid",
    "Names",
    "RowView",
    "Side",
    "answers",
    "called",
    "differences",
    "errors_of",
    "fill",
    "row_differences",
    "said",
    "show",
    "summary",
]
