"""Who was told what of one inquiry, for the pages of the rooms above; and who will be told."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from sqlalchemy.orm import Session

from app.notices import queries
from app.notices.pages.desk import desk_lines
from app.notices.pages.words import MARKS, WAYS, ToldLine, progress_of, state_words
from app.notices.queries import MOST_LINES, RESENDABLE, DeliveryLine, Recipient
from app.notices.tables import Channel

MOST_NAMES = 10


@dataclass(frozen=True, slots=True)
class Told:
    """Everything that was told, the latest first, and how many of the mails have gone."""

    lines: tuple[ToldLine, ...]
    progress: str
    is_cut: bool
    needs_care: bool  # some of it came to nothing


def told(
    db: Session,
    reference: str,
    *,
    organisation_id: int | None = None,
    told_desk: Collection[str] = (),
    for_staff: bool = False,
) -> Told:
    """Return what was told of an inquiry: to everybody (for staff), or within that organisation (for its members).

    Staff see to which address a mail goes, so that they can mend one that takes none. `told_desk` names events of
    which its members also see that the desk was told, and nobody's name.
    """
    lines = queries.list_deliveries(db, reference, organisation_id=organisation_id, at_most=MOST_LINES + 1)
    counts = queries.count_mails(db, reference, organisation_id=organisation_id)
    shown = [_line(line, with_address=for_staff) for line in lines[:MOST_LINES]]
    if told_desk:
        shown += desk_lines(queries.list_told_desk(db, reference, told_desk))
        shown.sort(key=lambda line: line.when, reverse=True)
    needs_care = any(line.state in RESENDABLE for line in lines)
    return Told(tuple(shown), progress_of(counts), len(lines) > MOST_LINES, needs_care)


def announce(people: Iterable[Recipient], *, but: int | None = None) -> str:
    """Return the names of those who will be told, without the one who acts; "" where there is nobody."""
    names = [person.who for person in people if person.id != but]
    if len(names) > MOST_NAMES:
        return ", ".join(names[:MOST_NAMES]) + f" and {len(names) - MOST_NAMES} more"
    return " and ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)


def _line(line: DeliveryLine, *, with_address: bool) -> ToldLine:
    is_mail = line.channel is Channel.MAIL and line.who != line.address
    return ToldLine(
        who=f"{line.who}, {line.address}" if with_address and is_mail else line.who,
        about=line.subject,
        way=WAYS[line.channel],
        mark=MARKS[line.state],
        state=state_words(line.channel, line.state, line.tries),
        reason=line.error,
        when=line.when,
        resend_href=f"/inbox/mail/{line.id}/resend" if line.state in RESENDABLE else "",
    )
