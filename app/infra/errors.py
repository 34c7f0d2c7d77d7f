"""Refusals, as values that carry a sentence and a code that never changes.

AppError
├── NotFoundError      there is nothing here, or nothing that this person may see
├── SignInNeededError  say who you are first
├── NotAllowedError    this person may not do that
├── ConflictError      someone else was there first, or the thing is past that
├── InvalidError       the request says something that cannot be read
├── TooLargeError      more than the limit that the sentence names
├── UnsupportedError   a kind of content that is not taken
├── TooManyError       too many tries for now
└── UnavailableError   the disk or the database cannot take it now; nothing was lost

No status codes here: `error_pages` maps each class to one.
"""

Links = tuple[tuple[str, str], ...]


class AppError(Exception):
    """A refusal: one sentence for a person, one code for a program.

    `links` are where its page leads on, as words with their address; the details are told to programs.
    """

    code = "refused"

    def __init__(self, sentence: str, *, code: str | None = None, links: Links = (), **details: object) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code or type(self).code
        self.links = links
        self.details = details


class NotFoundError(AppError):
    """There is nothing here that this person may see."""

    code = "not-found"

    def __init__(self, sentence: str = "There is nothing here that you can see.", **details: object) -> None:
        super().__init__(sentence, code=None, links=(), **details)


class SignInNeededError(AppError):
    """Nobody is signed in, and this needs somebody."""

    code = "sign-in-needed"

    def __init__(self, sentence: str = "Sign in first.", **details: object) -> None:
        super().__init__(sentence, code=None, links=(), **details)


class NotAllowedError(AppError):
    """The person is known and may not do this."""

    code = "not-allowed"


class LostCookieError(NotAllowedError):
    """A form of ours whose browser lost the cookie that it is checked by; what was typed is kept for a new one."""

    code = "form-token"

    def __init__(self, sentence: str, *, links: Links, typed: tuple[str, ...], visitor: str) -> None:
        super().__init__(sentence, links=links)
        self.typed = typed
        self.visitor = visitor


class ConflictError(AppError):
    """The thing has moved on since the person last saw it."""

    code = "conflict"


class InvalidError(AppError):
    """The request cannot be read as what it should be."""

    code = "invalid"


class TooLargeError(AppError):
    """More than the limit that the sentence names."""

    code = "too-large"


class UnsupportedError(AppError):
    """A kind of content that is not taken here."""

    code = "unsupported"


class TooManyError(AppError):
    """Too many tries; the sentence says when the next one may be made."""

    code = "too-many"


class UnavailableError(AppError):
    """The disk or the database cannot take it now."""

    code = "unavailable"
