import pytest

from app.statistics.timeouts import is_timeout


@pytest.mark.parametrize(
    "name",
    ["AgentTimeoutError", "agent_timeout", "timeout", "Timed out", "limit:time", "time_limit", "time", "working"],
)
def test_the_clock_cut_it_off(name: str) -> None:
    assert is_timeout(name)


@pytest.mark.parametrize(
    "name",
    [
        "VerifierTimeoutError",
        "test_timeout",
        "EnvironmentStartTimeoutError",
        "token",
        "unset",
        "runtime",
        "",
        "real-time",
    ],
)
def test_it_was_something_else(name: str) -> None:
    assert not is_timeout(name)
