import pytest

from app.rules.finding import Gate
from tests.rules.examples import COMMIT, TEMPLATE, finding, opened, row, said

NAMES = ("checkpoint.chat_template_sha256", "rollout.chat_template_sha256", "baseline.chat_template_sha256")
OTHER = "cd" * 32


def test_ck_11_wants_one_template_in_three_places() -> None:
    assert opened("CK-11") == []
    assert opened("CK-11", {NAMES[1]: TEMPLATE.upper()}) == []
    assert opened("CK-11", dict.fromkeys(NAMES)) == sorted(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_ck_11_names_the_place_whose_template_is_not_known(name: str) -> None:
    assert opened("CK-11", {name: None}) == [name]
    assert said("CK-11", unreadable=frozenset({name})) == []


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({NAMES[1]: OTHER}, [NAMES[1]]),
        ({NAMES[2]: OTHER}, [NAMES[2]]),
        ({NAMES[0]: OTHER}, [NAMES[2], NAMES[1]]),
        ({NAMES[0]: None, NAMES[2]: OTHER}, [NAMES[2], NAMES[0]]),
        ({NAMES[1]: None, NAMES[2]: OTHER}, [NAMES[2], NAMES[1]]),
    ],
)
def test_ck_11_names_the_later_of_two_that_differ(changes: dict[str, str | None], fields: list[str]) -> None:
    assert opened("CK-11", changes) == fields


def test_ck_11_blocks_once_capacity_is_committed() -> None:
    assert finding("CK-11", {NAMES[0]: None}).severity == "warn"
    assert finding("CK-11", {NAMES[0]: None}, gate=Gate.COMMIT).severity == "block"


@pytest.mark.parametrize(
    ("tokenizer", "fields"),
    [
        (COMMIT, []),
        (COMMIT.upper(), []),
        (COMMIT[:39] + "8", ["checkpoint.revision"]),
        ("main", ["checkpoint.revision"]),
        (None, []),
    ],
)
def test_ck_17_wants_tokenizer_and_weights_of_one_commit(tokenizer: str | None, fields: list[str]) -> None:
    assert opened("CK-17", {"checkpoint.tokenizer_revision": tokenizer}) == fields


def test_ck_17_leaves_a_missing_revision_to_the_rule_that_asks_for_it() -> None:
    assert said("CK-17", {"checkpoint.revision": None}) == []
    assert said("CK-17", unreadable=frozenset({"checkpoint.tokenizer_revision"})) == []


TOOLS = (
    *("training.trainer", "rollout.engine"),
    *("baseline.harness", "baseline.engine", "success.harness", "success.engine"),
)


@pytest.mark.parametrize("name", TOOLS)
@pytest.mark.parametrize(
    ("version", "is_pinned"),
    [
        ("1", True),
        ("0.11.1", True),
        ("image sha256:" + "5" * 64, True),
        ("latest", False),
        ("Latest", False),
        ("main", False),
        ("master", False),
        ("nightly", False),
        ("dev", False),
        ("HEAD", False),
        ("stable", False),
        ("images.example/engine:latest", False),
        ("latest-2", True),
    ],
)
def test_ck_14_wants_a_version_that_stays(name: str, version: str, is_pinned: bool) -> None:  # noqa: FBT001  a table
    assert opened("CK-14", {name: row(name="tool", version=version)}) == ([] if is_pinned else [name])


@pytest.mark.parametrize("name", TOOLS)
def test_ck_14_wants_a_version_of_each_tool_that_is_named(name: str) -> None:
    assert opened("CK-14", {name: row(name="tool")}) == [name]
    assert opened("CK-14", {name: row(version="1")}) == []
    assert said("CK-14", unreadable=frozenset({name})) == []


def test_ck_14_asks_for_tools_of_the_run_only_where_they_are_named_and_for_the_measuring_ones_always() -> None:
    assert opened("CK-14", dict.fromkeys(TOOLS)) == sorted(TOOLS[2:])


def test_ck_14_leaves_an_unreadable_version_alone() -> None:
    tool = row(name="tool")
    broken = type(tool)(tool.values, frozenset({"version"}))
    assert said("CK-14", {"rollout.engine": broken}) == []
