"""Files of a submitted version, for those who may judge it."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import NotFoundError
from app.reviews.service.standing import judged


@dataclass(frozen=True, slots=True)
class Attached:
    """A file as the snapshot names it."""

    name: str
    sha256: str


def find_file(db: Session, person: Person, reference: str, upload: str) -> Attached:
    """Return a file that the snapshot holds; what was attached to the draft since is not there."""
    for file in judged(db, person, reference).body["uploads"]:
        if file["id"] == upload:
            return Attached(file["name"], file["sha256"])
    raise NotFoundError
