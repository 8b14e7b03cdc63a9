"""Parsing of JSON as models write it: fenced, commented or single-quoted, but not truncated."""

import html
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import json_repair

from surveys.replies.base import ReplyError
from surveys.replies.normalise import plain
from surveys.replies.vocabulary import PROVISIONAL

_TOKEN = re.compile(
    r'"(?:[^"\\\n]|\\.)*+(?:"|(?=\n)|\Z)|[{}\[\]]|//[^\n]*|'
    r"/\*[^*]{0,500}(?:\*(?!/)[^*]{0,500}){0,20}\*/",
    re.DOTALL,
)
_TRAILING = re.compile(r'("(?:[^"\\]|\\.)*+"?)|,(?=\s{0,200}[}\]])', re.DOTALL)
_COMMENT = re.compile(
    r'("(?:[^"\\]|\\.)*+"?)|(?<!:)//[^\n]*|/\*[^*]{0,500}\*/|(?<=[\s,])#[^\n"]*(?=\n)', re.DOTALL
)
_LITERALS = {"True": "true", "False": "false", "None": "null"}
_LITERAL = re.compile(r"\b(?:True|False|None)\b")
_BEGINS = re.compile(r"\{\s*(?:[\"'}“”‘’]|//|/\*|#|[A-Za-z_]\w*\s*:)")
_BEGINS_LIST = re.compile(rf"\[\s*(?=\{{)|{_BEGINS.pattern}")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"?', re.DOTALL)
_FORM_QUOTED = re.compile(
    r'"\s{0,9}:\s{0,9}"<[^"<>]{0,40}\b(?:0 or 1|scores?|number|answer)\b[^"<>]{0,40}>"'
)
_FORM_BARE = re.compile(r":\s{0,9}(?:<[^<>\n]{1,40}>|score\b|sum_of_scores\b|number\b)")
_SYNTAX = re.compile(r"[^\w.-]+")
_DECODER = json.JSONDecoder(strict=False, parse_int=str)
_DOCUMENTS_AT_MOST = 200
_REPAIR_AT_MOST = 40_000
_DIGITS = 18


