"""Texts that judges or model services send in place of a reply: an empty text, a refusal, or a
service error.

A reply is checked for these texts only if no score was found. Therefore, a reply is read normally
if its reasons mention errors or regret.
"""

import re

from surveys.replies.base import ReplyError
from surveys.replies.vocabulary import either

QUOTED = 80  # characters to quote from a text that is not a reply
SCAN = 400  # characters at the start to search for a refusal or an error page

_NOTHING = re.compile(r"[\s\"'`]*(?:null|none|nan|undefined)?[\s\"'`.]*", re.IGNORECASE)
_REFUSAL = re.compile(either("refusal"), re.IGNORECASE)
_ERROR_OBJECT = re.compile(
    r'[\[\s]*\{\s*[\'"](?:error|errors|detail|fault|exception)[\'"]\s*:|'
    r'\s*\{\s*[\'"]type[\'"]\s*:\s*[\'"]error[\'"]|'
    r'\s*\{\s*[\'"](?:message|code|status|statusCode|request_id)[\'"]\s*:',
    re.IGNORECASE,
)
_ERROR_PAGE = re.compile(
    r"\s*(?:<!doctype|<html|<head|<title|<\?xml|<error\b|<center|<h1>)", re.IGNORECASE
)
_ERROR_WORDS = re.compile(either("error_words"), re.IGNORECASE)
_WORDS_WITHIN = 160


def refuse_empty(text: str) -> None:
    """Raise ReplyError for an empty reply."""
    if _NOTHING.fullmatch(text[: SCAN + 1]):
        raise ReplyError("empty_response", "The reply is empty.")


def absent(text: str, code: str, what: str, *, where: str, has_answers: bool = False) -> ReplyError:
    """Return an error with this `code`. If the reply has no answers and is a refusal or a service
    error, return the error for this case instead."""
    if has_answers:
        return ReplyError(code, what, where=where)
    return instead(text) or ReplyError(code, what, where=where)


def instead(text: str) -> ReplyError | None:
    """Return the error for a text that is a refusal or a service error, otherwise None."""
    start = text.strip()[:SCAN].replace("’", "'")
    refusal, words = _REFUSAL.search(start), _ERROR_WORDS.search(start[:_WORDS_WITHIN])
    is_error = words and not (refusal and refusal.start() < words.start())
    if is_error or _ERROR_OBJECT.match(start) or _ERROR_PAGE.match(start):
        what = f"The service sent an error instead of a reply: {_quoted(start)}"
        return ReplyError("upstream_error", what)
    if refusal:
        return ReplyError("refusal", f"The judge declined: {_quoted(start)}")
    return None


def _quoted(text: str) -> str:
    """Return the text's start in quotes, cut after a whole word, with a full stop if needed."""
    plain = " ".join(text.split())
    if len(plain) > QUOTED:
        cut = plain[:QUOTED]
        plain = (cut.rpartition(" ")[0] or cut) + " …"
    return f"“{plain}”" if plain.endswith((".", "!", "?", "…")) else f"“{plain}”."
