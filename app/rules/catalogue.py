"""The catalogue: every rule in the order of the checklist, with its weights, what it reads and its public source.

L-numbers are lines of the page that this product grew from; other sources are public reports of the mistake. The rows
stand beside the functions, in the package of their item.
"""

from app.rules.budget.rows import ROWS as BUDGET
from app.rules.checkpoint.rows import ROWS as CHECKPOINT
from app.rules.environment.rows import ROWS as ENVIRONMENT
from app.rules.evaluation.rows import ROWS as EVALUATION
from app.rules.evidence.rows import ROWS as EVIDENCE
from app.rules.reward.rows import ROWS as REWARD
from app.rules.scope.rows import ROWS as SCOPE

CATALOGUE = (*CHECKPOINT, *EVALUATION, *ENVIRONMENT, *REWARD, *BUDGET, *EVIDENCE, *SCOPE)
CARRIED_OUT = tuple(rule for rule in CATALOGUE if rule.is_carried_out)
RULES_CARRIED_OUT = len(CARRIED_OUT)
RULES_NOT_CHECKED = len(CATALOGUE) - RULES_CARRIED_OUT
