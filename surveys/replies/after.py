"""The policy for what stands behind the scores: it must not take one back.

docs/replies.md, section 6.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from surveys.questions import Question
from surveys.replies.asked import top_of
from surveys.replies.base import ReplyError
from surveys.replies.provisional import without_provisional
from surveys.replies.remarks import Meant, busy_numbers
from surveys.replies.vocabulary import FIRST_PERSON, SCORING, SPELLED, SPOKEN_OF, TURN, WEAK_TURN

_ALONE = re.compile(r"\W*(\d{1,9})(?:\.0+)?\W*")
_BETWEEN = re.compile(
    r"(?:\s*(?:\b(?:score|rating|is|of|should be|ist|es|est)\b|[:=→]|->))*\s*", re.IGNORECASE
)
_DIGIT_OR_WORD = re.compile(
    rf"\d|\b(?:{'|'.join(word for word, number in SPELLED.items() if number != 1)})\b",
    re.IGNORECASE,
)
_SHOWN = 80
_HIDDEN = "□"


class Behind:
    """Refuses texts behind the first score that take one back.

    `scores` are numbers as asked by question key; `names` what a reply may call each question.
    """

    def __init__(
        self,
        questions: Sequence[Question],
        scores: Mapping[str, int],
        names: Mapping[str, Sequence[str]],
    ) -> None:
        self.questions, self.scores, self.names = questions, scores, names
        self._patterns: list[tuple[Question, re.Pattern[str]]] = []

    def refuse(self, texts: Iterable[str]) -> None:
        """Raise ReplyError (ambiguous_score) for the first line that takes a score back."""
        finals = [without_provisional(text) for text in texts]
        lines = [
            line for text in finals for line in text.split("\n") if _DIGIT_OR_WORD.search(line)
        ]
        if lines:
            self._patterns = [
                (question, _any_of(names))
                for question in self.questions
                if (names := tuple(name for name in self.names[question.key] if name))
            ]
        for line in lines:
            self._line(line)

    def _line(self, line: str) -> None:
        named = [
            (question, name) for question, names in self._patterns for name in names.finditer(line)
        ]
        if (alone := _ALONE.fullmatch(line)) and self._may_be(int(alone[1]), []):
            raise self._taken_back(line)
        bare = _blanked(line, [name for _question, name in named])
        concerned = [question for question, _name in named]
        turn = TURN.search(bare) or FIRST_PERSON.search(bare)
        weak = WEAK_TURN.search(bare)
        turn = turn or (weak if weak and (concerned or SCORING.search(bare)) else None)
        if turn and any(self._numbers(bare, turn.end(), concerned)):
            raise self._taken_back(line)
        for question, name in named:
            between = _BETWEEN.match(line, name.end())
            place = between.end() if between else name.end()
            if any(start == place for start in self._numbers(bare, place, [question])):
                raise self._taken_back(line)

    def _numbers(self, line: str, begin: int, concerned: Sequence[Question]) -> Iterable[int]:
        """Where the numbers from `begin` on stand that may be another score."""
        score = self._only_score(concerned)
        expected = Meant((), score, max(map(top_of, self.questions), default=0))
        for number in busy_numbers(line, expected):
            whole = SPELLED.get(number[0].lower())
            if whole is None and number[0].isdecimal():
                whole = int(number[0][:10])
            if number.start() >= begin and whole is not None and self._may_be(whole, concerned):
                yield number.start()

    def _only_score(self, concerned: Sequence[Question]) -> int | None:
        keys = {question.key for question in (concerned or self.questions)}
        return self.scores.get(next(iter(keys))) if len(keys) == 1 else None

    def _may_be(self, number: int, concerned: Sequence[Question]) -> bool:
        return any(number in question.values() for question in concerned or self.questions)

    def _taken_back(self, line: str) -> ReplyError:
        where = next(
            (question.label for question, names in self._patterns if names.search(line)),
            self.questions[0].label if len(self.questions) == 1 else "",
        )
        what = f"“{line.strip()[:_SHOWN]}” stands behind the scores and may take one back."
        return ReplyError("ambiguous_score", what, where=where)


@lru_cache(maxsize=512)
def _any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names), re.IGNORECASE)


def _blanked(line: str, names: Iterable[re.Match[str]]) -> str:
    """`line` with letters for its questions' names, so that their numbers are no scores."""
    for name in names:
        line = line[: name.start()] + "x" * len(name[0]) + line[name.end() :]
    return line


def spans_hidden(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """`text` of the same length, with signs where scores that were read stand."""
    pieces, place = [], 0
    for begin, end in sorted(spans):
        pieces += [text[place:begin], _HIDDEN * (end - max(begin, place))]
        place = max(place, end)
    return "".join([*pieces, text[place:]])


def refuse_spoken_of(text: str, begin: int, end: int, *, where: str) -> None:
    """Raise ReplyError (ambiguous_score) where a verb follows the tag or mark that ends at `end`:
    it is spoken of, as in `<score>4</score> would be too kind`.
    """
    if SPOKEN_OF.match(text, end):
        what = f"“{text[begin : end + _SHOWN]}” speaks of a score."
        raise ReplyError("ambiguous_score", what.replace("\n", " "), where=where)
