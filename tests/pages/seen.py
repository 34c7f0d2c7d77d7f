"""What a page was made of: its view and its frame, as the templates received them."""

from typing import Any


def view_of(answer: Any) -> Any:  # noqa: ANN401  an answer of the test client, which carries what its types do not say
    """Return the view of the page that was answered."""
    return answer.context["view"]


def frame_of(answer: Any) -> Any:  # noqa: ANN401  see above
    """Return the frame of the page that was answered."""
    return answer.context["frame"]
