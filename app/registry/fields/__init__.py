"""The fields of each record of the registry: what a seed, a row and a digest are made of. No database, no pages."""

from app.registry.fields.checkpoint import Checkpoint, OtherDate, ParameterCount, Revision
from app.registry.fields.claim import Claim, ClaimTarget
from app.registry.fields.kind import Kind
from app.registry.fields.records import Records, loose_ends
from app.registry.fields.source import Source

__all__ = [
    "Checkpoint",
    "Claim",
    "ClaimTarget",
    "Kind",
    "OtherDate",
    "ParameterCount",
    "Records",
    "Revision",
    "Source",
    "loose_ends",
]
