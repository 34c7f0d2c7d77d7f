"""What people type into the forms of this room: read, judged, and shown again as it was typed."""

from dataclasses import dataclass, field

from app.infra.request import Submitted

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 200
LONGEST_EMAIL = 254
LONGEST_NAME = 120
PRODUCT = "pilotdesk"
# what is guessed first; a longer list would only repeat that these are short
COMMON = frozenset({
    "1234567890", "12345678910", "0123456789", "9876543210", "qwertyuiop", "qwerty12345", "qwerty1234", "1q2w3e4r5t",
    "password12", "password123", "password1234", "password1!", "passw0rd123", "iloveyou12", "iloveyou123", "letmein123",
    "welcome123", "welcome1234", "administrator", "changeme123", "abcdefghij", "abcd123456", "football123",
    "princess123", "sunshine123",
})  # fmt: skip
DIFFERENT = "Choose a password that is harder to guess: this one is among those that are tried first."


@dataclass(frozen=True, slots=True)
class Field:
    """One question, as the macros of the forms show it."""

    id: str
    label: str
    hint: str = ""
    value: str = ""
    errors: tuple[str, ...] = ()
    autocomplete: str = ""
    values: tuple[str, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()
    unit: str = ""
    width: str = ""

    @property
    def name(self) -> str:
        """The name it is posted under."""
        return self.id


@dataclass(frozen=True, slots=True)
class SignIn:
    """Who wants to come in, and where to afterwards."""

    email: str = ""
    password: str = field(default="", repr=False)
    after: str = ""

    @classmethod
    def of(cls, form: Submitted) -> "SignIn":
        """Read the form."""
        password = form.get("password")
        return cls(_email(form.get("email")), password if len(password) <= LONGEST_PASSWORD else "", form.get("next"))


@dataclass(frozen=True, slots=True)
class SignUp:
    """Who wants to have an account, for which organisation."""

    email: str = ""
    name: str = ""
    organisation: str = ""
    password: str = field(default="", repr=False)
    after: str = ""

    @classmethod
    def of(cls, form: Submitted) -> "SignUp":
        """Read the form."""
        name, organisation = " ".join(form.get("name").split()), " ".join(form.get("organisation").split())
        return cls(_email(form.get("email")), name, organisation, form.get("password"), form.get("next"))

    def errors(self) -> dict[str, str]:
        """Say what has to be changed, by field."""
        found = {
            "email": email_error(self.email),
            "name": _name_error(self.name, "Enter your name, as colleagues should see it."),
            "organisation": _name_error(self.organisation, "Enter the organisation that you file inquiries for."),
            "password": password_error(self.password, self.email, self.organisation),
        }
        return {name: sentence for name, sentence in found.items() if sentence}


def email_error(email: str) -> str:
    """Say what is wrong with an address; whether it reaches anyone only mail can tell."""
    name, at, host = email.rpartition("@")
    is_plain = all(sign.isprintable() and not sign.isspace() for sign in email)
    is_one = bool(at and name and host) and "@" not in name and "." in host.strip(".")
    if is_plain and is_one and len(email) <= LONGEST_EMAIL:
        return ""
    return "Enter an e-mail address, such as name@example.org."


def password_error(password: str, email: str = "", organisation: str = "") -> str:
    """Say why a password will not do; any signs are taken, and none is asked for."""
    if len(password) < SHORTEST_PASSWORD:
        return f"Choose a password of at least {SHORTEST_PASSWORD} characters. Several words are good."
    if len(password) > LONGEST_PASSWORD:
        return f"Choose a password of at most {LONGEST_PASSWORD} characters."
    lower = password.lower()
    known = {PRODUCT, email, email.partition("@")[0], organisation.lower()} - {""}
    if lower in COMMON or len(set(lower)) <= 2 or lower.strip("0123456789!.-_ ") in known:  # noqa: PLR2004  aaaa, abab
        return DIFFERENT
    return ""


def _email(text: str) -> str:
    return text.strip().lower()


def _name_error(text: str, sentence: str) -> str:
    if not text or not text.isprintable():
        return sentence
    return "" if len(text) <= LONGEST_NAME else f"Shorten this to {LONGEST_NAME} characters."
