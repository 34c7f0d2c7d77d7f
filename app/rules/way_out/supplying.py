"""Who of the customer's people can supply an answer, and what it costs them."""

from dataclasses import dataclass
from enum import StrEnum


class Supplier(StrEnum):
    """Who knows."""

    ENGINEERING = "engineering"
    EVALUATION = "evaluation"
    LEGAL = "legal"
    FINANCE = "finance"


class Cost(StrEnum):
    """What an answer takes: some minutes, compute, or somebody's signature."""

    MINUTES = "minutes"
    COMPUTE = "compute"
    SIGNATURE = "a signature"


@dataclass(frozen=True, slots=True)
class Supply:
    """Who can supply an answer, and what it takes."""

    by: Supplier
    cost: Cost


ENGINEERING, EVALUATION, LEGAL, FINANCE = Supplier.ENGINEERING, Supplier.EVALUATION, Supplier.LEGAL, Supplier.FINANCE
MINUTES, COMPUTE, SIGNATURE = Cost.MINUTES, Cost.COMPUTE, Cost.SIGNATURE

# the longest name that a field begins with decides
SUPPLIES = {
    "": Supply(ENGINEERING, MINUTES),
    "checkpoint.licence": Supply(LEGAL, MINUTES),
    "checkpoint.licence_uses": Supply(LEGAL, SIGNATURE),
    "training.load_test": Supply(ENGINEERING, COMPUTE),
    "rollout.load_test": Supply(ENGINEERING, COMPUTE),
    "task": Supply(EVALUATION, MINUTES),
    "data": Supply(EVALUATION, MINUTES),
    "data.licence_review": Supply(LEGAL, SIGNATURE),
    "data.overlap_check": Supply(EVALUATION, COMPUTE),
    "verifier": Supply(EVALUATION, MINUTES),
    "verifier.cases": Supply(EVALUATION, COMPUTE),
    "environment.sequence_length": Supply(EVALUATION, COMPUTE),
    "environment.sequence_length_source": Supply(EVALUATION, COMPUTE),
    "baseline": Supply(EVALUATION, COMPUTE),
    "baseline.no_verdict_policy": Supply(EVALUATION, MINUTES),
    "success": Supply(EVALUATION, MINUTES),
    "success.decided_by": Supply(FINANCE, SIGNATURE),
    "timing": Supply(FINANCE, MINUTES),
    "budget": Supply(FINANCE, MINUTES),
    "budget.cap": Supply(FINANCE, SIGNATURE),
    "budget.maximum": Supply(FINANCE, SIGNATURE),
    "budget.hardware": Supply(ENGINEERING, MINUTES),
    "budget.sources": Supply(EVALUATION, COMPUTE),
    "budget.stop_conditions": Supply(ENGINEERING, MINUTES),
    "scope": Supply(FINANCE, MINUTES),
    "scope.managed_rft_eligibility": Supply(LEGAL, SIGNATURE),
    "commitments": Supply(FINANCE, SIGNATURE),
}


def supply_of(field: str) -> Supply:
    """Return who supplies the answer to a field, and what it costs."""
    name = field
    while name not in SUPPLIES:
        name = name.rpartition(".")[0]
    return SUPPLIES[name]
