"""What can be done with an inquiry: open, save, attach, check, submit. Never commits, never sees HTTP."""

from app.inquiries.service.checking import check_document, check_inquiry, readable_document, today_of
from app.inquiries.service.loading import document_text, latest_snapshot, load, plain_json
from app.inquiries.service.opening import adopt_drafts, open_by_program, open_inquiry, purge
from app.inquiries.service.saving import Conflict, Saved, patch_document, save_section
from app.inquiries.service.submitting import Changed, Refused, Review, Submission, review, submit
from app.inquiries.service.uploading import Taken, attach, find_upload, remove_upload, take_in, try_to_take_in

__all__ = [
    "Changed",
    "Conflict",
    "Refused",
    "Review",
    "Saved",
    "Submission",
    "Taken",
    "adopt_drafts",
    "attach",
    "check_document",
    "check_inquiry",
    "document_text",
    "find_upload",
    "latest_snapshot",
    "load",
    "open_by_program",
    "open_inquiry",
    "patch_document",
    "plain_json",
    "purge",
    "readable_document",
    "remove_upload",
    "review",
    "save_section",
    "submit",
    "take_in",
    "today_of",
    "try_to_take_in",
]
