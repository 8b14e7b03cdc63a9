"""What is mended before a reply is read: encoding, a reasoning model's thoughts, Unicode variants, Markdown, HTML."""

import html
import re
import unicodedata

from surveys.replies.base import ReplyError

_INVISIBLE = dict.fromkeys(map(ord, "\x00\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad"))
_QUOTES = str.maketrans({"“": '"', "”": '"', "„": '"', "’": "'", "‘": "'", "–": "-", "—": "-", "−": "-", "‑": "-"})
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$", re.MULTILINE)
_EMPHASIS = re.compile(r"\*{1,3}|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)|`")
_BULLET = re.compile(r"^(?:[ \t]*(?:#{1,6}|>+|[-•‣◦▪●])[ \t]+)+", re.MULTILINE)
_BREAK = re.compile(r"<(?:br|hr|/p|/div|/li|/tr|/h[1-6])\s*/?>", re.IGNORECASE)
_INLINE = re.compile(r"</?(?:b|strong|i|em|u|p|span|code|div|small|li|ul|ol|h[1-6])(?:\s[^<>]{0,80})?>", re.IGNORECASE)
_ESCAPED = re.compile(r"\\([<>*_\[\]#|`~-])")
_RULE_CELL = re.compile(r":?-+:?")
_FRACTION = re.compile("(?<=[0-9])[¼½¾⅐-⅞]|[¼½¾⅐-⅞]")
_RAISED = re.compile("(?<=[0-9])(?=[⁰¹²³⁴-⁹₀-₉])")
_OTHER_DIGIT = re.compile(r"[^\D0-9]")

# The bytes of UTF-8 read as Windows-1252 or Latin-1: punctuation, Latin-1 letters, Greek, full-width forms, emoji.
_CP1252 = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_TAIL = f"[\x80-\xbf{_CP1252}]"
_MOJIBAKE = re.compile(f"[ÂÃÎÏ]{_TAIL}|[âï]{_TAIL}{{2}}|ð{_TAIL}{{3}}")
_TWICE = 3

_EMPTY = re.compile(r"([ \t\n])[ \t\n]{39,}")
_THINK = re.compile(r"<\s{0,3}(/?)\s{0,3}(?:think|thinking|thought)\s{0,3}>", re.IGNORECASE)
_FINAL_CHANNEL = re.compile(r"<\|channel\|>\s*final\s*<\|message\|>")
_TOKEN = re.compile(r"<\|[a-z_]{1,30}\|>|</?s>")


def decoded(raw: str, warnings: list[str]) -> str:
    """`raw` in the right encoding, without thoughts and control tokens: what every format starts from.

    Raises ReplyError where there is nothing, or where the thoughts break off before an answer.
    """
    text = _repair_encoding(raw, warnings)
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").translate(_INVISIBLE)
    text = _EMPTY.sub(r"\1", text)
    text = _TOKEN.sub("", _FINAL_CHANNEL.split(text)[-1])
    return _without_thoughts(text).strip()


def plain(text: str, *, markdown: bool = True) -> str:
    """`text` without what carries no meaning: Unicode variants, entities, HTML, Markdown emphasis, fences, tables.

    With `markdown` off only fences go: in JSON an asterisk or an underscore is part of a name.
    """
    text = _RAISED.sub("^", _FRACTION.sub(_as_decimal, html.unescape(html.unescape(text))))
    text = unicodedata.normalize("NFKC", text).translate(_INVISIBLE).translate(_QUOTES)
    text = _EMPTY.sub(r"\1", text)
    text = _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), text)
    text = _FENCE.sub("", text)
    if not markdown:
        return text.strip()
    text = _ESCAPED.sub(r"\1", text)
    text = _INLINE.sub("", _BREAK.sub("\n", text))
    return _without_tables(_BULLET.sub("", _EMPHASIS.sub("", text))).strip()


def storable(text: str) -> str:
    """`text` as a database can hold it: no NUL, no half of a surrogate pair."""
    return text.translate(_INVISIBLE).encode("utf-8", "ignore").decode("utf-8").replace("\r\n", "\n")


def _repair_encoding(text: str, warnings: list[str]) -> str:
    for _time in range(_TWICE):  # what was broken twice is mended twice
        repaired = _MOJIBAKE.sub(_decode, text)
        if repaired == text:
            break
        text = repaired
        warnings.append("encoding_repaired")
    return text


def _decode(broken: re.Match[str]) -> str:
    try:
        return b"".join(_byte(one) for one in broken[0]).decode("utf-8")
    except UnicodeDecodeError:
        return broken[0]


def _byte(character: str) -> bytes:
    return character.encode("cp1252") if character in _CP1252 else character.encode("latin-1")


def _without_thoughts(text: str) -> str:
    """What is outside `<think>…</think>`; a closing tag alone ends thoughts that began in the prompt's template."""
    kept: list[str] = []
    opened, begin = 0, 0
    for tag in _THINK.finditer(text):
        if tag[1]:
            kept = kept if opened else []
            opened, begin = 0, tag.end()
        else:
            kept += [] if opened else [text[begin : tag.start()]]
            opened = 1
    if opened:
        raise ReplyError("truncated", "The reply breaks off in the model's thoughts.", where="think")
    return "".join([*kept, text[begin:]])


def _as_decimal(fraction: re.Match[str]) -> str:
    """`4½` is 4.50, which is no whole number; compatibility forms would make it 41/2."""
    decimal = f"{unicodedata.numeric(fraction[0]):.2f}"
    return decimal[1:] if fraction.start() and fraction.string[fraction.start() - 1].isdigit() else decimal


def _without_tables(text: str) -> str:
    """Table rows as `first: second: …`; a heading row, known by the rule under it, is left out."""
    lines: list[str] = []
    heading = ""
    for line in text.split("\n"):
        if not line.lstrip().startswith("|"):
            lines.append(line)
            heading = ""
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if all(_RULE_CELL.fullmatch(cell) for cell in cells):
            if heading and not any(cell.isdecimal() for cell in heading.split(": ")):
                lines.pop()
            continue
        heading = ": ".join(cell for cell in cells if cell)
        lines.append(heading)
    return "\n".join(lines)
