"""Who may open which door: one row for each route, by the name of its function. The guard and the tests read this.

`all`: everything behind it. `own`: what belongs to the person's organisation, or to this browser while it belongs to
nobody yet; the queries of the room keep to that. `no`: a visitor is asked to sign in, anyone else finds nothing there.
"""

from dataclasses import dataclass
from typing import Literal

from app.rules.workflow import Role

Reach = Literal["all", "own", "no"]


@dataclass(frozen=True, slots=True)
class Access:
    """How far each role gets through one door; `scope` is what an API token must carry for it."""

    visitor: Reach
    customer: Reach
    engineer: Reach
    ops: Reach
    admin: Reach
    scope: str = ""
    only_in_development: bool = False
    is_held: bool = True  # what is posted here without a session is kept until the person is back

    def reach(self, role: Role | None) -> Reach:
        """Return how far this role gets; None is a visitor."""
        reach: Reach = getattr(self, "visitor" if role is None else role.value)
        return reach


PUBLIC = Access("all", "all", "all", "all", "all")
SIGNED_IN = Access("no", "own", "own", "own", "own", is_held=False)  # one's own account; passwords are never held
ADMIN = Access("no", "no", "no", "no", "all", is_held=False)

DRAFTING = Access("own", "own", "no", "no", "no")  # a draft is begun before anyone signs in
SUBMITTING = Access("no", "own", "no", "no", "no")

ACCESS: dict[str, Access] = {
    # the house
    "show_health": PUBLIC,
    "show_readiness": PUBLIC,
    "show_gallery": Access("all", "all", "all", "all", "all", only_in_development=True),
    # people
    "show_sign_in": PUBLIC,
    "sign_in": PUBLIC,
    "show_sign_up": PUBLIC,
    "sign_up": PUBLIC,
    "sign_out": PUBLIC,
    "show_link": PUBLIC,
    "use_link": PUBLIC,
    "show_account": SIGNED_IN,
    "change_password": SIGNED_IN,
    "show_password": SIGNED_IN,
    "end_session": SIGNED_IN,
    "end_other_sessions": SIGNED_IN,
    "list_people": ADMIN,
    "change_person": ADMIN,
    # the registry
    "show_home": PUBLIC,
    "list_evidence": PUBLIC,
    "show_match": PUBLIC,
    "show_checkpoint": PUBLIC,
    "show_source": PUBLIC,
    "show_claim": PUBLIC,
    "list_claims": PUBLIC,
    "list_checkpoints": PUBLIC,
    "list_sources": PUBLIC,
    "find_claim": PUBLIC,
    "find_checkpoint": PUBLIC,
    "find_source": PUBLIC,
    "match_claim": PUBLIC,
    # inquiries
    "list_inquiries": DRAFTING,
    "open_inquiry": DRAFTING,
    "show_inquiry": DRAFTING,
    "edit_section": DRAFTING,
    "save_section": DRAFTING,
    "list_uploads": DRAFTING,
    "add_upload": DRAFTING,
    "show_upload": DRAFTING,
    "show_removal": DRAFTING,
    "remove_upload": DRAFTING,
    "check_answers": DRAFTING,
    "show_submission": DRAFTING,
    "submit_inquiry": SUBMITTING,
    "show_receipt": SUBMITTING,
    "download_snapshot": SUBMITTING,
    "download_document": DRAFTING,
    "download_verdict": DRAFTING,
    # inquiries, for programs
    "check_bare_document": PUBLIC,
    "create_inquiry": Access("no", "own", "no", "no", "no", scope="inquiries:write"),
    "read_inquiry": Access("no", "own", "no", "no", "no", scope="inquiries:read"),
    "change_inquiry": Access("no", "own", "no", "no", "no", scope="inquiries:write"),
    "check_inquiry": Access("no", "own", "no", "no", "no", scope="inquiries:read"),
    "add_upload_by_program": Access("no", "own", "no", "no", "no", scope="inquiries:write"),
    "submit_inquiry_by_program": Access("no", "own", "no", "no", "no", scope="inquiries:submit"),
}
