"""What a finding and a report say of themselves, as the page and the contract show them."""

import pytest

from app.rules.finding import Finding, Gate, Item, Report, Severity, Status
from app.rules.sources import source_in_words

WAIVER = {"by": ["A. Moore", "B. Lee"], "until": "2026-12-09", "reason": "measured elsewhere"}
FOUND = Finding(
    "CK-01",
    Item.CHECKPOINT,
    Severity.BLOCK,
    Status.OPEN,
    "checkpoint.revision",
    "It can move. Nobody knows. It matters.",
    "Pin it.",
    {"checkpoint.revision": "main"},
    "L3, L18",
)


def report(*findings: Finding) -> Report:
    return Report(Gate.COMMIT, "2026.11.2", "sha256:1", "sha256:2", "2026-11-30", "r1", findings, 3)


def test_the_first_sentence_says_what_is_wrong_and_the_rest_why() -> None:
    assert (FOUND.headline, FOUND.why) == ("It can move.", "Nobody knows. It matters.")
    single = FOUND._replace(message="It can move.")
    assert (single.headline, single.why) == ("It can move.", "")


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("L3", "research page, line 3"),
        ("L3, L18", "research page, lines 3 and 18"),
        ("L3, L18, L7; verl PR #7658", "research page, lines 3, 18 and 7; verl PR #7658"),
        ("3.4", "waves of rollouts times the longest task"),
    ],
)
def test_lines_of_the_research_page_are_said_as_such(source: str, words: str) -> None:
    assert source_in_words(source) == FOUND._replace(source=source).public_source == words


def test_a_waived_finding_says_who_until_when_and_why() -> None:
    assert not FOUND.waived_words
    waived = FOUND._replace(waiver=WAIVER)
    assert waived.waived_words == "Waived by A. Moore and B. Lee until 9 December 2026: measured elsewhere"


@pytest.mark.parametrize("severity", Severity)
@pytest.mark.parametrize("status", Status)
def test_only_what_is_open_and_blocks_or_waits_for_a_promise_refuses(severity: Severity, status: Status) -> None:
    found = FOUND._replace(severity=severity, status=status)
    refuses = status == "open" and severity in ("block", "promise")
    assert found.refuses is refuses
    assert report(found).passes is not refuses


def test_a_report_is_the_object_of_the_contract() -> None:
    waived = FOUND._replace(status=Status.WAIVED, waiver=WAIVER)
    plain = {
        "rule": "CK-01",
        "item": "checkpoint",
        "severity": "block",
        "status": "open",
        "field": "checkpoint.revision",
        "message": "It can move. Nobody knows. It matters.",
        "remedy": "Pin it.",
        "inputs": {"checkpoint.revision": "main"},
        "source": "L3, L18",
    }
    made = report(FOUND, waived).as_json()
    assert made == {
        "schema": "pilot-report/1",
        "gate": "commit",
        "passes": False,
        "ruleset": {"version": "2026.11.2", "digest": "sha256:1"},
        "input_digest": "sha256:2",
        "today": "2026-11-30",
        "registry": {"revision": "r1"},
        "findings": [plain, {**plain, "status": "waived", "waiver": WAIVER}],
        "not_checked": 3,
    }
    assert [type(value) for value in made["findings"][0].values()] == [*[str] * 7, dict, str]
    assert type(made["gate"]) is str
