"""R26: an amount is read exactly or not at all; what could mean two amounts is never guessed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.inquiries.fields.currencies import MINOR_DIGITS
from app.inquiries.fields.kinds import LARGEST
from app.inquiries.fields.money import minor_digits, to_major, to_minor, two_readings


@pytest.mark.parametrize(
    ("text", "digits", "minor"),
    [
        ("60000", 2, 6_000_000),
        ("60000.00", 2, 6_000_000),
        ("60,000.00", 2, 6_000_000),
        ("1,234,567.8", 2, 123_456_780),
        ("0.5", 2, 50),
        ("60000", 0, 60_000),
        ("1.234", 3, 1_234),
        ("9,99", 2, None),
        ("1.234", 2, None),
        ("60,000", 2, None),
        ("60 000", 2, None),
        ("60.000,00", 2, None),
        ("1,23.00", 2, None),
        ("12.5", 0, None),
        ("-5", 2, None),
        ("USD 5", 2, None),
        ("", 2, None),
        ("9999999999999999", 2, None),
    ],
)
def test_r26_amounts_are_read_exactly_or_not_at_all(text: str, digits: int, minor: int | None) -> None:
    assert to_minor(text, digits) == minor


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("9,99", ("9.99", "999")),
        ("1.234", ("1.234", "1234")),
        ("60 000", ("60.000", "60000")),
        ("60.000,00", ("60000.00", "6000000")),
        ("60000", None),
        ("9.99", None),
        ("sixty", None),
        ("9,", None),
    ],
)
def test_r26_both_readings_of_an_unclear_amount_are_told(text: str, readings: tuple[str, str] | None) -> None:
    assert two_readings(text) == readings


@given(st.integers(0, LARGEST), st.sampled_from([0, 2, 3]))
def test_an_amount_that_is_shown_is_read_back(minor: int, digits: int) -> None:
    assert to_minor(to_major(minor, digits), digits) == minor


def test_currencies_know_their_smaller_unit() -> None:
    assert (minor_digits("USD"), minor_digits(" JPY "), minor_digits("KWD")) == (2, 0, 3)
    assert (minor_digits("usd"), minor_digits(None), minor_digits(5)) == (None, None, None)
    assert all(len(code) == 3 and code.isupper() for code in MINOR_DIGITS)


def test_a_debt_is_shown_with_its_sign() -> None:
    assert to_major(-500, 2) == "-5.00"
