"""A customer at the desk: opens inquiries, fills pages as a browser does, and looks at what came of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.testclient import TestClient

from app.inquiries.fields import SECTIONS
from tests import drafts
from tests.conftest import PostForm
from tests.pages.seen import view_of


@dataclass(frozen=True, slots=True)
class Desk:
    """One browser, and how it posts forms."""

    client: TestClient
    post: PostForm

    def open(self, kind: str = "qwen-27b") -> str:
        """Open an inquiry with the form of the list and return its reference."""
        page = self.client.get("/inquiries").text
        answer = self.post(self.client, "/inquiries", {**drafts.posted_by(page, "/inquiries"), "kind": kind})
        assert answer.status_code == 303
        return answer.headers["location"].rpartition("/")[2]

    def shown(self, reference: str, section: str) -> dict[str, list[str]]:
        """Return what the page of a section would post if nobody typed anything."""
        page = self.client.get(f"/inquiries/{reference}/sections/{section}")
        assert page.status_code == 200
        return drafts.posted_by(page.text, "answers")

    def save(self, reference: str, section: str, typed: dict[str, Any] | None = None, **more: Any) -> Any:  # noqa: ANN401  an answer
        """Post a section as it is shown, with some of it typed over."""
        pairs: dict[str, Any] = {**self.shown(reference, section), **(typed or {}), **more}
        return self.post(self.client, f"/inquiries/{reference}/sections/{section}", pairs)

    def document(self, reference: str) -> dict[str, Any]:
        """Return the draft as it stands."""
        document: dict[str, Any] = self.client.get(f"/inquiries/{reference}/document.json").json()
        return document

    def review(self, reference: str) -> Any:  # noqa: ANN401  a view
        """Return what the check-answers page shows."""
        return view_of(self.client.get(f"/inquiries/{reference}/check-answers"))

    def submit(self, reference: str, digest: str = "") -> Any:  # noqa: ANN401  an answer
        """Post the submit button of the check-answers page."""
        wanted = digest or self.review(reference).digest
        return self.post(self.client, f"/inquiries/{reference}/submit", {"digest": wanted})


def copied_by_hand(desk: Desk, model: str, reference: str) -> None:
    """Fill every page of one inquiry with what the pages of another show, as a person with two windows would."""
    for section in SECTIONS:
        typed = desk.shown(model, section)
        typed["base_version"] = desk.shown(reference, section)["base_version"]
        answer = desk.post(desk.client, f"/inquiries/{reference}/sections/{section}", typed)
        assert answer.status_code == 303, (section, answer.status_code)


Patch = Callable[[str, dict[str, Any]], None]
