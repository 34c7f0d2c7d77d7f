"""The table of fields: complete, in words, and each of its questions on exactly one page."""

import re

from app.inquiries.fields import FIELDS, SECTIONS, Field, Type, label_of
from app.inquiries.fields.cases import CASE_TYPES
from app.inquiries.fields.choices import METHODS, USES
from app.rules import tokens
from app.rules.finding import CHECKLIST_ITEMS
from tests.services.documents import example

EVERY_PAGE = [field for section in SECTIONS.values() for field in section.fields]


def leaves(value: object, name: str = "") -> set[str]:
    if name in FIELDS or not isinstance(value, dict):
        return {name}
    return {leaf for key, inside in value.items() for leaf in leaves(inside, f"{name}.{key}".lstrip("."))}


def every_part(fields: tuple[Field, ...]) -> list[Field]:
    return [part for field in fields for part in (field, *every_part(field.parts))]


def test_every_answer_of_the_examples_has_a_question() -> None:
    for name in ("qwen", "promised", "glm"):
        assert leaves(example(name)) <= set(FIELDS)


def test_every_question_stands_on_one_page_and_promises_beside_each_item() -> None:
    asked = [field.id for field in EVERY_PAGE]
    assert sorted(set(asked)) == sorted(FIELDS)
    assert {name: asked.count(name) for name in set(asked) if asked.count(name) > 1} == {"commitments": 5}


def test_every_question_knows_its_page() -> None:
    assert all(field.id in {asked.id for asked in SECTIONS[field.section].fields} for field in FIELDS.values())


def test_pages_follow_the_five_items_in_order() -> None:
    assert list(dict.fromkeys(section.item for section in SECTIONS.values())) == list(CHECKLIST_ITEMS)


def test_every_question_has_words_of_its_own_and_no_key() -> None:
    labels = [field.label for field in FIELDS.values()]
    assert len(set(labels)) == len(labels)
    words = [field.label for field in every_part(tuple(FIELDS.values()))]
    assert [word for word in words if re.search(r"[a-z]_|\w\.\w", word)] == []


def test_choices_have_words_and_tokens_only_once() -> None:
    for field in every_part(tuple(FIELDS.values())):
        assert len({token for token, _ in field.choices}) == len(field.choices)
        assert len({words for _, words in field.choices}) == len(field.choices)
        assert (field.type in {Type.CHOICE, Type.CHOICES}) == bool(field.choices)
        assert (field.type in {Type.OBJECT, Type.ROWS}) == bool(field.parts)


def test_the_words_of_the_registry_are_those_of_the_form() -> None:
    assert tuple(token for token, _ in USES) == tokens.USES
    assert tuple(token for token, _ in METHODS) == tokens.METHODS


def test_there_are_thirty_two_kinds_of_case() -> None:
    assert [token for token, _ in CASE_TYPES] == [f"V{number:02d}" for number in range(1, 33)]


def test_no_two_headings_share_an_id() -> None:
    keys = [section.key for section in SECTIONS.values()]
    assert len(set(keys)) == len(keys)
    assert all(label_of(key) for key in keys)
