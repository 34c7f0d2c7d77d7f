from collections.abc import Callable

import pytest

from tests.architecture import source as rules
from tests.architecture.source import Source

Rule = Callable[[Source], list[str]]

PLANTED: list[tuple[Rule, str, str]] = [
    (rules.commits_outside_work, "app/registry/service.py", "def f(db):\n    db.commit()"),
    (rules.commits_outside_work, "app/registry/service.py", "def f(db):\n    with db.begin():\n        pass"),
    (rules.selects_outside_queries, "app/registry/service.py", "def f(db):\n    return db.scalars(select(Claim))"),
    (rules.states_assigned_elsewhere, "app/inquiries/routes.py", "def f(inquiry):\n    inquiry.state = 'approved'"),
    (rules.messages_without_title, "app/reviews/service.py", "def f(db):\n    notices.tell(db, subject='s')"),
    (rules.writes_on_get, "app/inquiries/routes.py", "@router.get('/x')\nasync def f(door):\n    await door.write(g)"),
]
RULES = sorted({rule for rule, _, _ in PLANTED}, key=lambda rule: rule.__name__)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_the_source_keeps_the_rule(rule: Rule) -> None:
    assert [place for file in rules.application() for place in rule(file)] == []


@pytest.mark.parametrize(("rule", "path", "text"), PLANTED)
def test_a_planted_breach_is_found(rule: Rule, path: str, text: str) -> None:
    assert rule(Source.of(path, text)) != []


def test_what_is_allowed_is_not_called_a_breach() -> None:
    assert rules.commits_outside_work(Source.of("app/infra/work.py", "session.commit()")) == []
    assert rules.selects_outside_queries(Source.of("app/registry/queries.py", "select(Claim)")) == []
    assert rules.states_assigned_elsewhere(Source.of("app/main.py", "app.state.house = 1")) == []
    text = "@router.post('/x')\nasync def f(door):\n    await door.write(g)"
    assert rules.writes_on_get(Source.of("app/inquiries/routes.py", text)) == []
