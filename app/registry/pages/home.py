"""The first page: what is published for each family, with its limits, and the two pilots that can be begun."""

import secrets
from dataclasses import dataclass

from sqlalchemy.orm import Session

from app.accounts.access import first_page
from app.accounts.queries import Person
from app.registry.pages import lines, words
from app.registry.pages.lines import ClaimLine, Link
from app.registry.queries import Loaded, load_records
from app.rules.workflow import Role

GLM = (
    "glm-5.3-report",
    "glm-5.3-verifier-design",
    "sao-glm-5.2",
    "slime-stack",
    "glm-5.3-bf16-release",
    "glm-5.3-flash-architecture",
)
QWEN = ("unsloth-qwen3.8-27b-sft", "unsloth-qwen3.8-27b-rl-entry", "qwengyre-2.4t-rl", "qwengyre-2.4t-700k")
OTHERS = ("inkling-small-rl", "inkling-small-tinker", "nemotron-3-nano-card")
FAMILIES = (
    ("GLM 5.3", ("glm",), GLM, "The report tells how Z.ai made GLM 5.3. It is not a job that was run for a customer."),
    (
        "Qwen 3.8",
        ("qwen",),
        QWEN,
        "A guide for 27B and a preprint on 2.4T. Neither holds for the other.",
    ),
    ("Inkling and Nemotron", ("inkling", "nemotron"), OTHERS, "What vendors say of one checkpoint each."),
)
RECOMMENDATION = "27b-first"
LARGER = "larger-when-justified"
OPENING = (None, Role.CUSTOMER)  # who opens inquiries
WORK = {
    Role.ENGINEER: Link("Go to the queue", first_page(Role.ENGINEER)),
    Role.OPS: Link("Go to the scopes", first_page(Role.OPS)),
    Role.ADMIN: Link("Go to the people", first_page(Role.ADMIN)),
}
CHECKLIST = (
    (
        "The checkpoint",
        "The exact repository, its revision, its licence, and the formats that trainer and server take.",
    ),
    (
        "The evaluation",
        "A held-out set and the untuned checkpoint measured on it: quality, response time, cost per accepted result.",
    ),
    ("The environment", "Where rollouts run, which tools they reach, how long a sequence and a task may become."),
    ("The verifier", "The reward, with tests for shortcuts and for cases that have to fail."),
    ("The budget", "A bounded amount of compute, when to stop, what counts as accepted, and how it will be deployed."),
)


@dataclass(frozen=True, slots=True)
class Family:
    """What the research page cites on one family."""

    name: str
    limit: str
    claims: tuple[ClaimLine, ...]
    more: tuple[Link, ...]


@dataclass(frozen=True, slots=True)
class Pilot:
    """A kind of inquiry that can be begun, with a key that makes a second click the same inquiry."""

    kind: str
    title: str
    suggestion: str
    is_suggested: bool
    form_key: str


@dataclass(frozen=True, slots=True)
class HomePage:
    """The first page."""

    families: tuple[Family, ...]
    checklist: tuple[tuple[str, str], ...]
    recommendation: ClaimLine | None
    larger: ClaimLine | None
    pilots: tuple[Pilot, ...]
    work: Link | None
    beyond: int


def home_page(db: Session, person: Person) -> HomePage:
    """Return the first page; the desk's own people open no inquiry and are led to their work."""
    loaded = load_records(db)
    return HomePage(
        families=tuple(_family(*each, loaded=loaded) for each in FAMILIES),
        checklist=CHECKLIST,
        recommendation=_line(RECOMMENDATION, loaded),
        larger=_line(LARGER, loaded),
        pilots=_pilots(loaded) if person.role in OPENING else (),
        work=None if person.role is None or person.role in OPENING else WORK[person.role],
        beyond=sum(not claim.on_page for claim in loaded.records.claims),
    )


def _family(name: str, families: tuple[str, ...], ids: tuple[str, ...], limit: str, *, loaded: Loaded) -> Family:
    """Return the claims that matter most, in the order in which they explain each other, and where the rest stands."""
    found = tuple(lines.claim_line(loaded.claims[each], loaded) for each in ids if each in loaded.claims)
    more = tuple(Link(_all_of(family, loaded), f"/evidence?family={family}") for family in families)
    return Family(name, limit, found, more)


def _all_of(family: str, loaded: Loaded) -> str:
    count = sum(family in lines.families_of(claim, loaded) for claim in loaded.records.claims)
    return f"All {count} claims on {words.family_of(family)}"


def _line(claim_id: str, loaded: Loaded) -> ClaimLine | None:
    claim = loaded.claims.get(claim_id)
    return lines.claim_line(claim, loaded) if claim else None


def _pilots(loaded: Loaded) -> tuple[Pilot, ...]:
    kinds = sorted(loaded.records.kinds, key=lambda kind: (kind.larger_than_suggested, kind.id))
    return tuple(
        Pilot(
            kind=kind.id,
            title=kind.title,
            suggestion=kind.checkpoint_to_train or kind.usual_checkpoint,
            is_suggested=not kind.larger_than_suggested,
            form_key=secrets.token_urlsafe(24),
        )
        for kind in kinds
    )
