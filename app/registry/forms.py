"""What people and programs may ask of the registry: filters of its lists, and the question that the lattice answers."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Annotated
from urllib.parse import urlencode

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from app.infra.request import Day
from app.registry.fields.base import one_of
from app.rules.tokens import METHODS, USES

LONGEST = 200
LONGEST_PAGE = 6  # digits
MOST_CHECKPOINTS = 8
SHOWN = ("claims", "checkpoints", "sources")
USUAL_USE = "compatibility-start"


class Asked:
    """The query of an address: names with their values, in order, a name perhaps several times."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._pairs = [(name, value.strip()[:LONGEST]) for name, value in pairs]

    def one(self, name: str) -> str:
        """Return the last value of that name, or an empty text."""
        return next((value for key, value in reversed(self._pairs) if key == name), "")

    def every(self, name: str) -> tuple[str, ...]:
        """Return every value of that name, each once."""
        return tuple(dict.fromkeys(value for key, value in self._pairs if key == name and value))

    def page(self) -> int:
        """Return the page of the list; the first where none can be read."""
        page = self.one("page")
        return int(page) if page.isascii() and page.isdigit() and len(page) < LONGEST_PAGE and int(page) else 1


@dataclass(frozen=True, slots=True)
class Question:
    """One control of a form, as the macros of the forms show it; it is named by its id."""

    id: str
    label: str
    value: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    values: tuple[str, ...] = ()
    hint: str = ""
    errors: tuple[str, ...] = ()
    unit: str = ""
    width: str = ""
    autocomplete: str = ""

    @property
    def name(self) -> str:
        """The name in the address."""
        return self.id


@dataclass(frozen=True, slots=True)
class EvidenceFilter:
    """What of the registry is listed; all of it stands in the address."""

    show: str = "claims"
    text: str = ""
    family: str = ""
    kind: str = ""
    rung: str = ""
    confirmation: str = ""
    place: str = ""
    page: int = 1

    @classmethod
    def of(cls, query: Iterable[tuple[str, str]]) -> "EvidenceFilter":
        """Read the address; what it does not name is not filtered by."""
        asked = Asked(query)
        show = asked.one("show")
        return cls(
            show=show if show in SHOWN else "claims",
            text=asked.one("text"),
            family=asked.one("family"),
            kind=asked.one("kind"),
            rung=asked.one("rung"),
            confirmation=asked.one("confirmation"),
            place=asked.one("place"),
            page=asked.page(),
        )

    @property
    def is_narrowed(self) -> bool:
        """Whether anything but the list itself was chosen."""
        return any((self.text, self.family, self.kind, self.rung, self.confirmation, self.place))

    def address(self, *, show: str = "", page: int = 1) -> str:
        """Return the address of this list, at a page, or of another list that is narrowed alike."""
        other = replace(self, show=show or self.show, page=page)
        pairs = {name: str(getattr(other, name)) for name in other.__slots__}
        usual = (("show", "claims"), ("page", "1"))
        kept = [(name, value) for name, value in pairs.items() if value and (name, value) not in usual]
        return "/evidence" + ("?" + urlencode(kept) if kept else "")


@dataclass(frozen=True, slots=True)
class MatchFilter:
    """Which claims are matched to which checkpoints, and for what; all of it stands in the address."""

    use: str = USUAL_USE
    method: str = ""
    checkpoints: tuple[str, ...] = ()
    family: str = ""
    kind: str = ""
    place: str = ""
    claim: str = ""
    page: int = 1

    @classmethod
    def of(cls, query: Iterable[tuple[str, str]]) -> "MatchFilter":
        """Read the address."""
        asked = Asked(query)
        return cls(
            use=asked.one("use") or USUAL_USE,
            method=asked.one("method"),
            checkpoints=asked.every("checkpoint")[:MOST_CHECKPOINTS],
            family=asked.one("family"),
            kind=asked.one("kind"),
            place=asked.one("place"),
            claim=asked.one("claim"),
            page=asked.page(),
        )

    def address(self, *, claim: str = "", checkpoints: Iterable[str] | None = None, page: int = 1) -> str:
        """Return the address of this matrix, at a page, or that of one of its cells."""
        chosen = self.checkpoints if checkpoints is None else tuple(checkpoints)
        pairs = [("use", self.use), ("method", self.method), ("family", self.family), ("kind", self.kind)]
        pairs += [("place", self.place), ("claim", claim), *(("checkpoint", each) for each in chosen)]
        pairs += [("page", str(page) if page > 1 else "")]
        return "/evidence/match?" + urlencode([(name, value) for name, value in pairs if value])


class MatchRequest(BaseModel):
    """The question of `POST /match`: a claim, a checkpoint (`owner/name`, perhaps `@` and a revision), and a use."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    claim: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST)]
    checkpoint: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST)]
    use: Annotated[str, one_of(USES), Field(json_schema_extra={"enum": list(USES)})]
    method: Annotated[str, one_of(("", *METHODS)), Field(json_schema_extra={"enum": ["", *METHODS]})] = ""
    today: Day | None = None
