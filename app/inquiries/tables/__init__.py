"""What the inquiries room keeps: the inquiries with their versions, files and story, and what stands beside them."""

from app.inquiries.tables.asks import AnsweredAsk
from app.inquiries.tables.beside import Copy, Owner, ReadLaw, RuleSet, Withdrawal
from app.inquiries.tables.records import IdempotencyKey, Inquiry, InquiryEvent, InquiryVersion, Upload
from app.inquiries.tables.stops import Stop
from app.inquiries.tables.waivers import Promise, Waiver

__all__ = [
    "AnsweredAsk",
    "Copy",
    "IdempotencyKey",
    "Inquiry",
    "InquiryEvent",
    "InquiryVersion",
    "Owner",
    "Promise",
    "ReadLaw",
    "RuleSet",
    "Stop",
    "Upload",
    "Waiver",
    "Withdrawal",
]
