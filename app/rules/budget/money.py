"""How amounts of one currency are written for people."""

from collections.abc import Callable

from app.rules.facts import Facts

USUAL_DIGITS = 2
MINOR_DIGITS = {"JPY": 0, "KRW": 0, "VND": 0, "CLP": 0, "ISK": 0, "BHD": 3, "KWD": 3, "JOD": 3, "OMR": 3, "TND": 3}


def money_of(facts: Facts) -> Callable[[float], str]:
    """Return what turns minor units of this inquiry's currency into words."""
    currency = facts.answers.text("budget.currency")
    digits = MINOR_DIGITS.get(currency, USUAL_DIGITS)

    def words(amount: float) -> str:
        return f"{currency} {amount / 10**digits:,.{digits}f}".strip()

    return words
