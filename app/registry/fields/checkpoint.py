"""What is kept of a checkpoint. An empty text means that no source states it; nothing is worked out from a name."""

from datetime import date
from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from app.registry.fields.base import FullRevision, Id, Named, Record, Slug, Text, one_of

FORMATS = ("bf16", "fp16", "fp8", "nvfp4", "mxfp4", "bnb-4bit", "gguf", "other")
STAGES = ("base", "post-trained", "adapter")
RELATIONS = ("re-upload-of", "quantised-from", "base-of", "from-base")
LAYOUTS = ("dense", "mixture", "hybrid", "hybrid-mixture")  # hybrid: some layers are linear attention or state space
LICENCE_STATES = ("stated", "conflicting", "unknown")


class Revision(Record):
    """A commit of the repository, and who was seen to name it."""

    revision: FullRevision
    seen_in: Text
    note: str = ""


class ParameterCount(Record):
    """A number of parameters as somebody wrote it; the figures of one checkpoint differ by source."""

    text: Text
    source: Text


class OtherDate(Record):
    """A day that a source gives, and what it is the day of."""

    day: date
    what: Text


class Checkpoint(Named):
    """One checkpoint. An id with a slash is its repository; one without is our name for a model without one."""

    id: Id
    repository: str
    publisher: Text
    family: str = ""
    version: str = ""
    size: str = ""
    architecture: str = ""
    stage: Annotated[str, one_of(("", *STAGES))] = ""
    format: Annotated[str, one_of(("", *FORMATS))] = ""
    format_as_written: str = ""
    relation: Annotated[str, one_of(("", *RELATIONS))] = ""
    relative: str = ""
    lineage: str = ""
    licence: str = ""
    licence_state: Annotated[str, one_of(LICENCE_STATES)] = "unknown"
    licence_source: Slug | None = None
    licence_note: str = ""
    parameters: int | None = Field(default=None, gt=0)
    active_parameters: int | None = Field(default=None, gt=0)  # of a mixture, as rounded by who publishes it
    layout: Annotated[str, one_of(("", *LAYOUTS))] = ""
    parameter_counts: tuple[ParameterCount, ...] = ()
    context_length: int | None = Field(default=None, gt=0)
    context_as_written: str = ""
    announced_on: date | None = None
    weights_on: date | None = None
    checked_on: date | None = None
    other_dates: tuple[OtherDate, ...] = ()
    seen_in: Text
    on_page: bool = False
    notes: tuple[Text, ...] = ()
    revisions: tuple[Revision, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _owner_is_the_publisher(cls, given: Any) -> Any:  # noqa: ANN401  whatever a seed holds
        if not isinstance(given, dict) or not isinstance(given.get("id"), str):
            return given
        owner, slash, _ = given["id"].partition("/")
        own = {"repository": given["id"], "publisher": owner} if slash else {"repository": ""}
        return {**own, **given}

    @model_validator(mode="after")
    def _hangs_together(self) -> Self:
        if self.repository not in ("", self.id):
            raise ValueError("an id with a slash is the repository; write the repository nowhere else")
        if bool(self.licence) == (self.licence_state == "unknown"):
            raise ValueError("a licence is named exactly when its state is “stated” or “conflicting”")
        return self
