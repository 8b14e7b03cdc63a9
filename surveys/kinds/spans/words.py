"""The words of a text that people can mark on a page, with their positions in code points."""

import unicodedata
from dataclasses import dataclass

_JOINERS = frozenset("\u200c\u200d'’-")
# Scripts without spaces between words. Each of their characters can be marked separately.
_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x3040, 0x30FF),  # kana
    (0x3400, 0x9FFF),  # Chinese characters
    (0xF900, 0xFAFF),
    (0x20000, 0x323AF),
)


@dataclass(frozen=True)
class Word:
    """A word, or a sign between words, from `start` up to, but not including, `end`."""

    text: str
    start: int
    end: int


def words_of(text: str) -> list[Word]:
    """Return the words and signs of `text`, in order. Only white space is left out."""
    words: list[Word] = []
    begin = 0
    for place, character in enumerate(text):
        if place and not _continues(text, begin, place):
            words.append(Word(text[begin:place], begin, place))
            begin = place
        if character.isspace():
            begin = place + 1
    words.append(Word(text[begin:], begin, len(text)))
    return [word for word in words if word.text and not word.text.isspace()]


def _continues(text: str, begin: int, place: int) -> bool:
    """Return whether the character at `place` belongs to the word that starts at `begin`."""
    character, before = text[place], text[place - 1]
    if begin == place or character.isspace():
        return False
    if _is_attached(character) or before == "\u200d":
        return True
    if not (_is_letter(text[begin]) and not _is_unspaced(text[begin])):
        return False
    if character in _JOINERS:  # joins two parts of a word, but does not end one
        return place + 1 < len(text) and _is_letter(text[place + 1])
    return _is_letter(character) and not _is_unspaced(character)


def _is_attached(character: str) -> bool:
    """Return whether the character is drawn on the preceding character, like an accent."""
    is_skin = "\U0001f3fb" <= character <= "\U0001f3ff"
    return unicodedata.category(character)[0] == "M" or is_skin or character == "\u200d"


def _is_letter(character: str) -> bool:
    return unicodedata.category(character)[0] in "LN"


def _is_unspaced(character: str) -> bool:
    return any(low <= ord(character) <= high for low, high in _UNSPACED)
