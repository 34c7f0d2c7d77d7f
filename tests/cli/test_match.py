import json

import pytest

from tests.cli.conftest import Pilotdesk

SAO = ("--claim", "sao-glm-5.2", "--checkpoint", "zai-org/GLM-5.3-BF16", "--use", "method", "--method", "sao")


def test_the_answer_is_the_verdict_of_the_contract(pilotdesk: Pilotdesk) -> None:
    done = pilotdesk("match", *SAO, "--today", "2026-11-30", "--format", "json")
    answer = json.loads(done.out)
    assert {"verdict", "axes", "stale", "confirmation", "sentence", "would_change"} <= set(answer)
    assert (done.status, answer["verdict"], "version" in answer["axes"]) == (1, "background-only", True)


def test_evidence_that_travels_ends_with_yes(pilotdesk: Pilotdesk) -> None:
    done = pilotdesk(
        *("match", "--claim", "glm-5.3-report", "--checkpoint", "zai-org/GLM-5.3-BF16", "--use", "development-process")
    )
    assert done.status == 0
    assert done.out.startswith("Supports\n")


def test_asked_for_background_only_background_is_a_yes(pilotdesk: Pilotdesk) -> None:
    arguments = [argument if argument != "method" else "background" for argument in SAO]
    assert pilotdesk("match", *arguments).status == 0


def test_a_source_that_is_due_says_so(pilotdesk: Pilotdesk) -> None:
    assert "due for another look" in pilotdesk("match", *SAO, "--today", "2029-01-01").out


def test_an_unknown_checkpoint_cannot_be_told(pilotdesk: Pilotdesk) -> None:
    done = pilotdesk(
        *("match", "--claim", "sao-glm-5.2", "--checkpoint", "a/b@" + "0" * 40, "--use", "method", "--format", "json")
    )
    answer = json.loads(done.out)
    assert (done.status, answer["verdict"], answer["axes"]) == (1, "cannot-tell", ["repository"])


@pytest.mark.parametrize(
    ("option", "value", "near"),
    [("--claim", "sao-glm-5", "sao-glm-5.2"), ("--use", "recipes", "recipe"), ("--method", "zzz", "grpo")],
)
def test_an_unknown_word_is_answered_with_known_ones(pilotdesk: Pilotdesk, option: str, value: str, near: str) -> None:
    arguments = list(SAO)
    arguments[arguments.index(option) + 1] = value
    done = pilotdesk("match", *arguments)
    assert (done.status, done.out) == (2, "")
    assert repr(value) in done.err
    assert near in done.err
