import json

from app.rules.catalogue import CATALOGUE
from tests.cli.conftest import Pilotdesk


def test_the_catalogue_is_listed_whole(pilotdesk: Pilotdesk) -> None:
    answer = json.loads(pilotdesk("rules", "--format", "json").out)
    assert set(answer) == {"version", "digest", "rules"}
    assert [set(rule) for rule in answer["rules"]] == [
        {"id", "item", "submit", "commit", "reads", "source"} for _ in CATALOGUE
    ]


def test_people_read_a_line_for_each_rule(pilotdesk: Pilotdesk) -> None:
    done = pilotdesk("rules", "--gate", "submit")
    assert done.status == 0
    assert len(done.out.splitlines()) == 1 + len(CATALOGUE)
    assert "commit" not in done.out.splitlines()[1]
