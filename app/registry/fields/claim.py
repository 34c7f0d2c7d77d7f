"""What is kept of a claim: one statement of one source about an exact list of checkpoints. It is never edited."""

from typing import Annotated, Self

from pydantic import model_validator

from app.registry.fields.base import FullRevision, Id, Named, Record, Slug, Text, one_of
from app.registry.fields.source import CONFIRMATIONS
from app.rules.tokens import METHODS, RUNGS, USES


class ClaimTarget(Record):
    """A checkpoint that the claim is about; with a revision only where the source names one."""

    checkpoint: Id
    revision: FullRevision | None = None


class Claim(Named):
    """One statement. `method` is matched; `method_as_written` is shown beside it and never matched.

    `code_path` is the way through a tool that the source describes, where it names one.
    """

    id: Slug
    title: Text
    source: Slug
    on_page: bool = False
    statement: Text
    establishes: Text
    does_not_establish: Text
    method: Annotated[str, one_of(METHODS)] = "unspecified"
    method_as_written: str = ""
    framework: str = ""
    code_path: str = ""
    stance: Annotated[str, one_of(("for", "against"))] = "for"
    stance_use: Annotated[str, one_of(("", *USES))] = ""
    rung: Annotated[str, one_of(RUNGS)]
    confirmation: Annotated[str, one_of(("", *CONFIRMATIONS))] = ""
    superseded_by: Slug | None = None
    targets: tuple[ClaimTarget, ...]

    @model_validator(mode="after")
    def _advice_names_its_use(self) -> Self:
        if (self.stance == "against") != bool(self.stance_use):
            raise ValueError("a claim names the use that it advises against exactly when its stance is “against”")
        return self
