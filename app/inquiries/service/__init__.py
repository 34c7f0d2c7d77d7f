"""What can be done with an inquiry: open, save, attach, check, submit. Never commits, never sees HTTP."""

from app.inquiries.service.asking import asked_of
from app.inquiries.service.audience import Audience, audience
from app.inquiries.service.bounds import LONGEST, insist_on_bounds, too_long
from app.inquiries.service.checking import any_document, check_document, check_inquiry, readable_document, today_of
from app.inquiries.service.copying import copy_by_program, copy_inquiry, unreviewed
from app.inquiries.service.laws import LawChange, RuleChange, law_changes, read_law
from app.inquiries.service.leaving import Ahead, look_ahead
from app.inquiries.service.loading import document_text, latest_snapshot, load, plain_json
from app.inquiries.service.measuring import find_reading, find_reading_of, measured_now, measured_of, measured_then
from app.inquiries.service.opening import adopt_drafts, open_by_program, open_inquiry, purge
from app.inquiries.service.owning import hand_to
from app.inquiries.service.promising import PROMISES, judged_promises, keep_promises, promises_of
from app.inquiries.service.saving import Conflict, Saved, patch_document, save_section
from app.inquiries.service.stopping import note_stops
from app.inquiries.service.story import share_story, tell_story
from app.inquiries.service.submitting import Changed, Refused, Review, Submission, Unconfirmed, move, review, submit
from app.inquiries.service.uploading import Taken, attach, find_upload, remove_upload, take_in, try_to_take_in
from app.inquiries.service.waived import waivers_of
from app.inquiries.service.withdrawing import undo, withdraw
from app.inquiries.service.writing import write_message

__all__ = [
    "LONGEST",
    "PROMISES",
    "Ahead",
    "Audience",
    "Changed",
    "Conflict",
    "LawChange",
    "Refused",
    "Review",
    "RuleChange",
    "Saved",
    "Submission",
    "Taken",
    "Unconfirmed",
    "adopt_drafts",
    "any_document",
    "asked_of",
    "attach",
    "audience",
    "check_document",
    "check_inquiry",
    "copy_by_program",
    "copy_inquiry",
    "document_text",
    "find_reading",
    "find_reading_of",
    "find_upload",
    "hand_to",
    "insist_on_bounds",
    "judged_promises",
    "keep_promises",
    "latest_snapshot",
    "law_changes",
    "load",
    "look_ahead",
    "measured_now",
    "measured_of",
    "measured_then",
    "move",
    "note_stops",
    "open_by_program",
    "open_inquiry",
    "patch_document",
    "plain_json",
    "promises_of",
    "purge",
    "read_law",
    "readable_document",
    "remove_upload",
    "review",
    "save_section",
    "share_story",
    "submit",
    "take_in",
    "tell_story",
    "today_of",
    "too_long",
    "try_to_take_in",
    "undo",
    "unreviewed",
    "waivers_of",
    "withdraw",
    "write_message",
]
