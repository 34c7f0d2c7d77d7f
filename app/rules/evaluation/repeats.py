"""Repeats: that they are not counted as fresh samples, and that one run alone is not taken for the truth."""

from collections.abc import Iterator

from app.rules.arithmetic import target_effect
from app.rules.evaluation.words import percent, rows_unknown, unknown
from app.rules.facts import Facts
from app.rules.finding import Said
from app.rules.inputs import seen
from app.rules.thresholds import THRESHOLDS

RUNS = {"baseline.runs": "The baseline", "success.runs": "The final evaluation"}


def repeats_are_clustered(facts: Facts) -> Iterator[Said]:
    """EV-24: attempts at one task are alike, and a standard error that counts them as fresh is too small."""
    runs = facts.measured.runs
    if runs is None:
        if facts.answers.number("baseline.attempts_per_task") != 1:
            yield rows_unknown(facts, "Whether repeats are counted as fresh samples")
        return
    stated, clustered = runs.stated_standard_error, runs.standard_error
    if runs.attempts[1] <= 1 or stated is None:
        return
    if clustered is None:
        yield Said(
            "baseline.files",
            "Whether the stated standard error counts repeats as fresh samples cannot be told, as none can be worked "
            "out from these rows. Attempts at one task are alike.",
            "Run the baseline on more than one task.",
            {"stated": stated},
            cannot_tell=True,
        )
    elif stated < (1 - THRESHOLDS.typed_tolerance) * clustered:
        yield Said(
            "baseline.files",
            f"The file states a standard error of {stated:.4f}, and clustered by task it is {clustered:.4f}. Several "
            "attempts at one task are no fresh samples, so the interval of the file is too narrow.",
            "Use the figure that is clustered by task.",
            {"stated": stated, "clustered": round(clustered, 6), "attempts": list(runs.attempts)},
        )


def one_run_can_tell(facts: Facts) -> Iterator[Said]:
    """EV-25: where runs differ by more than the wanted gain, one of them shows nothing."""
    runs = facts.measured.runs
    spread, effect = None if runs is None else runs.run_spread, target_effect(facts)
    if spread is not None and effect is not None and effect >= spread:
        return
    for field, who in RUNS.items():
        number = facts.answers.number(field)
        if number == 1 and spread is not None and effect is not None:
            yield Said(
                field,
                f"{who} is a single run, and whole runs of it differ by {percent(spread)}. A gain of "
                f"{percent(effect)} is smaller than that, so one run cannot tell it from luck.",
                "Make at least three runs.",
                {**seen(facts.answers, field), "spread": spread, "effect": effect},
            )
        elif number == 1:
            yield unknown(
                facts,
                field,
                f"{who} is a single run, and by how much whole runs differ cannot be told. A gain that is smaller "
                "than that would be luck.",
                "Make at least three runs, and give the gain that is wanted.",
            )
        elif facts.answers.lacks(field):
            yield unknown(
                facts,
                field,
                f"{who} is not said to be one run or several, so whether luck decides cannot be told. Whole runs of "
                "one checkpoint differ.",
                "Say how often the whole run is repeated; three times is a good start.",
            )
