"""Whole numbers that are sent: no more than the database's `bigint` holds, so that no statement
fails on one."""

LARGEST = 2**63 - 1
MOST_DIGITS = 19


def whole_number(text: str) -> int | None:
    """Return the number that a query says, 0 to 2^63 − 1; None for anything else."""
    if not (text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS):
        return None
    return number if (number := int(text)) <= LARGEST else None
