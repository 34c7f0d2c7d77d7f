"""Who may open which door: one row for each route, by the name of its function. The guard and the tests read this.

`all`: everything behind it. `own`: what belongs to the person's organisation, or to this browser while it belongs to
nobody yet; the queries of the room keep to that. `outside`: what others submitted, never what is one's own. `refused`:
of one's own things it is said that this is for others to do; of all others, that there is nothing. `no`: a visitor is
asked to sign in, anyone else finds nothing there.
"""

from dataclasses import dataclass
from typing import Literal

from app.rules.workflow import Role

Reach = Literal["all", "own", "outside", "refused", "no"]


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

RESENDING = Access("no", "own", "all", "own", "all", is_held=False)  # a mail that failed, to one's own organisation

DRAFTING = Access("own", "own", "no", "no", "no")  # a draft is begun before anyone signs in
SUBMITTING = Access("no", "own", "no", "no", "no")
REVIEWING = Access("no", "no", "outside", "no", "no")
DECIDING = Access("no", "refused", "outside", "no", "no")
WATCHING = Access("no", "no", "outside", "all", "no")  # what is waived: engineers in so far as they may judge it
EXPORTING = Access("no", "no", "no", "all", "no", is_held=False)
FEEDING = Access("no", "no", "no", "all", "no", scope="scopes:read")

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
    "choose_mails": SIGNED_IN,
    "change_password": SIGNED_IN,
    "show_password": SIGNED_IN,
    "end_session": SIGNED_IN,
    "end_other_sessions": SIGNED_IN,
    "list_people": ADMIN,
    "change_person": ADMIN,
    # notices
    "list_notices": SIGNED_IN,
    "read_notice": SIGNED_IN,
    "read_all_notices": SIGNED_IN,
    "resend_mail": RESENDING,
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
    # the law
    "show_rules": PUBLIC,
    "show_hash_tasks": PUBLIC,  # it takes nothing in: the browser does the work
    "show_stops": Access("no", "no", "all", "all", "no"),  # figures only, of every inquiry
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
    "show_way_out": DRAFTING,
    "show_baseline": DRAFTING,
    "download_baseline": DRAFTING,
    "show_verifier_audit": DRAFTING,
    "download_verifier_audit": DRAFTING,
    "show_budget_lines": DRAFTING,
    "download_budget_lines": DRAFTING,
    "show_reading": DRAFTING,
    "download_reading": DRAFTING,
    "compare_runs": DRAFTING,
    "download_compared_runs": DRAFTING,
    "show_submission": DRAFTING,
    "submit_inquiry": SUBMITTING,
    "show_receipt": SUBMITTING,
    "download_snapshot": SUBMITTING,
    "download_document": DRAFTING,
    "download_verdict": DRAFTING,
    # inquiries that came back, are withdrawn or copied
    "show_timeline": SUBMITTING,
    "write_message": SUBMITTING,
    "compare_versions": SUBMITTING,
    "show_withdrawal": SUBMITTING,
    "withdraw_inquiry": SUBMITTING,
    "show_undo": SUBMITTING,
    "undo_withdrawal": SUBMITTING,
    "show_copying": SUBMITTING,
    "copy_inquiry": SUBMITTING,
    "show_owner": SUBMITTING,
    "change_owner": SUBMITTING,
    "show_new_rules": DRAFTING,
    "read_new_rules": DRAFTING,
    # the desk
    "list_queue": REVIEWING,
    "show_review": REVIEWING,
    "compare_reviewed": REVIEWING,
    "show_attachment": REVIEWING,
    "show_comment": REVIEWING,
    "show_sharing": REVIEWING,
    "show_return": REVIEWING,
    "show_decline": REVIEWING,
    "show_approval": REVIEWING,
    "show_way_to_approval": REVIEWING,
    "judge_baseline": REVIEWING,
    "judge_baseline_csv": REVIEWING,
    "judge_verifier_audit": REVIEWING,
    "judge_verifier_audit_csv": REVIEWING,
    "judge_budget_lines": REVIEWING,
    "judge_budget_lines_csv": REVIEWING,
    "judge_reading": REVIEWING,
    "judge_reading_csv": REVIEWING,
    "judge_runs": REVIEWING,
    "judge_runs_csv": REVIEWING,
    "show_interest": REVIEWING,
    "show_revocation": REVIEWING,
    "work_on_review": DECIDING,
    "add_comment": DECIDING,
    "share_comment": DECIDING,
    "return_inquiry": DECIDING,
    "decline_inquiry": DECIDING,
    "approve_inquiry": DECIDING,
    "declare_interest": DECIDING,
    "revoke_inquiry": DECIDING,
    "show_waiving": REVIEWING,
    "waive_finding": DECIDING,
    "list_waivers": WATCHING,
    "show_waiver": WATCHING,
    "show_relaxing": REVIEWING,
    "relax_rule": REVIEWING,
    "work_on_waiver": REVIEWING,
    "read_waivers": Access("no", "no", "outside", "all", "no", scope="waivers:read"),
    "waive_by_program": Access("no", "no", "outside", "no", "no", scope="reviews:decide"),
    "work_on_waiver_by_program": Access("no", "no", "outside", "no", "no", scope="reviews:decide"),
    "decide_by_program": Access("no", "refused", "outside", "no", "no", scope="reviews:decide"),
    "check_conflict": Access("no", "no", "outside", "no", "no", scope="reviews:decide"),
    # inquiries, for programs
    "check_bare_document": PUBLIC,
    "create_inquiry": Access("no", "own", "no", "no", "no", scope="inquiries:write"),
    "read_inquiry": Access("no", "own", "no", "no", "no", scope="inquiries:read"),
    "change_inquiry": Access("no", "own", "no", "no", "no", scope="inquiries:write"),
    "check_inquiry": Access("no", "own", "no", "no", "no", scope="inquiries:read"),
    "add_upload_by_program": Access("no", "own", "no", "no", "no", scope="inquiries:write"),
    "copy_by_program": Access("no", "own", "no", "no", "no", scope="inquiries:write"),
    "withdraw_by_program": Access("no", "own", "no", "no", "no", scope="inquiries:submit"),
    "undo_by_program": Access("no", "own", "no", "no", "no", scope="inquiries:submit"),
    "submit_inquiry_by_program": Access("no", "own", "no", "no", "no", scope="inquiries:submit"),
    # scopes
    "list_scopes": EXPORTING,
    "show_export": EXPORTING,
    "note_arrival": EXPORTING,
    "download_scopes": EXPORTING,
    "download_manifest": EXPORTING,
    "export_chosen": EXPORTING,
    "show_scope": EXPORTING,
    "download_scope": EXPORTING,
    "download_scope_manifest": EXPORTING,
    "download_chosen_manifest": EXPORTING,
    "read_scopes": FEEDING,
    "read_scope_file": FEEDING,
    "read_scope_manifest": FEEDING,
    "acknowledge_scopes": FEEDING,
}
