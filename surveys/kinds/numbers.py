"""Numbers as answers: strict parsing of forms and judges' replies, and limits for numbers in a
rubric."""

import re
from collections.abc import Sequence
from decimal import Decimal

from django.utils.translation import gettext as _

from core.errors import Problem
from surveys.kinds.question import AnswerError

# The greatest absolute value that `_WHOLE` can read.
GREATEST = 999_999_999
LONGEST, MOST_DECIMALS = 40, 12
_WHOLE = re.compile(r"[+-]?\d{1,9}(?:\.0+)?")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


def out_of_reach(option: str, values: Sequence[float]) -> list[Problem]:
    """Return a problem for each of the `values` in a rubric that is too large to be an answer.
    `option` is the rubric option with these values."""
    remedy = f"Use a number from {-GREATEST} to {GREATEST}."
    return [
        Problem(f"{value:.15g} is outside the range of possible answers.", option, remedy=remedy)
        for value in values
        if abs(value) > GREATEST
    ]


def nearest(values: Sequence[int], share: float) -> int:
    """Return the value whose index is nearest to `share` (0 to 1) of the way through `values`."""
    index = round(share * (len(values) - 1))
    return values[min(len(values) - 1, max(0, index))]


def whole_number(raw: object) -> int | None:
    """Return the integer that `raw` represents, or None if `raw` is blank.

    `4.0` is 4. Fractions such as 3.5 and text raise AnswerError.
    """
    if raw is None or isinstance(raw, bool):
        if raw is None:
            return None
        raise AnswerError("not_a_number", _("“%(value)s” is not a number.") % {"value": repr(raw)})
    text = str(raw).strip()
    if not text:
        return None
    if _WHOLE.fullmatch(text) and text.isascii():
        return int(text.split(".")[0])
    if _NUMBER.fullmatch(text):
        raise AnswerError("not_integer", _("%(value)s is not a whole number.") % {"value": text})
    raise AnswerError("not_a_number", _("“%(value)s” is not a number.") % {"value": text[:40]})


def decimal_number(raw: object) -> int | float | None:
    """Return the number that `raw` represents, or None if `raw` is blank. A whole number is
    returned as `int`.

    Text that is not a number raises AnswerError.
    """
    written = format(Decimal(str(raw)), "f") if isinstance(raw, float) else raw
    text = "" if written is None else str(written).strip()
    if not text:
        return None
    is_number = _NUMBER.fullmatch(text) and text.isascii() and len(text) <= LONGEST
    if not is_number:
        raise AnswerError("not_a_number", _("“%(value)s” is not a number.") % {"value": text[:40]})
    return rounded(float(text), MOST_DECIMALS)


def rounded(value: float, decimals: int) -> int | float:
    """Return `value` rounded to this number of decimals. A whole number is returned as `int`."""
    value = round(float(value), decimals)
    return int(value) if value.is_integer() else value
