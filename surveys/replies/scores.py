"""Reading one score as judges write it: `4`, `4.0`, `4/5`, `4 out of 5`, `option 4`. Never clamped, never guessed."""

import re

from surveys.questions import AnswerError, Question
from surveys.replies.base import ReplyError

_OUT_OF = re.compile(r"(-?\d+(?:\.\d+)?)\s*(?:/|out of|von|of)\s*(\d+(?:\.\d+)?)", re.IGNORECASE)
_RANGE = re.compile(r"-?\d+(?:\.\d+)?\s*(?:-|to|or)\s*\d+(?:\.\d+)?", re.IGNORECASE)
_LEAD = re.compile(r"^(?:option|answer|score|rating|choice|level)?\s*[:=#(\[]*\s*", re.IGNORECASE)
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")


def read_score(question: Question, written: str, *, top: int, where: str) -> int:
    """The score that `written` begins with. Raises ReplyError with the code of what is wrong with it."""
    text = _LEAD.sub("", written.strip(), count=1)
    if out_of := _OUT_OF.match(text):
        if float(out_of[2]) != top:
            raise ReplyError("scale_mismatch", f"“{out_of[0]}” is on another scale; the top is {top}.", where=where)
        text = out_of[1]
    elif between := _RANGE.match(text):
        raise ReplyError("not_integer", f"“{between[0]}” is not one whole number.", where=where)
    number = _NUMBER.match(text)
    if number is None:
        raise ReplyError("not_a_number", f"“{written.strip()[:40]}” does not begin with a number.", where=where)
    try:
        value = question.parse(number[0])
    except AnswerError as error:
        raise ReplyError(error.code, str(error), where=where) from None
    if not isinstance(value, int):
        raise ReplyError("not_a_number", f"“{written.strip()[:40]}” is not a number.", where=where)
    return value
