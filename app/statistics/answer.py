"""The figures as the one JSON object that the contract promises. What is not known is null, and never 0."""

from collections.abc import Sequence
from typing import Any

from app.statistics.comparing import Comparison
from app.statistics.costs import Cost
from app.statistics.latency import Percentile
from app.statistics.summary import Quality, Summary


def as_json(found: Summary, comparison: Comparison | None, remarks: Sequence[str]) -> dict[str, Any]:
    """Return the object of the contract."""
    missing = [*found.missing, *(comparison.missing if comparison else ()), *remarks]
    return {
        "quality": _quality(found.quality),
        "latency": {
            **{name: _percentile(percentile) for name, percentile in found.latency.items()},
            "timeouts": found.times.timeouts,
        },
        "cost_per_accepted": _cost(found.cost),
        "pass_at": {str(k): value for k, value in found.pass_at.items()},
        "pass_all": {str(k): value for k, value in found.pass_all.items()},
        "groups": {
            "all_fail": found.groups.all_fail,
            "all_pass": found.groups.all_pass,
            "mixed": found.groups.mixed,
            "informative": found.informative.value,
            "size": found.group_size or None,
        },
        "comparison": _comparison(comparison) if comparison else None,
        "missing": list(dict.fromkeys(missing)),
    }


def _quality(quality: Quality) -> dict[str, Any]:
    found, figure = quality.clustered, quality.figure
    return {
        "value": figure.value,
        "low": figure.low,
        "high": figure.high,
        "se": found.se,
        "naive_se": found.naive_se,
        "method": figure.method,
        "n": figure.n,
        "clusters": found.clusters,
        "design_effect": found.design_effect,
        "effective_n": found.effective_n,
        "wilson_low": quality.wilson.low,
        "wilson_high": quality.wilson.high,
        "clopper_pearson_low": quality.clopper_pearson.low,
        "clopper_pearson_high": quality.clopper_pearson.high,
        "accepted": quality.verdicts.accepted,
        "rejected": quality.verdicts.rejected,
        "no_verdict": quality.verdicts.none,
        "rate": {"graded_only": quality.verdicts.graded_only, "all": quality.verdicts.all},
    }


def _percentile(found: Percentile) -> dict[str, Any]:
    figure = found.figure
    return {
        "value": figure.value,
        "low": figure.low,
        "high": figure.high,
        "n": figure.n,
        "at_least": found.at_least,
        "method": figure.method,
    }


def _cost(cost: Cost) -> dict[str, Any]:
    figure = cost.figure
    return {
        "value": figure.value,
        "low": figure.low,
        "high": figure.high,
        "method": figure.method,
        "n": figure.n,
        "g": cost.g,
        "coverage": cost.coverage.share,
        "coverage_accepted": cost.coverage.share_accepted,
        "total": cost.total,
    }


def _comparison(found: Comparison) -> dict[str, Any]:
    gain, paired, one_try = found.gain, found.paired, found.one_try
    return {
        "value": gain.value,
        "low": gain.low,
        "high": gain.high,
        "method": gain.method,
        "n": gain.n,
        "se": paired.se if paired else None,
        "p": paired.p if paired else None,
        "correlation": paired.correlation if paired else None,
        "smallest_gain": found.smallest_gain,
        "tasks": {"shared": found.shared, "only_here": found.only_now, "only_against": found.only_before},
        "mcnemar": one_try
        and {
            "both": one_try.both,
            "only_here": one_try.only_now,
            "only_against": one_try.only_before,
            "neither": one_try.neither,
            "exact_p": one_try.discordant.exact_p,
            "mid_p": one_try.discordant.mid_p,
        },
    }
