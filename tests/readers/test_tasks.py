import json

import pytest

from app.readers.limits import Limits
from app.readers.reading import Options, Refused
from app.readers.source import of_bytes
from app.readers.tasks import read_tasks

ALL = "prompt, question, problem, problem_statement, instruction, input, query, task or text"


def read(data: bytes, field: str = "", options: Options | None = None) -> tuple[list[tuple[int, str]], list[str]]:
    """The texts with their lines, and what is said of the rows that are left out."""
    tasks = read_tasks(of_bytes("tasks", data), options or Options(), field)
    texts = list(tasks.texts)
    tasks.bad.close()
    return texts, [remark.sentence for remark in tasks.reading.remarks]


def rows(*values: object) -> bytes:
    return b"".join((value if isinstance(value, bytes) else json.dumps(value).encode()) + b"\n" for value in values)


def test_the_text_of_a_row_is_found_in_the_field_that_usually_holds_it() -> None:
    data = rows({"input": "later", "prompt": "first"}, {"question": "q", "id": 1}, {"prompt": "", "text": "t"})
    assert read(data) == ([(1, "first"), (2, "q"), (3, "t")], [])


def test_messages_and_their_parts_are_text() -> None:
    parts = [{"type": "text", "text": "look"}, {"type": "image", "image": {}}, "here"]
    messages = [{"role": "system", "content": "be kind"}, {"role": "user", "content": parts}]
    assert read(rows({"prompt": messages}))[0] == [(1, "be kind\nlook\n\nhere")]


def test_a_declared_field_is_the_only_one_that_counts() -> None:
    texts, said = read(rows({"prompt": "p", "mine": "m"}, {"prompt": "p", "mine": 7}), "mine")
    assert texts == [(1, "m")]
    assert said == ["Line 2 of tasks has no text in mine, and is left out."]


def test_what_is_no_row_is_left_out_with_its_number() -> None:
    deep = {"prompt": json.loads("[" * 101 + "]" * 101)}
    deeper = b'{"prompt": ' + b"[" * 5000 + b"]" * 5000 + b"}"
    texts, said = read(rows({"prompt": "a"}, b"nope", b"", [1], {"a": 1}, deep, deeper, b'{"prompt": "b", "x": NaN}'))
    assert texts == [(1, "a")]
    assert said == [
        "Line 2 of tasks is not JSON, and is left out.",
        "Line 4 of tasks is not an object, and is left out.",
        f"Line 5 of tasks has no text in {ALL}, and is left out.",
        "Line 6 of tasks is nested deeper than 100 levels, and is left out.",
        "Line 7 of tasks is not JSON, and is left out.",
        "Line 8 of tasks is not JSON, and is left out.",
    ]


def test_lone_surrogates_broken_text_and_huge_numbers_keep_their_row() -> None:
    data = rows(b'{"prompt": "\\ud800 a"}', b'{"prompt": "\xff b"}', b'{"prompt": "c", "n": ' + b"9" * 5000 + b"}")
    assert read(data)[0] == [(1, "\ud800 a"), (2, "\ufffd b"), (3, "c")]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_table_is_read_by_its_own_mark(mark: str) -> None:
    data = f'id{mark} prompt \r\n1{mark}"a ""b"" {mark}\nc"\r\n\n2{mark}d\n'.encode()
    assert read(data) == ([(2, f'a "b" {mark}\nc'), (5, "d")], [])


def test_a_table_of_one_column_is_a_table() -> None:
    assert read(b"question\nwhat is this?\n") == ([(2, "what is this?")], [])


def test_rows_of_a_table_that_do_not_fit_are_left_out() -> None:
    texts, said = read(b'id,prompt\n1,a,b\n2,x"y"\n3,\n4,good\n5,"open\nfor ever')
    assert texts == [(5, "good")]
    assert [sentence.removeprefix("Line ") for sentence in said] == [
        "2 of tasks has 3 cells where the header has 2, and is left out.",
        "3 of tasks is not CSV, and is left out.",
        f"4 of tasks has no text in {ALL}, and is left out.",
        "6 of tasks has a quotation mark that does not end, and is left out.",
    ]


def test_a_row_that_never_ends_is_given_up_at_the_limit() -> None:
    data = b'id,prompt\n1,"' + b"a\n" * 40 + b"2,good\n"
    texts, said = read(data, options=Options(limits=Limits(line=32)))
    assert said[0] == "Line 2 of tasks has a quotation mark that does not end, and is left out."
    assert texts == [(42, "good")]


@pytest.mark.parametrize(
    ("data", "field", "sentence"),
    [
        (b"id,name\n1,a\n", "", "has no column prompt, question"),
        (b"id,name\n1,a\n", "mine", "has no column mine; name the one that holds the text"),
        (b'i"d,name\n1,a\n', "", "has no column prompt"),
        (b'"id,name', "", "has no column prompt"),
        (b'{\n "prompt": "a"\n}\n', "", "has no rows of tasks: give JSON objects, one a line, or a CSV table"),
        (b"PK\x05\x06" + b"\0" * 18, "", "has no rows of tasks"),
        (b"", "", "is empty"),
        (b"\x80\x04.", "", "is a pickle"),
    ],
)
def test_what_holds_no_tasks_is_refused_in_a_sentence(data: bytes, field: str, sentence: str) -> None:
    with pytest.raises(Refused, match=sentence):
        read(data, field)
