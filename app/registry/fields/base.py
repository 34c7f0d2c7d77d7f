"""What every record of the registry has in common: frozen, no field that nobody knows, text without edges."""

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints

Text = Annotated[str, StringConstraints(min_length=1, max_length=2000)]
Id = Annotated[
    str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*(/[A-Za-z0-9][A-Za-z0-9._-]*)?$", max_length=140)
]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._-]*$", max_length=80)]
FullRevision = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{40}$")]


class Record(BaseModel):
    """A record as it stands in a seed: nothing unknown, nothing changed afterwards."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True, from_attributes=True)


class Named(Record):
    """A record that others refer to by its id."""

    id: str


def one_of(tokens: tuple[str, ...]) -> AfterValidator:
    """Take only one of these tokens, and say which they are."""

    def known(value: str) -> str:
        if value not in tokens:
            raise ValueError(f"is “{value}”, which is none of {', '.join(tokens)}")
        return value

    return AfterValidator(known)
