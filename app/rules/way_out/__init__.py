"""The way out of a refusal: the smallest set of answers that would open the gate, who can supply each, at what cost.

Every rule that can refuse has a *mend* here: answers that would satisfy it, given the others. The values are examples
that prove the way; people supply their own. What is said to people is the field, not the example.
"""

from app.rules.way_out.finding_out import Step, WayOut, way_out
from app.rules.way_out.supplying import Cost, Supplier

__all__ = ["Cost", "Step", "Supplier", "WayOut", "way_out"]