def json_object(properties: Mapping[str, object]) -> dict[str, object]:
    """Return a JSON Schema with exactly these properties, in the form that model services
    require."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def documents(text: str, *, lists: bool = False) -> Iterator[tuple[int, int, str | None]]:
    """Yield (begin, end, source) of every JSON object that is at the top level of `text` or in a
    list. With `lists`, also yield lists of objects. The source of an object that is not closed is
    None."""
    begins, place = _BEGINS_LIST if lists else _BEGINS, 0
    for _document in range(_DOCUMENTS_AT_MOST):
        if (hit := begins.search(text, place)) is None:
            return
        begin, end = hit.start(), _end_of(text, hit.start())
        if end is None:
            yield begin, len(text), None
            return
        yield begin, end, text[begin:end]
        place = end


def unquoted(text: str, warnings: list[str]) -> str:
    """Return the JSON in `text` in decoded form if it is a JSON string or has HTML entities. Return
    any other text unchanged."""
    if re.match(r"\W*\{\s*&quot;", text):
        return html.unescape(text)
    if text.startswith('"{') and text.endswith('}"'):
        try:
            inner = json.loads(text, strict=False)
        except ValueError:
            return text
        warnings.append("json_repaired")
        return str(inner)
    return text


def texts_in(value: Any) -> Iterator[str]:
    """Yield every string of at least two words in a parsed JSON value."""
    if isinstance(value, str):
        if re.search(r"[^\W\d_].* |[ ].*[^\W\d_]", value):
            yield value
        return
    members = value.values() if isinstance(value, dict) else value
    for member in members if isinstance(value, (dict, list)) else ():
        yield from texts_in(member)


def truncated(text: str) -> ReplyError:
    where = f"character {len(text)}"
    return ReplyError("truncated", "The JSON breaks off before its end.", where=where)


def parse_object(
    source: str, begin: int, warnings: list[str]
) -> tuple[dict[str, object], ReplyError | None]:
    """Return the object in `source`, repaired if necessary. Trailing commas and entities are
    repaired silently. After other repairs, a warning is added and the error is also returned. The
    caller raises this error if the object is incomplete.

    Raises ReplyError: duplicate_key if a key has two different values, invalid_json if the JSON
    cannot be repaired.
    """
    try:
        return _loads(source, warnings), None
    except ValueError as error:
        place = f"character {begin + getattr(error, 'pos', 0)}"
        problem = ReplyError("invalid_json", f"The JSON cannot be read: {error}.", where=place)
    except RecursionError:
        raise ReplyError(
            "invalid_json", "The JSON is nested too deeply.", where=f"character {begin}"
        ) from None
    for mended, warning in _mended(source):
        try:
            parsed = _loads(mended, warnings)
        except (ValueError, RecursionError):
            continue
        warnings += [warning] if warning else []
        return parsed, problem if warning else None
    repaired = _repaired(source)
    if repaired is None:
        raise problem
    warnings.append("json_repaired")
    return repaired, problem


def is_placeholder(source: str) -> bool:
    """Return whether the object is the unchanged template from the prompt."""
    return bool(_FORM_QUOTED.search(source) or _FORM_BARE.search(_STRING.sub('""', source)))


def _end_of(text: str, begin: int) -> int | None:
    """Return the position after the object that starts at `begin`. Brackets in strings and comments
    are ignored. Return None if the object is not closed."""
    try:
        return _DECODER.raw_decode(text, begin)[1]
    except (ValueError, RecursionError):
        depth = 0
    for token in _TOKEN.finditer(text, begin):
        if token[0] in {"{", "["}:
            depth += 1
        elif token[0] in {"}", "]"}:
            depth -= 1
            if depth == 0:
                return token.end()
    return None


def _mended(source: str) -> list[tuple[str, str]]:
    """Return corrected versions of `source` with their warnings. Silent corrections come first."""
    quiet = [_without(_TRAILING, each) for each in (source, plain(source, markdown=False))]
    bare = [_without(_TRAILING, _without(_COMMENT, each)) for each in quiet]
    return [*((each, "") for each in quiet), *((each, "json_repaired") for each in bare)]


def _without(pattern: re.Pattern[str], source: str) -> str:
    """Return `source` without the matches of `pattern` that are outside strings."""
    return pattern.sub(lambda hit: hit[1] or "", source)


def _repaired(source: str) -> dict[str, object] | None:
    """Return the object that json_repair finds in `source` if the repair only changes punctuation,
    otherwise None."""
    for text in (source, plain(source, markdown=False)):
        bare = _LITERAL.sub(lambda hit: _LITERALS[hit[0]], _without(_COMMENT, text))
        if len(bare) > _REPAIR_AT_MOST:
            return None
        try:
            repaired = json_repair.loads(bare)
            words = _SYNTAX.sub("", json.dumps(repaired, ensure_ascii=False))
        except (ValueError, RecursionError, IndexError, KeyError, TypeError, AttributeError):
            continue
        blanks = json.dumps(repaired).count('""') - text.count('""') - text.count("''")
        if isinstance(repaired, dict) and blanks <= 0 and words == _SYNTAX.sub("", bare):
            return repaired
    return None


def _loads(source: str, warnings: list[str]) -> dict[str, object]:
    again: list[str] = []

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        members: dict[str, object] = {}
        final = [pair for pair in pairs if not PROVISIONAL.search(pair[0])]
        for key, value in final or pairs:
            if key in members and (type(members[key]), members[key]) != (type(value), value):
                what = f"“{key[:60]}” stands twice with different values."
                raise ReplyError("duplicate_key", what, where=key[:60])
            if key in members:
                again.append("duplicate_block")
            members[key] = value
        return members

    parsed = json.loads(source, object_pairs_hook=once, parse_int=_whole, strict=False)
    if not isinstance(parsed, dict):
        raise ValueError("it is no object")  # noqa: TRY004 - handled with the parser's own errors
    warnings += again
    return parsed


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) < _DIGITS else digits
