"""Questions that are answered with free text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from surveys.kinds.question import AnswerError, Impression, Question, Value


@dataclass(frozen=True, kw_only=True)
class TextQuestion(Question):
    kind: ClassVar[str] = "text"
    is_text: ClassVar[bool] = True
    min_length: int = 0
    max_length: int = 4000
    rows: int = 3

    def parse(self, raw: object) -> Value | None:
        # PostgreSQL cannot store NUL characters. Browsers send CRLF for every line end.
        text = ("" if raw is None else str(raw)).replace("\x00", "").replace("\r\n", "\n").strip()
        if not text:
            return None
        if len(text) < self.min_length:
            raise AnswerError("too_short", _too_short(len(text), self.min_length))
        if len(text) > self.max_length:
            raise AnswerError(
                "too_long", _("Write at most %(most)d characters.") % {"most": self.max_length}
            )
        return text

    def when_blank(self) -> str:
        return _("Write a few words.")

    def prompt_lines(self) -> Sequence[str]:
        return []

    def values(self) -> Sequence[int]:
        return []

    def allowed(self) -> str:
        return ""

    def taken(self, text: str) -> tuple[str, bool]:
        """Return a judge's text, cut to the limit that applies to people, and whether it was cut.
        The text is "" if it is too short to be an answer."""
        if len(text) < max(1, self.min_length):
            return "", False
        return text[: self.max_length].strip(), len(text) > self.max_length

    def simulated(self, seen: Impression) -> Value:
        return seen.words()


def _too_short(length: int, least: int) -> str:
    message = ngettext(
        "Write at least %(least)s characters. You wrote %(length)s.",
        "Write at least %(least)s characters. You wrote %(length)s.",
        length,
    )
    return message % {
        "length": number_format(length, force_grouping=True),
        "least": number_format(least, force_grouping=True),
    }
