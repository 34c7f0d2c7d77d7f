"""What the desk types and chooses: the queue's filters in the address, decisions as forms and as JSON."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Annotated, Literal, TypeVar
from urllib.parse import urlencode

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from app.infra.errors import InvalidError
from app.infra.request import Submitted
from app.inquiries.fields.money import minor_digits, to_minor
from app.inquiries.service import LONGEST
from app.reviews.queries import Wanted
from app.reviews.service import Grant
from app.rules.workflow import State

WAITING = (State.SUBMITTED, State.IN_REVIEW)
ANY = "any"
LONGEST_SEARCH = 200
LONGEST_NAME = 60
LARGEST_ID = 2**31 - 1
REASON, ASK = "reason.", "ask."


@dataclass(frozen=True, slots=True)
class QueueFilter:
    """Which part of the queue is shown; all of it stands in the address."""

    state: str = ""
    kind: str = ""
    organisation: str = ""
    mine: str = ""
    text: str = ""
    name: str = ""
    after: str = ""

    @classmethod
    def of(cls, query: Iterable[tuple[str, str]]) -> "QueueFilter":
        """Read the address; the last value of a name counts, and what cannot be read narrows nothing."""
        given = dict(query)
        state = given.get("state", "")
        organisation = given.get("organisation", "")
        return cls(
            state=state if state in {ANY, *State} else "",
            kind=given.get("kind", "")[:LONGEST_SEARCH].replace("\x00", ""),
            organisation=organisation if _row_id(organisation) else "",
            mine="yes" if given.get("mine") else "",
            text=given.get("text", "").replace("\x00", "").strip()[:LONGEST_SEARCH],
            name=" ".join(given.get("name", "").replace("\x00", "").split())[:LONGEST_NAME],
            after=given.get("after", "") if _place(given.get("after", "")) else "",
        )

    def wanted(self) -> Wanted:
        """Return what the queries are asked for; by default what waits, and of one's own everything."""
        states: tuple[str, ...] = () if self.mine or self.state == ANY else tuple(map(str, WAITING))
        return Wanted(
            states=(self.state,) if self.state and self.state != ANY else states,
            kind=self.kind,
            organisation_id=_row_id(self.organisation),
            is_mine=bool(self.mine),
            text=self.text,
            after=_place(self.after),
        )

    def address(self, **other: str) -> str:
        """Return the address of this list with some of it changed; it begins at its first page again."""
        changed = replace(self, **{"after": "", **other})
        pairs = [(name, getattr(changed, name)) for name in changed.__slots__]
        chosen = [(name, value) for name, value in pairs if value]
        return "/queue" + ("?" + urlencode(chosen) if chosen else "")


def place_of(moment: datetime, number: int) -> str:
    """Return where a page of the queue ended, as its address says it."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}Z~{number}"


def _place(text: str) -> tuple[datetime, int] | None:
    moment, _, number = text.partition("~")
    try:
        at = datetime.strptime(moment, "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC)
    except ValueError:
        return None
    found = _row_id(number)
    return None if found is None else (at, found)


def _row_id(text: str) -> int | None:
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(LARGEST_ID))
    return int(text) if is_number and 1 <= int(text) <= LARGEST_ID else None


def version_of(form: Submitted, name: str = "version") -> int:
    """Return the number that the form was made with; 0, which nothing has, where it cannot be read."""
    return _row_id(form.get(name)) or 0


def texts_of(form: Submitted, prefix: str) -> dict[str, str]:
    """Return what was written under names with that prefix, by the rest of the name."""
    return {name.removeprefix(prefix): value for name, value in form.pairs if name.startswith(prefix)}


def grant_of(form: Submitted, currency: str) -> Grant:
    """Read what is granted; what cannot be read exactly is nothing."""
    return Grant(_amount(form.get("cap"), currency), day_of(form.get("earliest_start")), form.get("conditions"))


def _amount(text: str, currency: str) -> int | None:
    digits = minor_digits(currency)
    return None if digits is None else to_minor(text.strip(), digits)


def day_of(text: str) -> date | None:
    """Read a day; what cannot be read exactly is none."""
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        return None


Text = Annotated[str, StringConstraints(max_length=LONGEST, pattern=r"^[^\x00]*$")]


class GrantRequest(BaseModel):
    """What an approval grants: the cap in minor units of the document's currency, the earliest start, conditions."""

    model_config = ConfigDict(extra="forbid", strict=True)

    cap: Annotated[int, Field(ge=1, le=2**53 - 1)]
    earliest_start: Annotated[date, Field(strict=False)]
    conditions: Text = ""


class DecisionRequest(BaseModel):
    """A decision on exactly this version, and nothing but decision fields.

    `reason` is the message of a return, the reason of a decline or of a revocation. `reasons` answers, by
    `RULE|field`, for each open warning and each *cannot tell* of a rule that blocks. A revocation without `request`
    asks for one; with the number of another engineer's request it agrees to it.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    action: Literal["take", "return", "approve", "decline", "revoke"]
    version: Annotated[int, Field(ge=1, le=LARGEST_ID)]
    reason: Text = ""
    reasons: dict[str, Text] = Field(default_factory=dict)
    asks: dict[str, Text] = Field(default_factory=dict)
    granted: GrantRequest | None = None
    request: Annotated[int, Field(ge=1, le=LARGEST_ID)] | None = None

    def grant(self) -> Grant:
        """Return what is granted, as the service takes it."""
        if self.granted is None:
            return Grant(None, None)
        return Grant(self.granted.cap, self.granted.earliest_start, self.granted.conditions)


def decision_of(body: object) -> DecisionRequest:
    """Read a decision."""
    return asked_for(DecisionRequest, body, "This is not a decision.")


class WaiverRequest(BaseModel):
    """A waiver of one finding of exactly this version; without an inquiry, the relaxation of a rule for all of them.

    `until` is the last day on which it holds. One that blocks at a gate counts once another engineer confirmed it.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    inquiry: Text = ""
    version: Annotated[int, Field(ge=0, le=LARGEST_ID)] = 0
    rule: Text
    field: Text = ""
    reason: Text
    until: Annotated[date, Field(strict=False)]


class WaiverAct(BaseModel):
    """What is done about a waiver that is there."""

    model_config = ConfigDict(extra="forbid", strict=True)

    action: Literal["confirm", "withdraw"]


Asked = TypeVar("Asked", bound=BaseModel)


def asked_for(kind: type[Asked], body: object, otherwise: str) -> Asked:
    """Read what a program asks for; whatever is not part of it is refused, never left out in silence."""
    try:
        return kind.model_validate(body)
    except ValidationError as error:
        errors = [
            {"field": ".".join(str(part) for part in item["loc"]), "message": item["msg"]} for item in error.errors()
        ]
        raise InvalidError(otherwise, code="unreadable-request", errors=errors) from None


def typed(form: Submitted | None) -> dict[str, str]:
    """Return what was typed, by name; the last of each."""
    return dict(form.pairs) if form else {}
