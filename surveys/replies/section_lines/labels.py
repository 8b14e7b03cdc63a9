"""The label matcher: which section a line of a reply is about, and what answers it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from surveys.replies.labels import Titles, after_label

_NUMERIC = re.compile(
    r"[\s(\[\"'=]*(?:option|answer|score|rating|choice)?[\s:(\[\"'=]*[-+]?\d", re.IGNORECASE
)
_BARE = re.compile(r"#?(\d{1,2})\s*[:.)=-]\s+(\d{1,3}(?:\.0+)?(?:\s*/\s*\d+)?)\s*[.,;]?")
_LISTED = re.compile(r"#?(\d{1,2})\s*[.):]\s+")
_ASIDE = re.compile(r"\s*\(([^()\d]{1,80})\)")
_PLACEHOLDER = re.compile(r"<(?!\s*\d)")


@dataclass(frozen=True)
class _Label:
    """A section's number and what follows; `parted` when a colon or the like stands between."""

    number: int
    rest: str
    parted: bool


class SectionLabels:
    """Matches lines with sections: by number (`Section 2: 1`), by title (`Coherence: 1`), or
    both."""

    def __init__(self, titles: Titles, panel_titles: Sequence[str]) -> None:
        self.titles, self.panel_titles = titles, panel_titles
        self._numbers = {
            question.key: number for number, question in enumerate(titles.questions, 1)
        }
        self._worded = re.compile(
            rf"[\"'(\[{{]*{re.escape(titles.word)}\s*#?(\d{{1,3}})(?![\d/]|\.\d)\s*[\"')\].}}]*",
            re.IGNORECASE,
        )

    def section_of(self, line: str) -> tuple[int, str] | None:
        """(section's number, what answers it) of a labelled line; "" for a bare heading.

        Raises ReplyError (label_mismatch) where number and title are of different sections.
        """
        if bare := _BARE.fullmatch(line):
            return int(bare[1]), bare[2]
        label = self._label(line)
        return (label.number, label.rest.strip()) if label and self._is_answer(label) else None

    def _label(self, line: str) -> _Label | None:
        worded = self._worded.match(line)
        head = worded or _LISTED.match(line)
        number = int(head[1]) if head else None
        rest, parted = after_label(line[head.end() :]) if head else (line, False)
        if titled := self.titles.labelled(rest):
            by_title = self._numbers[titled.question.key]
            if number is not None:
                where = f"{self.titles.word} {number}"
                self.titles.refuse_other(number, titled.question, where=where)
            return _Label(by_title, titled.rest, titled.parted)
        if worded is None or number is None:
            return None
        if aside := _ASIDE.match(rest):
            rest, parted = after_label(rest[aside.end() :])
        return self._without_own_title(_Label(number, rest, parted))

    def _without_own_title(self, label: _Label) -> _Label:
        """Return what follows the section's own title, where that is another than its
        criterion's."""
        has_panel = 1 <= label.number <= len(self.panel_titles)
        own = self.panel_titles[label.number - 1] if has_panel else ""
        if not own or label.rest[: len(own)].casefold() != own.casefold():
            return label
        return _Label(label.number, *after_label(label.rest[len(own) :]))

    def _is_answer(self, label: _Label) -> bool:
        """No sentence about a section, no placeholder sent back, no heading of something else."""
        rest, numeric = label.rest.strip(), _NUMERIC.match(label.rest) is not None
        if rest and not label.parted and not numeric:
            return False
        if _PLACEHOLDER.match(rest):
            return False
        return 1 <= label.number <= len(self.titles.questions) or numeric
