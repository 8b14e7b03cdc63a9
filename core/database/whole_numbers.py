"""Whole numbers in requests, limited to PostgreSQL's `bigint`, because larger numbers make
statements fail."""

LARGEST = 2**63 - 1
MOST_DIGITS = 19


def whole_number(text: str) -> int | None:
    """Return the whole number in `text`, from 0 to 2^63 − 1, or None if there is no such number."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        return None
    return number if (number := int(text)) <= LARGEST else None
