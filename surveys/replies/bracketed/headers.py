"""The tokenizer and the label matcher: a reply cut at its headers, and which section each one
means.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from surveys.replies.asked import same_name
from surveys.replies.provisional import provisional_lines

_NUMBERED = r"^\s*(?:(?:(?:section|part|step)\s*)?\(?\d{1,2}\s*[.):-]+\s*)?"
_BRACKETED = re.compile(
    _NUMBERED + r"\[([^\[\]\n]{1,60})\]\s*(\([^()\n]{0,40}\))?\s*:?(.*)$", re.IGNORECASE
)
_BARE = re.compile(
    _NUMBERED + r"([^\W\d_][\w ./&-]{2,58}?)\s*(?:\([^()\n]{0,40}\))?\s*(:.*)?$", re.IGNORECASE
)
_KIND = re.compile(r"(reason|score|comparison|rating|marking)", re.IGNORECASE)
_EXAMPLE = re.compile(r"\bexample\b", re.IGNORECASE)
_ORDINALS = ("(?:first|1st)", "(?:second|2nd)")
_LONGEST = 100


@dataclass(frozen=True)
class Heading:
    """A line that is a header, and what follows on it; `is_example` where it is marked as one."""

    name: str
    rest: str
    is_example: bool = False


@dataclass(frozen=True)
class Block:
    """The text under a header; `name` is None for the text before the first, or is provisional."""

    name: str | None
    text: str
    ends_reply: bool
    is_example: bool = False


def is_possible(header: str) -> bool:
    """Return whether a reply could hold this header between brackets and it would be known
    again."""
    return _BRACKETED.match(f"[{header}]") is not None and not header.isdecimal()


class Headers:
    """Matches headers as models write them with those that were asked for."""

    def __init__(self, output_name: str, headers: Sequence[str]) -> None:
        self._output = rf"(?:{re.escape(same_name(output_name))}|caption|assistant|model|response)"
        self._names = {self.canonical(header): header for header in headers}
        self.order = list(self._names.values())
        for header in self.order:  # "Comparison" serves where no other header begins so
            short = re.sub(r"(?:reason|score)$", "", self.canonical(header))
            alike = sum(name.startswith(short) for name in self._names)
            if short[:1].isalpha() and alike == 1:
                self._names[short] = header

    def canonical(self, header: str) -> str:
        """Return a header without spaces, signs and the differences that mean nothing.

        `Caption 1 Scores` and `ASSISTANT1-Score` are the same.
        """
        name = same_name(header).replace(" ", "")
        for number, ordinal in enumerate(_ORDINALS, 1):
            name = re.sub(rf"(?:the)?{ordinal}{self._output}", f"#{number}", name)
        name = re.sub(rf"{self._output}(?=\d)", "#", name)
        name = re.sub(r"(?:reasonings?|reasons?)$", "reason", name)
        name = re.sub(r"^(?:(reason|score)s?(?:ing)?(?:for|of)?)?(#\d)$", r"\2\1", name)
        return re.sub(r"(?:scores?|scoring|ratings?|markings?|marks?)$", "score", name)

    def meant(self, name: str) -> str | None:
        """Return the header that `name` means, as it was asked for."""
        return self._names.get(self.canonical(name))

    def by_output(self, of_scores: Iterable[str]) -> None:
        """Let the name of an output alone head its scores."""
        for header in of_scores:
            if output := re.fullmatch(r"(#\d)score", self.canonical(header)):
                self._names.setdefault(output[1], header)

    def look_like(self, name: str) -> bool:
        """Return whether `name` is a header of an output's scores or reasons, asked for or not."""
        return bool(_KIND.search(name) and re.match(r"#\d", self.canonical(name)))

    def blocks(self, text: str) -> list[Block]:
        """`text` cut at its headers."""
        parts: list[tuple[str | None, bool, list[str]]] = [(None, False, [])]
        for line, is_provisional in provisional_lines(text):
            heading = self._heading(line)
            if heading is None:
                parts[-1][2].append(line)
            else:
                name = None if is_provisional else heading.name
                parts.append((name, heading.is_example, [heading.rest]))
        last = len(parts) - 1
        return [
            Block(name, "\n".join(lines).strip(), place == last, is_example)
            for place, (name, is_example, lines) in enumerate(parts)
        ]

    def _heading(self, line: str) -> Heading | None:
        if bracketed := _BRACKETED.match(line):
            return self._in_brackets(*bracketed.groups())
        bare = _BARE.match(line.rstrip())
        return self._bare(line, bare[1], bare[2]) if bare else None

    def _in_brackets(self, name: str, aside: str | None, rest: str) -> Heading | None:
        if self.meant(name) is None and rest.strip(" :") and not self.look_like(name):
            return None  # a remark in brackets
        if name.strip().isdecimal():
            return None
        return Heading(name.strip(), rest, _EXAMPLE.search(aside or "") is not None)

    def _bare(self, line: str, name: str, behind: str | None) -> Heading | None:
        if self.meant(name) is not None:
            return Heading(name.strip(), (behind or "")[1:])
        if behind and self.meant(line[:_LONGEST]) is not None:
            return Heading(line.strip(), "")  # "Caption 1: scores"
        if self.look_like(name) and not (behind or ":").strip(" :"):
            return Heading(name.strip(), (behind or "")[1:])
        return None
