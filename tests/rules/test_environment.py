import pytest

from tests.rules.examples import IMAGE, LARGE, opened, row, said


@pytest.mark.parametrize(
    ("image", "is_pinned"),
    [(IMAGE, True), (IMAGE[:-1], False), (IMAGE + "a", False), ("images.example/shop:latest", False), (None, False)],
)
def test_en_01_wants_a_whole_digest(image: str | None, is_pinned: bool) -> None:  # noqa: FBT001  a table's column
    assert opened("EN-01", {"environment.image": image}) == ([] if is_pinned else ["environment.image"])


def test_en_01_leaves_an_unreadable_image_alone() -> None:
    assert opened("EN-01", unreadable=frozenset({"environment.image"})) == []


@pytest.mark.parametrize(
    ("cells", "fields"),
    [
        ({"name": "pytest", "version": "9"}, []),
        ({"name": "pytest"}, []),
        ({"name": "Various"}, ["environment.tools.0"]),
        ({"name": "*"}, ["environment.tools.0"]),
        ({"version": "9"}, ["environment.tools.0"]),
    ],
)
def test_en_02_wants_each_tool_by_name(cells: dict[str, str], fields: list[str]) -> None:
    assert opened("EN-02", {"environment.tools": (row(**cells),)}) == fields


def test_a_blank_row_says_nothing_and_moves_no_number() -> None:
    assert opened("EN-02", {"environment.tools": (row(), row(name="all"))}) == ["environment.tools.1"]


@pytest.mark.parametrize("name", ["environment.network_agent", "environment.network_verifier"])
def test_en_03_wants_the_network_of_each_phase(name: str) -> None:
    assert opened("EN-03") == []
    assert opened("EN-03", {name: None}) == [name]


@pytest.mark.parametrize("part", ["boot", "agent", "verifier"])
def test_en_05_wants_three_limits(part: str) -> None:
    assert opened("EN-05") == []
    assert opened("EN-05", {f"environment.{part}_limit_s": None}) == [f"environment.{part}_limit_s"]


def test_en_06_wants_a_length_of_the_customers_own() -> None:
    length, source = "environment.sequence_length", "environment.sequence_length_source"
    assert opened("EN-06") == []
    assert opened("EN-06", {source: "assumed"}) == []
    assert opened("EN-06", {length: None}) == [length]
    assert opened("EN-06", {source: None}) == [source]
    assert opened("EN-06", {source: "published"}) == [source]
    assert opened("EN-06", unreadable=frozenset({length, source})) == []


@pytest.mark.parametrize(("length", "fields"), [(131072, []), (131073, ["environment.sequence_length"])])
def test_en_08_compares_with_the_context_length_on_record(length: int, fields: list[str]) -> None:
    assert opened("EN-08", {"environment.sequence_length": length}) == fields


def test_en_08_cannot_tell_without_a_record_of_the_context_length() -> None:
    for repository in (LARGE.id, "acme/Robin-9"):
        assert said("EN-08", {"checkpoint.repository": repository}) == [("environment.sequence_length", "cannot-tell")]
    assert said("EN-08", {"environment.sequence_length": None}) == []


def test_en_08_names_no_checkpoint_where_none_is_named() -> None:
    assert said("EN-08", {"checkpoint.repository": None}) == [("environment.sequence_length", "cannot-tell")]


@pytest.mark.parametrize(("limit", "fields"), [(32768, []), (32767, ["training.max_trainer_tokens"])])
def test_en_09_wants_the_trainer_to_take_what_rollouts_make(limit: int, fields: list[str]) -> None:
    assert opened("EN-09", {"training.max_trainer_tokens": limit}) == fields


def test_en_09_wants_to_know_what_happens_to_cut_answers() -> None:
    assert opened("EN-09", {"environment.truncation": None}) == ["environment.truncation"]
    assert said("EN-09", {"training.max_trainer_tokens": None}) == [("training.max_trainer_tokens", "cannot-tell")]
    assert said("EN-09", {"training.max_trainer_tokens": None, "environment.sequence_length": None}) == []
