"""What the pages of an inquiry show, read and composed; no page decides anything."""

from app.inquiries.pages.acts import show_copying, show_owner, show_withdrawal
from app.inquiries.pages.answers import CHANGED, REFUSED, REVIEWED, UNCONFIRMED, answers_page, show_answers
from app.inquiries.pages.catalogue import show_rules
from app.inquiries.pages.closed import show_closed
from app.inquiries.pages.comparison import show_comparison
from app.inquiries.pages.conflict import conflict_page
from app.inquiries.pages.figures import (
    TASKS,
    all_tasks,
    send_parts,
    send_tables,
    show_figures,
    show_reading,
    show_runs,
)
from app.inquiries.pages.hashing import hashing_page
from app.inquiries.pages.listing import show_list
from app.inquiries.pages.receipt import show_receipt
from app.inquiries.pages.section import WITH_FILES, next_section, same_place, show_section, suggested_answers
from app.inquiries.pages.stops import show_stops
from app.inquiries.pages.tasks import show_tasks
from app.inquiries.pages.timeline import show_timeline
from app.inquiries.pages.way_out import show_way_out
from app.inquiries.pages.words import saved_words

__all__ = [
    "CHANGED",
    "REFUSED",
    "REVIEWED",
    "TASKS",
    "UNCONFIRMED",
    "WITH_FILES",
    "all_tasks",
    "answers_page",
    "conflict_page",
    "hashing_page",
    "next_section",
    "same_place",
    "saved_words",
    "send_parts",
    "send_tables",
    "show_answers",
    "show_closed",
    "show_comparison",
    "show_copying",
    "show_figures",
    "show_list",
    "show_owner",
    "show_reading",
    "show_receipt",
    "show_rules",
    "show_runs",
    "show_section",
    "show_stops",
    "show_tasks",
    "show_timeline",
    "show_way_out",
    "show_withdrawal",
    "suggested_answers",
]
