"""How the house keeps its log: one JSON line for each thing, in UTC, to standard error, never with a secret in it."""

import sys

import structlog


def start_logging() -> None:
    """Set the log up; whoever set it up before, a test for example, keeps theirs."""
    if structlog.is_configured():
        return
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=_to_standard_error,
    )


def _to_standard_error(*_: object) -> structlog.PrintLogger:
    # looked up for each line: whoever replaces standard error, a test for example, gets what is said from then on
    return structlog.PrintLogger(sys.stderr)
