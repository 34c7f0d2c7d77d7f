"""What the layout shows of the person: name, navigation, form token."""

from starlette.requests import Request

from app.accounts.queries import Person
from app.infra.request import House, house_of
from app.infra.web import Frame, NavLink
from app.rules.workflow import Role

INBOX = "/inbox"
NAV: tuple[tuple[str, str, frozenset[Role | None]], ...] = (
    ("Research and pilots", "/", frozenset({None, *Role})),
    ("Evidence", "/evidence", frozenset({None, *Role})),
    ("Match", "/evidence/match", frozenset({None, *Role})),
    ("Rules", "/rules", frozenset({None, *Role})),
    ("Queue", "/queue", frozenset({Role.ENGINEER})),
    ("Scopes", "/scopes", frozenset({Role.OPS})),
    ("Waivers", "/waivers", frozenset({Role.ENGINEER, Role.OPS})),
    ("Stops", "/stops", frozenset({Role.ENGINEER, Role.OPS})),
    ("My inquiries", "/inquiries", frozenset({None, Role.CUSTOMER})),
    ("Inbox", INBOX, frozenset(Role)),
    ("People", "/admin/people", frozenset({Role.ADMIN})),
)
FIRST_PAGES = {
    Role.CUSTOMER: "/inquiries",
    Role.ENGINEER: "/queue",
    Role.OPS: "/scopes",
    Role.ADMIN: "/admin/people",
}


def first_page(role: Role) -> str:
    """Return where somebody's work begins: where signing in leads who was on the way to nothing else."""
    return FIRST_PAGES[role]


def frame_of(request: Request) -> Frame:
    """Return the frame for whoever the door has made out so far; before that, for a visitor."""
    person: Person = request.scope.get("state", {}).get("person", Person())
    house = house_of(request)
    visitor = house.security.cookie(request, "visitor")
    return make_frame(request, house, person, visitor)


def make_frame(request: Request, house: House, person: Person, visitor: str) -> Frame:
    """Return the frame for this person in this browser."""
    path: str = request.scope["path"]
    current = _current(path)
    return Frame(
        who=person.name or person.email,
        signed_in=person.role is not None,
        nav=tuple(
            NavLink(_label(label, to, person), to, to == current) for label, to, roles in NAV if person.role in roles
        ),
        csrf=house.security.csrf_token(visitor),
        flash=house.security.flash_of(request),
        ruleset=house.web.ruleset,
        path=path,
        environment=house.web.environment,
    )


def _label(label: str, to: str, person: Person) -> str:
    return f"{label} (new)" if to == INBOX and person.has_news else label


def _current(path: str) -> str:
    """Return the entry that this page belongs to: the longest one that its path starts with."""
    fitting = [to for _, to, _ in NAV if path == to or (to != "/" and path.startswith(to + "/"))]
    return max(fitting, key=len, default="")
