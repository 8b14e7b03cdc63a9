"""Reading a whole number from a form or a judge, without guessing."""

import re
from collections.abc import Sequence

from django.utils.translation import gettext as _

from surveys.dangling import Dangling
from surveys.questions import AnswerError

# What `_WHOLE` reads, on either side of zero.
GREATEST = 999_999_999
_WHOLE = re.compile(r"[+-]?\d{1,9}(?:\.0+)?")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


def out_of_reach(option: str, values: Sequence[int]) -> list[Dangling]:
    """A Dangling for each declared value that nobody could answer with."""
    remedy = f"Stay within {-GREATEST} and {GREATEST}."
    return [Dangling(option, f"{one} is too large to be answered.", remedy) for one in values if abs(one) > GREATEST]


def whole_number(raw: object) -> int | None:
    """The integer that `raw` stands for; None for blank. `4.0` is 4; 3.5 and words raise AnswerError."""
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
