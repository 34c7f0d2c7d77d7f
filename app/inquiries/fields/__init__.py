"""The one table of fields of an inquiry: makes the form, reads values for the rules, names columns, words differences.

Where a field is asked, what it is called and what can be read from it is said here and nowhere else. That something is
required is not said here: that is the checklist's.
"""

from app.inquiries.fields.asking import facts_of
from app.inquiries.fields.kinds import Field, Section, Type
from app.inquiries.fields.naming import anchor_of, label_of, section_of, unknown_members
from app.inquiries.fields.reading import Reading, read
from app.inquiries.fields.table import FIELDS, SECTIONS

__all__ = [
    "FIELDS",
    "SECTIONS",
    "Field",
    "Reading",
    "Section",
    "Type",
    "anchor_of",
    "facts_of",
    "label_of",
    "read",
    "section_of",
    "unknown_members",
]
