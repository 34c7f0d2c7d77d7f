"""What is said to somebody who came too late: what happened meanwhile, who did it, and where it stands now."""

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.web import instant
from app.inquiries import queries as inquiries
from app.reviews.pages.words import KIND_WORDS, review_address
from app.reviews.queries import Case

MOVES = ("submit", "take", "return", "approve", "decline", "ask-revocation", "revoke", "withdraw", "undo", "interest")
Lines = tuple[tuple[str, str], ...]


def lost_lines(  # noqa: PLR0913  what was refused to whom, of which version, and what became of their words
    db: Session, person: Person, case: Case, refusal: str, *, seen: int, kept: str
) -> Lines:
    """Return the lines of the summary, each with where it leads; `seen` is the version that the form was made with."""
    address = review_address(case.reference)
    lines = [(refusal, ""), (meanwhile(db, person, case), ""), (kept, "")]
    if 0 < seen < case.version:
        differs = f"See what changed from version {seen} to version {case.version}"
        lines.append((differs, f"{address}/compare?from={seen}&to={case.version}"))
    return tuple(line for line in (*lines, ("See the inquiry as it is now", address)) if line[0])


def meanwhile(db: Session, person: Person, case: Case) -> str:
    """Say who moved the inquiry last, and when."""
    moved = [line for line in inquiries.list_story(db, case.number, "internal") if line.kind in MOVES]
    if not moved:
        return ""
    last = moved[-1]
    who = "You" if last.actor_id == person.id else last.name or "Somebody"
    did = f"submitted version {last.version}" if last.kind == "submit" else KIND_WORDS[last.kind]
    return f"{who} {did}, {instant(last.at)}."
