"""What the desk's pages show, read and composed; no page decides anything."""

from app.reviews.pages.acting import ActPage, missing, show_act, show_lost, show_sharing
from app.reviews.pages.ahead import show_way_to_approval
from app.reviews.pages.approval import ApprovalPage, approval_page, show_approval, show_lost_approval
from app.reviews.pages.comparing import ComparePage, show_comparison
from app.reviews.pages.figures import all_tasks, show_figures, show_reading, show_runs
from app.reviews.pages.queue import show_queue
from app.reviews.pages.review import ReviewPage, show_late_review, show_review
from app.reviews.pages.waivers import list_for_programs, show_waiver, show_waivers, waiver_as_json
from app.reviews.pages.waiving import show_relaxing, show_waiving

__all__ = [
    "ActPage",
    "ApprovalPage",
    "ComparePage",
    "ReviewPage",
    "all_tasks",
    "approval_page",
    "list_for_programs",
    "missing",
    "show_act",
    "show_approval",
    "show_comparison",
    "show_figures",
    "show_late_review",
    "show_lost",
    "show_lost_approval",
    "show_queue",
    "show_reading",
    "show_relaxing",
    "show_review",
    "show_runs",
    "show_sharing",
    "show_waiver",
    "show_waivers",
    "show_waiving",
    "show_way_to_approval",
    "waiver_as_json",
]
