"""What is mended quietly before a reply is read, and what is no reply at all."""

import html
import json
import re
import unicodedata
from typing import Any

from surveys.replies.base import ReplyError

_INVISIBLE = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad"))
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "–": "-", "—": "-", "−": "-"})
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[a-zA-Z]*[ \t]*$", re.MULTILINE)
_EMPHASIS = re.compile(r"\*{1,3}|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)|`")
_HEADING = re.compile(r"^[ \t]*(?:#{1,6}|>+|[-*•])[ \t]+", re.MULTILINE)
_REFUSAL = re.compile(
    r"\b(?:I(?:'m| am) (?:sorry|unable|not able)|I (?:can(?:no|')t|won't)|as an AI\b|unable to (?:view|see|assist))",
    re.IGNORECASE,
)
_UPSTREAM = re.compile(
    r"rate limit|internal server error|bad gateway|service unavailable|gateway time-?out|overloaded|<!doctype|<html",
    re.IGNORECASE,
)
SCAN = 400  # a refusal or an error page says so at its beginning


# Greek letters as models and broken encodings write them.
_GREEK = {
    "α": ("\\alpha", "Î±", "∝", "Α"),
    "β": ("\\beta", "Î²", "ß", "Β"),
    "ψ": ("\\psi", "Ïˆ", "Ψ"),
    "δ": ("\\delta", "Î´", "Δ", "∂"),
}


def greek(text: str) -> str:
    """`text` with LaTeX, look-alikes and mojibake of the marks' letters turned into the letters."""
    for letter, variants in _GREEK.items():
        for variant in variants:
            text = text.replace(f"${variant}$", letter).replace(variant, letter)
    return re.sub(r"([αβψδ])\s*\$|\$\s*([αβψδ])", r"\1\2", text)


def plain(raw: str, *, markdown: bool = True) -> str:
    """`raw` without what carries no meaning: Unicode variants, CRLF, entities, Markdown emphasis, fences, bullets.

    With `markdown` off only fences go: in JSON an asterisk or an underscore is part of a name.
    """
    text = unicodedata.normalize("NFKC", html.unescape(raw.replace("\x00", "")))
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_INVISIBLE).translate(_QUOTES)
    text = _FENCE.sub("", text)
    return (_HEADING.sub("", _EMPHASIS.sub("", text)) if markdown else text).strip()


def refuse_non_replies(raw: str) -> None:
    """Raise ReplyError for an empty reply and for an error of the service in its place."""
    if not raw.strip():
        raise ReplyError("empty_response", "The reply is empty.")
    start = raw.strip()[:SCAN]
    if _is_error_object(start) or (_UPSTREAM.search(start) and not re.search(r"section", raw, re.IGNORECASE)):
        raise ReplyError("upstream_error", f"The service sent an error instead of a reply: “{start[:80]}”.")


def _is_error_object(start: str) -> bool:
    return bool(re.match(r'\{\s*"error"\s*:', start))


def refusal_or_missing(raw: str, code: str, what: str, *, where: str) -> ReplyError:
    """The error for a reply without the scores asked for: a refusal where it reads like one, else `code`."""
    if _REFUSAL.search(raw[:SCAN]):
        return ReplyError("refusal", f"The judge declined: “{raw.strip()[:80]}”.")
    return ReplyError(code, what, where=where)


def json_object(text: str) -> dict[str, Any] | None:
    """The JSON object that `text` is or wraps; None where there is none.

    Raises ReplyError for a key given twice with different values, and for JSON that breaks off or is broken.
    """
    begin = text.find("{")
    if begin < 0 or not re.match(r'\{\s*(?:"|\'|\})', text[begin:]):
        return None
    end = text.rfind("}")
    if end < begin:
        raise ReplyError("truncated", "The JSON breaks off before its end.", where=f"character {len(text)}")
    body = re.sub(r",(\s*[}\]])", r"\1", text[begin : end + 1])
    try:
        found = json.loads(body, object_pairs_hook=_no_duplicates)
    except (json.JSONDecodeError, RecursionError) as error:
        place = f"character {begin + getattr(error, 'pos', 0)}"
        if body.count("{") > body.count("}"):
            raise ReplyError("truncated", "The JSON breaks off before its end.", where=place) from None
        raise ReplyError("invalid_json", f"The JSON cannot be read: {error}.", where=place) from None
    return found if isinstance(found, dict) else None


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found and found[key] != value:
            raise ReplyError("duplicate_key", f"“{key[:60]}” stands twice with different values.", where=key[:60])
        found[key] = value
    return found
