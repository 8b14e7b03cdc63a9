"""A parser that reads a large JSON document piece by piece, with one value in memory at a time."""

import codecs
import json
import re
from collections.abc import Collection, Iterator
from typing import IO

from core.errors import DocumentError
from stimuli.media.files import UNPACKING_ERRORS

PIECE = 1 << 20
LONGEST = 32 * PIECE  # maximum characters of one value
# Characters before the buffer's end where a truncated literal or escape can fail
NEARLY_AT_END = 16
BLANK = re.compile(r"[ \t\r\n]*")
DECODER = json.JSONDecoder()
NOT_WHOLE = "Export the file again. It may have been cut off."
TOO_LARGE = "Split the file, or leave out parts that people do not rate."


def walk(file: IO[bytes], document: str, streamed: Collection[str]) -> Iterator[tuple[str, object]]:
    """Yield (path, value) for each member of the object in `file`, in the order of the file. The
    keys of a path are joined with dots.

    `streamed` has the paths of arrays and objects that are read in pieces. The elements of such an
    array are yielded one by one under the array's path, and the members of such an object have
    separate paths. Raises DocumentError with the position of a problem.
    """
    text = _Text(file, document)
    yield from _members(text, "", frozenset(streamed))
    if text.peek():
        raise text.error("has more text after the end of its JSON.", NOT_WHOLE)


def _members(text: "_Text", path: str, streamed: frozenset[str]) -> Iterator[tuple[str, object]]:
    text.take("{")
    if text.skip("}"):
        return
    while True:
        key = text.value()
        if not isinstance(key, str):
            raise text.error("is not valid JSON: a key is not a text.", NOT_WHOLE)
        text.take(":")
        yield from _member(text, f"{path}{key}", streamed)
        if text.skip("}"):
            return
        text.take(",")


def _member(text: "_Text", path: str, streamed: frozenset[str]) -> Iterator[tuple[str, object]]:
    first = text.peek()
    text.path = path
    if path in streamed and first == "[":
        yield from ((path, element) for element in _elements(text))
    elif path in streamed and first == "{":
        yield from _members(text, f"{path}.", frozenset())
    elif first == "{" and any(each.startswith(f"{path}.") for each in streamed):
        yield from _members(text, f"{path}.", streamed)
    else:
        yield path, text.value()


def _elements(text: "_Text") -> Iterator[object]:
    text.take("[")
    if text.skip("]"):
        return
    text.row = 0
    while True:
        text.row += 1
        yield text.value()
        if text.skip("]"):
            text.row = None
            return
        text.take(",")


class _Text:
    """The characters of a file that have not been parsed yet."""

    def __init__(self, file: IO[bytes], document: str) -> None:
        self._file, self._document = file, document
        self._decoder = codecs.getincrementaldecoder("utf-8-sig")()
        self._buffer, self._at, self._is_over = "", 0, False
        self.path = ""
        self.row: int | None = None

    def error(self, what: str, remedy: str) -> DocumentError:
        row = f", row {self.row}" if self.row else ""
        return DocumentError.one(self._document, what, path=f"{self.path[:80]}{row}", remedy=remedy)

    def peek(self) -> str:
        """Return the next character that is not white space, or "" at the end of the file."""
        while True:
            blank = BLANK.match(self._buffer, self._at)
            self._at = blank.end() if blank else self._at
            if self._at < len(self._buffer) or not self._fill():
                return self._buffer[self._at : self._at + 1]

    def skip(self, character: str) -> bool:
        """Return whether `character` comes next. If so, skip it."""
        is_next = self.peek() == character
        self._at += is_next
        return is_next

    def take(self, character: str) -> None:
        if not self.skip(character):
            character_there = self.peek() or "the end of the file"
            what = f"is not valid JSON: there is {character_there} instead of {character}."
            raise self.error(what, NOT_WHOLE)

    def value(self) -> object:
        """Return the next JSON value. Raises DocumentError."""
        self.peek()
        while True:
            try:
                value, end = DECODER.raw_decode(self._buffer, self._at)
            except json.JSONDecodeError as error:
                if self._is_over or not self._may_be_cut(error):
                    raise self.error(f"is not valid JSON: {error.msg}.", NOT_WHOLE) from None
            except (ValueError, RecursionError):
                what = "contains a number that is too large, or is nested too deeply."
                raise self.error(what, TOO_LARGE) from None
            else:
                if end < len(self._buffer) or self._is_over:
                    self._at = end
                    return value
            self._fill()  # even a complete number can continue in the next part

    def _may_be_cut(self, error: json.JSONDecodeError) -> bool:
        is_near = error.pos >= len(self._buffer) - NEARLY_AT_END
        return is_near or error.msg.startswith("Unterminated string")

    def _fill(self) -> bool:
        """Read more of the file, and return False at its end. The buffer doubles each time, so that
        a long value needs few attempts to parse it."""
        rest = self._buffer[self._at :]
        if len(rest) > LONGEST:
            what = f"contains a value of more than {LONGEST // PIECE} million characters."
            raise self.error(what, TOO_LARGE)
        if self._is_over:
            return False
        try:
            piece = self._file.read(max(PIECE, len(rest)))
            self._is_over = not piece
            rest += self._decoder.decode(piece, final=not piece)
        except UnicodeDecodeError:
            raise self.error("is not UTF-8.", NOT_WHOLE) from None
        except UNPACKING_ERRORS as error:
            raise self.error(f"cannot be unpacked: {error}.", NOT_WHOLE) from None
        self._buffer, self._at = rest, 0
        return bool(piece)
