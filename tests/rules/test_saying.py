from datetime import date

import pytest

from app.rules.saying import day_in_words, listed, with_article


@pytest.mark.parametrize(("noun", "said"), [("preprint", "A preprint"), ("issue thread", "An issue thread")])
def test_a_noun_has_the_article_that_it_takes(noun: str, said: str) -> None:
    assert with_article(noun) == said


@pytest.mark.parametrize(
    ("words", "said"),
    [([], ""), (["size"], "size"), (["size", "stage"], "size and stage"), (["a", "b", "c"], "a, b and c")],
)
def test_a_list_ends_with_and(words: list[str], said: str) -> None:
    assert listed(words) == said


def test_a_day_is_said_as_people_say_it() -> None:
    assert day_in_words(date(2026, 9, 3)) == "3 September 2026"
