"""Repairs of a reply before parsing: encoding, reasoning blocks, Unicode, Markdown and HTML."""

import html
import re
import unicodedata

from surveys.replies.base import ReplyError

_INVISIBLE = dict.fromkeys(
    [
        *map(ord, "\x00\u00ad\u061c\u180e\u2060\u20e3\ufe0e\ufe0f\ufeff"),
        *range(0x200B, 0x2010),
        *range(0x202A, 0x202F),
        *range(0x2061, 0x206A),
    ]
)
_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
# Emoji and similar characters
PICTURES = "\u2300-\u23ff\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
_SIGNS = str.maketrans("“”„’‘–—−‑【】∶", '"""\'\'----[]:')
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$", re.MULTILINE)
# An asterisk between two digits is not emphasis. Otherwise, 1*0 would become 10.
_EMPHASIS = re.compile(r"(?<!\d)\*{1,3}|\*{1,3}(?!\d)|(?<!\w)_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)|`")
_BULLET = re.compile(
    rf"^(?:[ \t]*(?:(?:#{{1,6}}|>+|[-+•‣◦▪●○■□►➤·∙])[ \t]+|[{PICTURES}]+[ \t]*))+", re.MULTILINE
)
_RULE = re.compile(r"^[ \t]*(?:[-_=][ \t]?){3,}$", re.MULTILINE)
_CELL = re.compile(r"<t[dh](?:\s[^<>]{0,80})?>", re.IGNORECASE)
_BREAK = re.compile(r"<(?:br|hr|/p|/div|/li|/tr|/h[1-6])\s*/?>", re.IGNORECASE)
_INLINE = re.compile(
    r"</?(b|strong|i|em|u|p|span|code|div|small|li|ul|ol|h[1-6]|table|thead|tbody|tr|td|th|answer|"
    r"final_answer|output|"
    r"response|result|evaluation|explanation|reasoning)(?:\s[^<>]{0,80})?>",
    re.IGNORECASE,
)
_LATEX_BOX = re.compile(r"\\(?:boxed|text|textbf|mathbf|mathrm)\s?\{([^{}\\]{1,40})\}")
_LATEX_NUMBER = re.compile(
    r"(?<![\w}])(?:\$|\\[(\[])\s?([-+]?\d[\d.]{0,9}(?:\s?/\s?\d{1,9})?)\s?(?:\$|\\[)\]])(?![\w\\{])"
)
_ESCAPED = re.compile(r"\\([<>*_\[\]#|`~-])")
_RULE_CELL = re.compile(r":?-+:?")
_FRACTION = re.compile("(?<=[0-9])[¼½¾⅐-⅞]|[¼½¾⅐-⅞]")
_RAISED = re.compile("(?<=[0-9])(?=[⁰¹²³⁴-⁹₀-₉])")
_OTHER_DIGIT = re.compile(r"[^\D0-9]")

# UTF-8 bytes that were decoded as Windows-1252 or Latin-1: punctuation, Latin-1 letters, Greek,
# full-width forms and emoji.
_CP1252 = "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"
_TAIL = f"[\x80-\xbf{_CP1252}]"
_MOJIBAKE = re.compile(f"[ÂÃÎÏ]{_TAIL}|[âï]{_TAIL}{{2}}|ð{_TAIL}{{3}}")
_TWICE = 3

_EMPTY = re.compile(r"([ \t\n])[ \t\n]{39,}")
_THINK = re.compile(
    r"(?:<|&lt;|\[(?=/?THINK\])|◁)\s{0,3}(/?)\s{0,3}(?:\w{1,10}:)?(?:think|thinking|thought)\s{0,3}"
    r"(?:\s\w{1,20}=[^<>\[\]]{0,40})?(?:>|&gt;|\]|▷)|<\|"
    r"(?:begin_of_thought|start_thinking|(end_of_thought|end_thinking))\|>",
    re.IGNORECASE,
)
_FINAL_CHANNEL = re.compile(r"<\|channel\|>\s*final\s*<\|message\|>")
_BARE_CHANNEL = re.compile(r"analysis[A-Z]")  # what remains of a channel without its tokens
_TOKEN = re.compile(r"<\|[a-z_]{1,30}\|>|</?s>", re.IGNORECASE)


