"""The rule about rows of the baseline: what the verifier made of output that was cut."""

from collections.abc import Iterator

from app.rules.facts import Facts
from app.rules.finding import Said


def cut_output_earns_nothing(facts: Facts) -> Iterator[Said]:
    """RW-18: no truncated rollout of the baseline was accepted."""
    if "baseline.files" in facts.answers.unreadable:
        return
    runs = facts.measured.runs
    cut = None if runs is None else runs.truncated_accepted
    if cut is None:
        yield Said(
            "baseline.files",
            "Whether cut answers earn a reward cannot be told: no rows of the baseline that mark them were read. A "
            "verifier that finds an answer in unfinished work rewards stopping early.",
            "Upload rows that say which answers were cut, and what the verifier answered to them.",
            cannot_tell=True,
        )
    elif cut >= 1:
        yield Said(
            "baseline.files",
            f"{cut} cut {'answer was' if cut == 1 else 'answers were'} accepted in the baseline. A verifier that finds "
            "an answer in unfinished work rewards stopping early.",
            "Let the verifier reject cut answers, add a case for it, and grade the baseline again.",
            {"truncated_accepted": cut},
        )
