"""Reading a whole number from a form or a judge, without guessing."""

import re

from surveys.questions import AnswerError

_WHOLE = re.compile(r"[+-]?\d{1,9}(?:\.0+)?")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


def whole_number(raw: object) -> int | None:
    """The integer that `raw` stands for; None for blank. `4.0` is 4; 3.5 and words raise AnswerError."""
    if raw is None or isinstance(raw, bool):
        if raw is None:
            return None
        raise AnswerError("not_a_number", f"{raw!r} is not a number.")
    text = str(raw).strip()
    if not text:
        return None
    if _WHOLE.fullmatch(text) and text.isascii():
        return int(text.split(".")[0])
    if _NUMBER.fullmatch(text):
        raise AnswerError("not_integer", f"{text} is not a whole number.")
    raise AnswerError("not_a_number", f"“{text[:40]}” is not a number.")
