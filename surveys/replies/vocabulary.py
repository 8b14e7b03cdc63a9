"""The closed lists described in docs/replies.md, which are stored in `lists/`, and patterns that
several policies share.

A list starts with its name in brackets, followed by lines of alternatives. `{name}` inserts another
list. To add a language, add its words to each list.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from surveys.phrases import any_of

_FOLDER = Path(__file__).parent / "lists"
_HEAD = re.compile(r"^\[(\w+)\]\n", re.MULTILINE)
_OTHER_LIST = re.compile(r"\{([a-z_]+)\}")


@cache
def _lists() -> Mapping[str, str]:
    text = "\n".join(path.read_text("utf-8") for path in sorted(_FOLDER.glob("*.txt")))
    _before, *parts = _HEAD.split(text)
    return {name: body.strip("\n") for name, body in zip(parts[::2], parts[1::2], strict=True)}


def either(name: str) -> str:
    """Return the list with this name as a group of alternatives in a regular expression."""
    body = _lists()[name].replace("\n", "|")
    return f"(?:{_OTHER_LIST.sub(lambda other: either(other[1]), body)})"


def phrases(name: str) -> re.Pattern[str]:
    """Return a pattern that matches the phrases of a list as whole words."""
    return any_of(either(name))


def words(name: str) -> list[str]:
    """Return the words of a list that contains only single words."""
    return _lists()[name].split()


@lru_cache(maxsize=512)
def any_name(names: tuple[str, ...], behind: str = "") -> re.Pattern[str]:
    """Return a pattern for any of `names` as whole words, followed by the pattern `behind`."""
    return re.compile(rf"{any_of(*map(re.escape, names)).pattern}{behind}", re.IGNORECASE)


HIDDEN = "□"  # replaces a score that has been read, so that the text around it can be checked
SPELLED = {
    word: number
    for number, row in enumerate(_lists()["spelled"].split("\n"))
    for word in row.split()
}
# Without the words for 1, which are also articles or pronouns.
SPELLED_ALONE = re.compile(
    rf"\b({'|'.join(sorted(word for word, number in SPELLED.items() if number != 1))})\b"
    r"(?=\s*(?:[.,;:!?)\]\"']|$))",
    re.IGNORECASE,
)

REASON = rf"{either('reason')}\b"
_NO_NOUN, _WITH_NOUN, _BEHIND_NOUN = map(either, ("no_noun", "with_noun", "behind_noun"))
_NOUN = (
    rf"(?!(?i:{_NO_NOUN})\b)"
    r"(?:[^\W\d_]{3,60}[sx]|[A-ZÄÖÜ][^\W\d_]{2,60}|people|men|women|children)\b"
    rf"(?=\s*(?:$|[.,;:!?)\]\"'|/]|-\s)|\s+{_BEHIND_NOUN}\b)"
)
# Words after a 1 if it counts one thing and is not a score.
COUNTS_ONE = re.compile(
    rf"\s+(?:{_WITH_NOUN}\s+){{0,2}}(?!(?i:{either('function_word')}|{_NO_NOUN})\b)"
    rf"[^\W\d_]{{3,60}}(?=\s*(?:$|[.,;:!?)\]\"'])|\s+{_BEHIND_NOUN}\b)"
)
# Words after a number if it counts things and is not a score.
COUNTS = re.compile(rf"\s+(?:{_WITH_NOUN}\s+){{0,2}}{_NOUN}")
_OF = r"\s+(?:of|out of|von|de|sur)\s+(?:the |all |den |los |las |les )?"
COUNTS_PART = re.compile(
    rf"{_OF}(?P<of>\d{{1,9}})(?:(?P<named>\s+(?:{_WITH_NOUN}\s+){{0,2}}{_NOUN}|"
    rf"\s+{_BEHIND_NOUN}\b)|(?=\s*(?:$|[.,;:!?)\]\"'|])))"
)
NAMES = re.compile(rf"\b{either('naming')}\s+#?$", re.IGNORECASE)
TAKES_BACK, WEAK_TURN = phrases("lowered"), phrases("weak_turns")
TURN = re.compile(rf"{phrases('turns').pattern}|{either('han_turns')}", re.IGNORECASE)
PROVISIONAL = re.compile(rf"(?:\b|(?<=_)){either('provisional')}(?![^\W_])", re.IGNORECASE)
FINAL = any_of(r"final|endgültig\w*|definitiv\w*|définitif|définitive")
TELLS_SCALE = re.compile(
    rf"[ \t\"'*]*(?:is|means|=|stands for)[ \t]+(?:the[ \t]+)?{either('superlative')}\b",
    re.IGNORECASE,
)
SPOKEN_OF = re.compile(
    r"[ \t\"'*]+(?:is|was|would|seems?|feels|might|could|may|isn't|wasn't|means|stands for)\b",
    re.IGNORECASE,
)
