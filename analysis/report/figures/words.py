"""Names from users prepared for drawing: cleaned, measured, wrapped, and shortened but distinct."""

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

from analysis.report.bundle import Numbers
from analysis.report.figures.drawn import FAMILY, SIZE, house_style
from analysis.statistics.estimates import Estimate

LINE = 0.135  # inches from one line of text to the next
NOT_ESTIMABLE = "not estimable"
FINE_BELOW = 10  # smaller numbers are written with decimals
MOST_SPOKEN = 40  # values in an alt text; the table next to the figure has all
_BIDI_CONTROLS = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Unicode categories that are not text: control characters, surrogates, and unassigned and private
# code points. XML does not allow some of them.
_NOT_TEXT = {"Cc", "Cs", "Cn", "Co"}
_PIECE = re.compile(r"[^\s\-_/.:,]*(?:[\-_/.:,]+\s*|\s+|$)")


def cleaned(text: str) -> str:
    """Return `text` on one line, without characters that XML forbids or that reverse text. Return
    "(no name)" if nothing remains."""
    letters = (
        " " if unicodedata.category(letter) in _NOT_TEXT or letter in "\u2028\u2029" else letter
        for letter in text
        if letter not in _BIDI_CONTROLS
    )
    return " ".join("".join(letters).split()) or "(no name)"


@lru_cache(maxsize=4096)
def width_of(text: str) -> float:
    """Return a text line's width in inches, with room in case the browser's font is wider."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    narrow = "".join(letter for letter in text if unicodedata.east_asian_width(letter) not in "WF")
    with house_style():
        measured, _height, _descent = text_to_path.get_text_width_height_descent(
            narrow, FontProperties(family=FAMILY, size=SIZE), ismath=False
        )
    return float(measured + wide * SIZE * 1.35) / 72


def shortened(text: str, width: float) -> str:
    """Return `text`, with an ellipsis in the middle if it is wider than `width` inches. Names can
    differ at both ends, so both ends are kept."""
    if width_of(text) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if width_of(_cut(text, middle)) <= width else (low, middle - 1)
    return _cut(text, low)


def _cut(text: str, length: int) -> str:
    tail = length // 2
    return text[: length - tail].rstrip() + "…" + (text[-tail:].lstrip() if tail else "")


def wrapped(text: str, width: float, lines: int) -> str:
    """Return `text` in at most `lines` lines of `width` inches, broken at spaces and punctuation.
    The last line is shortened if needed."""
    rest = cleaned(text)
    done: list[str] = []
    while len(done) < lines - 1 and width_of(rest) > width:
        first = _first_line(rest, width)
        done.append(first.rstrip())
        rest = rest[len(first) :].lstrip()
    return "\n".join([*done, shortened(rest, width)])


def _first_line(text: str, width: float) -> str:
    line = ""
    for piece in _PIECE.findall(text):
        if width_of((line + piece).rstrip()) > width:
            break
        line += piece
    if line:
        return line
    fitting = next(
        size for size in range(len(text), 0, -1) if size == 1 or width_of(text[:size]) <= width
    )
    return text[:fitting]


def labels(names: Sequence[str], width: float, lines: int = 1) -> list[str]:
    """Return each name fitted into `width` inches. Names that would look the same are numbered."""
    fitted = [wrapped(name, width, lines) for name in names]
    often = Counter(fitted)
    return [
        label if often[label] == 1 else _numbered(name, number, width, lines)
        for number, (name, label) in enumerate(zip(names, fitted, strict=True), 1)
    ]


def _numbered(name: str, number: int, width: float, lines: int) -> str:
    mark = f" #{number}"
    return wrapped(name, width - width_of(mark) - 0.02, lines) + mark


def lines_in(labels_: Iterable[str]) -> int:
    return max((label.count("\n") + 1 for label in labels_), default=1)


def widest(labels_: Iterable[str]) -> float:
    return max((width_of(line) for label in labels_ for line in label.split("\n")), default=0.0)


def known(value: float | None) -> float | None:
    """Return `value`, or None if it is not finite. In arrays, NaN means a missing value."""
    return None if value is None or not math.isfinite(value) else float(value)


def number(value: float) -> str:
    """Return a number as text for readers: with up to three decimals or, for large numbers, four
    digits. Negative numbers have a true minus sign instead of a hyphen."""
    text = f"{value:.3f}".rstrip("0").rstrip(".") if abs(value) < FINE_BELOW else f"{value:.4g}"
    return "0" if text in {"-0", ""} else text.replace("-", "−")


def percent(value: float) -> str:
    return f"{100 * value:.0f} %"


def spoken(estimate: Estimate, write: Callable[[float], str] = number) -> str:
    """Return an estimate in words: the value and interval, or the reason why there is none."""
    value, low, high = known(estimate.value), known(estimate.low), known(estimate.high)
    if value is None:
        reason = (
            cleaned(estimate.reason).removeprefix(f"{NOT_ESTIMABLE}: ") if estimate.reason else ""
        )
        return f"{NOT_ESTIMABLE} ({reason})" if reason else NOT_ESTIMABLE
    return (
        write(value)
        if low is None or high is None
        else f"{write(value)} ({write(low)} to {write(high)})"
    )


def described(lead: Sequence[str], numbers: Numbers) -> str:
    """Return the alt text: `lead`, then a sentence for each row of `numbers`."""
    heads, *rows = numbers
    return sentences([*lead, *(_in_words(heads, row) for row in rows)])


def _in_words(heads: Sequence[str], row: Sequence[str]) -> str:
    """Return text such as "fluency: a 0.5, b 0.4". Zeros are left out. If there is only one column,
    its name is left out too."""
    only = len(row) == 2
    cells = zip(heads[1:], row[1:], strict=True)
    words = [cell if only else f"{head} {cell}" for head, cell in cells if cell not in {"", "0"}]
    return f"{row[0]}: {', '.join(words) or '0'}"


def sentences(parts: Sequence[str]) -> str:
    """Return the parts of an alt text as sentences. After `MOST_SPOKEN` parts, a sentence says how
    many more are in the table."""
    rest = len(parts) - MOST_SPOKEN
    limited = [*parts[:MOST_SPOKEN], f"{rest} more are in the table"] if rest > 0 else parts
    return " ".join(part if part.endswith(".") else f"{part}." for part in limited)
