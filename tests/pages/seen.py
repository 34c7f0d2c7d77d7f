"""What a page was made of: its view and its frame, as the templates received them."""

from dataclasses import replace
from typing import Any

from starlette.testclient import TestClient

from app.accounts.queries import Person
from app.infra.security import hash_token


def view_of(answer: Any) -> Any:  # noqa: ANN401  an answer of the test client, which carries what its types do not say
    """Return the view of the page that was answered."""
    return answer.context["view"]


def frame_of(answer: Any) -> Any:  # noqa: ANN401  see above
    """Return the frame of the page that was answered."""
    return answer.context["frame"]


def visitor_of(client: TestClient, person: Person) -> Person:
    """Return the person with the visitor cookie of this browser, as the door makes them out."""
    return replace(person, visitor=hash_token(client.cookies["pilotdesk_visitor"]))
