"""terminal-bench: one file with all trials."""

import pytest

from app.readers.source import Source
from tests.readers.making import codes, document, read, said, trials, verdicts


def row(*, resolved: object = True, mode: str = "unset", **fields: object) -> dict[str, object]:
    return {"task_id": "t1", "trial_name": "t1.1", "is_resolved": resolved, "failure_mode": mode} | fields


def run(*rows: object, **fields: object) -> Source:
    return document("results.json", {"results": list(rows), "n_resolved": 1, "n_unresolved": 1} | fields)


def test_a_trial_is_read_whole() -> None:
    given = row(
        total_input_tokens=100,
        total_output_tokens=5,
        agent_started_at="2025-09-01T00:00:00+00:00",
        agent_ended_at="2025-09-01T00:01:00+00:00",
        trial_started_at="2025-09-01T00:00:00+00:00",
        trial_ended_at="2025-09-01T00:02:00+00:00",
    )
    first, second = trials(run(given, given))
    assert (first.task_id, first.repeat, second.repeat, first.verdict, first.reward) == ("t1", 0, 1, "accepted", 1.0)
    assert (first.latency_s, first.latency_kind, first.tokens_in, first.usage_known) == (60.0, "agent", 100, True)
    assert (first.error_type, first.infra, first.truncated, first.model_name) == (None, None, None, None)
    assert (first.started_at, first.finished_at) == ("2025-09-01T00:00:00+00:00", "2025-09-01T00:02:00+00:00")


@pytest.mark.parametrize(
    ("resolved", "mode", "verdict", "infra"),
    [
        (True, "agent_timeout", "accepted", False),
        (False, "unset", "rejected", None),
        (False, "agent_timeout", "rejected", False),
        (False, "context_length_exceeded", "rejected", False),
        (None, "parse_error", "none", True),
        (None, "test_timeout", "none", True),
        (False, "test_timeout", "none", True),
        (None, "unset", "none", None),
        (False, "unknown_agent_error", "none", None),
        (False, "agent_installation_failed", "none", None),
        ("yes", "unset", "none", None),
    ],
)
def test_verdicts_follow_the_table(*, resolved: object, mode: str, verdict: str, infra: bool | None) -> None:
    (trial,) = trials(run(row(resolved=resolved, mode=mode)))
    assert (trial.verdict, trial.infra) == (verdict, infra)


def test_both_rates_are_said_where_the_file_states_one() -> None:
    rows = [row(), row(resolved=False), row(resolved=None, mode="parse_error")]
    reading = read(run(*rows, accuracy=1 / 3, pass_at_k={"2": 0.5}))
    assert said(reading, "two-rates") == (
        "The accuracy that the file states counts trials without a verdict as failures: "
        "1 of 3 is 0.333333, 1 of the 2 that were graded is 0.500000."
    )
    assert reading.stated == {"accuracy": 1 / 3, "pass@2": 0.5}
    nothing = read(run(row(resolved=None), accuracy=0.0))
    assert said(nothing, "two-rates").endswith("as failures: 0 of 1 is 0.000000.")


def test_failures_that_nobody_knows_are_asked_about() -> None:
    assert said(read(run(row(resolved=False, mode="unknown_agent_error"))), "ask") == (
        "Ask the customer whether these count as failures: unknown_agent_error. Here they are no verdict."
    )


def test_no_tokens_are_not_0_tokens() -> None:
    (trial,) = trials(run(row(total_input_tokens=0, total_output_tokens=0)))
    assert (trial.tokens_in, trial.tokens_out, trial.usage_known) == (None, None, False)


def test_a_trial_without_a_task_is_left_out() -> None:
    reading = read(run(row(), row(task_id=None), 7))
    assert codes(reading) == ["bad-row", "bad-row"]
    assert verdicts(run(row(), 7)) == ["a"]
