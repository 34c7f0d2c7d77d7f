"""What is kept of a source: who published it, when, where it can be read, and how well it is confirmed."""

from datetime import date
from typing import Annotated, Self

from pydantic import model_validator

from app.registry.fields.base import Named, Slug, Text, one_of
from app.registry.fields.checkpoint import OtherDate
from app.rules.tokens import KINDS

STATES = ("not-checked", "current", "changed", "expired", "unreachable", "superseded")
CONFIRMATIONS = ("confirmed", "second-hand", "page-only")


class Source(Named):
    """One public source. Without an address it can still be named: `identifier` says how others find it."""

    id: Slug
    kind: Annotated[str, one_of(KINDS)]
    publisher: str = ""
    title: Text
    address: str = ""
    identifier: str = ""
    published_on: date | None = None
    other_dates: tuple[OtherDate, ...] = ()
    reviewed_on: date | None = None
    review_by: date | None = None
    state: Annotated[str, one_of(STATES)] = "not-checked"
    snapshot: str = ""
    confirmation: Annotated[str, one_of(CONFIRMATIONS)]
    on_page: bool = False
    notes: tuple[Text, ...] = ()

    @model_validator(mode="after")
    def _hangs_together(self) -> Self:
        if self.address and not self.address.startswith("https://"):
            raise ValueError("an address begins with https://")
        if self.reviewed_on and self.review_by and self.review_by <= self.reviewed_on:
            raise ValueError("the next review comes after the last one")
        return self
