import re

from app.settings import Settings
from tests.architecture import readme
from tests.architecture.source import ROOT

TEXT = readme.README.read_text()


def test_the_generated_parts_are_what_the_code_says() -> None:
    assert all(readme.between(name).search(TEXT) for name in readme.parts())
    assert readme.renewed(TEXT) == TEXT, "run: make fix"


def test_a_changed_part_would_be_noticed() -> None:
    assert readme.renewed(TEXT.replace("draft --> submitted", "draft --> approved", 1)) == TEXT


def test_every_setting_is_listed_with_its_default() -> None:
    listed = dict(re.findall(r"^\| `PILOTDESK_([A-Z_]+)` \| `?([^|`]*?)`? \|", TEXT, re.MULTILINE))
    known = {name.upper(): str(field.default) for name, field in Settings.model_fields.items()}
    assert {name: listed.get(name) for name in known} == known


def test_every_link_into_the_project_leads_somewhere() -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", TEXT)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_two_commands_stand_at_the_top() -> None:
    first_screen = "\n".join(TEXT.splitlines()[:30])
    assert "make run" in first_screen
    assert "make test" in first_screen
