"""Revoking an approval: one engineer asks with a reason, another one agrees, and only then it is done."""

from datetime import datetime

from sqlalchemy.orm import Session

from app.accounts.queries import Person
from app.infra.errors import ConflictError
from app.inquiries.fields.states import state_words
from app.inquiries.service.audience import called
from app.notices import queries as people
from app.notices import service as notices
from app.reviews import queries
from app.reviews.service.deciding import Decided, Ground, decide, tell_of
from app.reviews.service.keeping import note, tell
from app.reviews.service.saying import sentence
from app.reviews.service.standing import opened
from app.reviews.tables import RevocationRequest
from app.rules import workflow
from app.rules.workflow import Action, Party


def ask_revocation(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, reference: str, *, version: int, reason: str, now: datetime
) -> int:
    """Ask another engineer to agree; nothing is revoked yet. Returns the number of the request."""
    _, case = opened(db, person, reference, version=version)
    if workflow.target(case.state, Action.REVOKE, Party.TWO_OUTSIDE_ENGINEERS) is None:
        raise ConflictError(
            f"This inquiry is {state_words(case.state)}; only an approval can be revoked.", code="state"
        )
    if queries.find_request(db, case.number) is not None:
        raise ConflictError("Somebody asked for this already. Open the page again to agree.", code="asked-already")
    reason = sentence(reason, "Write why the approval should be revoked.")
    request = RevocationRequest(inquiry_id=case.number, engineer_id=person.id, reason=reason, at=now)
    db.add(request)
    db.flush()
    tell(db, person, case, "ask-revocation", reason, now=now, is_internal=True)
    note(db, person, "revocation.ask", case, now=now, reason=reason)
    notices.tell(
        db,
        event=f"{case.reference}/revocation/{request.id}",
        template="desk",
        reference=case.reference,
        path=f"/reviews/{case.reference}/revoke",
        subject=f"{case.reference}: a second engineer is needed to revoke it",
        body=f"{person.name} asks to revoke the approval of version {case.version}:",
        quoted=reason,
        title=called(db, case.number),
        to=[engineer.id for engineer in people.list_engineers(db, outside=case.organisation_id)],
        actor_id=person.id,
        now=now,
    )
    return request.id


def confirm_revocation(  # noqa: PLR0913  db, person and now come with every deed
    db: Session, person: Person, reference: str, *, version: int, request_id: int, now: datetime
) -> Decided:
    """Agree to the request that one has read; whoever asked cannot."""
    row, case = opened(db, person, reference, version=version)
    found = queries.find_request(db, case.number)
    if found is None or found[0].id != request_id:
        raise ConflictError("This is not what you were asked to agree to. Open the page again.", code="stale-request")
    request, asked_by = found
    if request.engineer_id == person.id:
        raise ConflictError("You asked for this yourself; another engineer has to agree.", code="second-needed")
    reason = f"{request.reason}\n\nAsked for by {asked_by}, agreed to by {person.name}."
    ground = Ground(reason, asked_by_id=request.engineer_id)
    decided = decide(
        db, person, row, case, action=Action.REVOKE, ground=ground, now=now, who=Party.TWO_OUTSIDE_ENGINEERS
    )
    tell_of(db, person, case, decided, words="is no longer approved: it was revoked", quoted=reason, now=now)
    return decided
