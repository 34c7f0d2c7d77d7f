from dataclasses import replace

import pytest

from app.rules.checkpoint.architecture import _same_release
from app.rules.records import RegistryFacts
from tests.rules.examples import COMMIT, FP8, KIND, SMALL, opened, registry, said

REPOSITORY, REVISION = "checkpoint.repository", "checkpoint.revision"


@pytest.mark.parametrize(
    ("changes", "fields"),
    [
        ({}, []),
        ({REVISION: COMMIT.upper()}, []),
        ({REVISION: COMMIT[:39] + "8"}, [REVISION]),
        ({REVISION: COMMIT[:39]}, []),
        ({REVISION: "main"}, []),
        ({REVISION: None}, []),
        ({REPOSITORY: "acme/Robin-9"}, [REPOSITORY]),
        ({REPOSITORY: "acme/Robin-9", REVISION: COMMIT[:39] + "8"}, [REPOSITORY]),
        ({REPOSITORY: None}, []),
    ],
)
def test_ck_21_says_what_is_not_on_record(changes: dict[str, str | None], fields: list[str]) -> None:
    assert opened("CK-21", changes) == fields


def test_ck_21_leaves_what_cannot_be_read_alone() -> None:
    assert said("CK-21", unreadable=frozenset({REPOSITORY})) == []
    assert said("CK-21", unreadable=frozenset({REVISION})) == []


@pytest.mark.parametrize(
    ("to_train", "given", "fields"),
    [
        ("", SMALL.id, []),
        (SMALL.id, SMALL.id, []),
        (SMALL.id, FP8.id, [REPOSITORY]),
        (SMALL.id, "acme/Robin-9", [REPOSITORY]),
        (SMALL.id, None, []),
    ],
)
def test_ck_23_wants_the_checkpoint_that_the_kind_names(to_train: str, given: str | None, fields: list[str]) -> None:
    known = registry()
    kind = replace(KIND, checkpoint_to_train=to_train)
    known = RegistryFacts("test", known.checkpoints, known.claims, {kind.id: kind})
    assert opened("CK-23", {REPOSITORY: given}, known=known) == fields


def test_ck_23_says_nothing_of_a_kind_that_is_not_on_record() -> None:
    assert said("CK-23", {"kind": "no-such-kind"}) == []
    assert said("CK-23", {"kind": None}) == []


def test_checkpoints_of_two_releases_are_never_one_of_another_architecture() -> None:
    older = replace(SMALL, version="1", architecture="other")
    assert not _same_release(SMALL, older)
    assert not _same_release(SMALL, replace(SMALL, family="heron", architecture="other"))
    assert _same_release(SMALL, replace(SMALL, architecture="other"))
    assert not _same_release(SMALL, replace(SMALL, architecture=""))
