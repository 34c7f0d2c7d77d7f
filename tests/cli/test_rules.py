import json

from app.rules.catalogue import CATALOGUE
from app.rules.ruleset import RULESET
from tests.cli.conftest import Pilotdesk


def test_the_catalogue_is_listed_whole(pilotdesk: Pilotdesk) -> None:
    answer = json.loads(pilotdesk("rules", "--format", "json").out)
    assert (answer["version"], answer["digest"]) == (RULESET.version, RULESET.digest)
    assert set(answer) == {"version", "digest", "rules"}
    assert answer["rules"] == [
        {
            "id": rule.id, "item": rule.item, "submit": rule.submit, "commit": rule.commit,
            "reads": rule.reads, "source": rule.source,
        }
        for rule in CATALOGUE
    ]  # fmt: skip


def test_people_read_a_line_for_each_rule(pilotdesk: Pilotdesk) -> None:
    done = pilotdesk("rules", "--gate", "submit")
    assert done.status == 0
    assert len(done.out.splitlines()) == 1 + len(CATALOGUE)
    assert "commit block" not in done.out
    for line, rule in zip(done.out.splitlines()[1:], CATALOGUE, strict=True):
        assert line.startswith(f"{rule.id}  {rule.item}")
        said = rule.title if rule.is_carried_out else "not checked yet"
        assert line.endswith(f"submit {rule.submit:<9}{said}")


def test_a_rule_stands_in_the_list_with_both_its_weights(pilotdesk: Pilotdesk) -> None:
    line = pilotdesk("rules").out.splitlines()[4]
    assert line.startswith("CK-04  checkpoint   submit promise  commit block    ")
