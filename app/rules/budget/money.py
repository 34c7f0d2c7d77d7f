"""How amounts of one currency are written for people."""

from collections.abc import Callable

from app.rules.facts import Facts

USUAL_DIGITS = 2
NO_DIGITS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
THREE_DIGITS = "BHD IQD JOD KWD LYD OMR TND"
UNUSUAL_DIGITS = {code: digits for digits, codes in ((0, NO_DIGITS), (3, THREE_DIGITS)) for code in codes.split()}


def money_of(facts: Facts) -> Callable[[float], str]:
    """Return what turns minor units of this inquiry's currency into words."""
    currency = facts.answers.text("budget.currency")
    digits = UNUSUAL_DIGITS.get(currency, USUAL_DIGITS)

    def words(amount: float) -> str:
        return f"{currency} {amount / 10**digits:,.{digits}f}".strip()

    return words