def decoded(raw: str, warnings: list[str]) -> str:
    """Return `raw` with the correct encoding and without reasoning blocks (`<think>`). Raises
    ReplyError if a reasoning block is not closed."""
    text = _repair_encoding(raw, warnings)
    text = _EMPTY.sub(r"\1", _LINE_ENDS.sub("\n", text).translate(_INVISIBLE))
    text = _FINAL_CHANNEL.split(text)[-1]
    if _BARE_CHANNEL.match(text):
        _thoughts, final, text = text.partition("assistantfinal")
        if not final:
            raise _in_thoughts()
    return _TOKEN.sub("", _without_thoughts(text)).strip()


def visible(text: str) -> str:
    """Return `text` without invisible characters."""
    return text.translate(_INVISIBLE)


def plain(text: str, *, markdown: bool = True, keep: str = "") -> str:
    """Return `text` without formatting: Unicode variants, entities, HTML, Markdown emphasis, fences
    and tables.

    If `markdown` is false, code fences are removed but other Markdown is kept, because asterisks
    and underscores can be part of names in JSON. The tag `keep` is not removed.
    """
    text = _RAISED.sub("^", _FRACTION.sub(_as_decimal, html.unescape(html.unescape(text))))
    text = unicodedata.normalize("NFKC", text).translate(_INVISIBLE).translate(_SIGNS)
    text = _EMPTY.sub(r"\1", text)
    text = _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), text)
    text = _FENCE.sub("", text)
    if not markdown:
        return text.strip()
    text = _LATEX_NUMBER.sub(r"\1", _LATEX_BOX.sub(r"\1", _LATEX_BOX.sub(r"\1", text)))
    text = _BREAK.sub("\n", _CELL.sub("|", _RULE.sub("", _ESCAPED.sub(r"\1", text))))
    text = _INLINE.sub(lambda tag: tag[0] if tag[1].lower() == keep else "", text)
    return _without_tables(_BULLET.sub("", _EMPHASIS.sub("", text))).strip()


def storable(text: str) -> str:
    """Return `text` without characters that a database cannot store (NUL and unpaired
    surrogates)."""
    return (
        text.translate(_INVISIBLE).encode("utf-8", "ignore").decode("utf-8").replace("\r\n", "\n")
    )


def _repair_encoding(text: str, warnings: list[str]) -> str:
    for _time in range(_TWICE):  # text can have been broken twice
        repaired = _MOJIBAKE.sub(_decode, text)
        if repaired == text:
            break
        text = repaired
        warnings.append("encoding_repaired")
    return text


def _decode(broken: re.Match[str]) -> str:
    """Return the intended character. If the text cannot be decoded or would be a control character,
    return the text unchanged."""
    try:
        repaired = b"".join(_byte(character) for character in broken[0]).decode("utf-8")
    except UnicodeDecodeError:
        return broken[0]
    return broken[0] if unicodedata.category(repaired) == "Cc" else repaired


def _byte(character: str) -> bytes:
    return character.encode("cp1252") if character in _CP1252 else character.encode("latin-1")


def _without_thoughts(text: str) -> str:
    """Return the text outside `<think>…</think>`. The opening tag may be part of the prompt. Raises
    ReplyError if a block is not closed."""
    pieces: list[str] = []
    opened, begin = 0, 0
    for tag in _THINK.finditer(text):
        if tag[1] or tag[2]:
            pieces = pieces if opened else []
            opened, begin = 0, tag.end()
        else:
            pieces += [] if opened else [text[begin : tag.start()]]
            opened = 1
    if opened:
        raise _in_thoughts()
    return "".join([*pieces, text[begin:]])


def _in_thoughts() -> ReplyError:
    return ReplyError("truncated", "The reply breaks off in the model's thoughts.", where="think")


def _as_decimal(fraction: re.Match[str]) -> str:
    """Return a fraction as a decimal, so that `4½` becomes 4.50, which is not a whole number.
    Unicode normalisation would give 41/2."""
    decimal = f"{unicodedata.numeric(fraction[0]):.2f}"
    return (
        decimal[1:]
        if fraction.start() and fraction.string[fraction.start() - 1].isdigit()
        else decimal
    )


def _without_tables(text: str) -> str:
    """Return the text with each table row as `first: second: …` and without the header row."""
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
