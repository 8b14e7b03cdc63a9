"""The policy for scores in sentences, as tags and marks have them: where each stands, what agrees.

A marked score decides; one behind its name alone serves where no mark is, and must agree with one.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from surveys.questions import Question, Value
from surveys.replies.after import Behind, spans_hidden
from surveys.replies.anchors import Stems, answer_words
from surveys.replies.base import ReplyError
from surveys.replies.leads import refuse_doubtful_remark, refuse_doubtful_sentence
from surveys.replies.remarks import refuse_contradiction, refuse_numbers
from surveys.replies.scores import read_score, refuse_other_scale

_IDLE = " .,;"


@dataclass(frozen=True)
class Place:
    """Where a score stands, and what is written there."""

    begin: int
    end: int
    written: str


@dataclass(frozen=True)
class Places:
    """Where one question's score stands: in its mark, and behind its name."""

    question: Question
    where: str
    marked: Sequence[Place]
    named: Sequence[Place]

    @property
    def standing(self) -> Sequence[Place]:
        """The places that decide."""
        return self.marked or self.named

    @property
    def warnings(self) -> list[str]:
        unmarked = [] if self.marked else ["marker_missing"]
        return [*unmarked, *(["duplicate_block"] if len(self.standing) > 1 else [])]

    def reaches(self, end: int) -> bool:
        """Whether the last place by name is the end of the text."""
        return any(place.end >= end for place in self.named[-1:])

    def agreed(self, warnings: list[str], *, open_end: bool) -> int:
        """The one score that all places give; a remark on another scale beside a marked one is
        passed over. Raises ReplyError for several.
        """
        scores: set[int] = set()
        for place in self.standing:
            last = open_end and place in self.named[-1:] and not self.marked
            scores.add(self._read(place, warnings, open_end=last))
        for place in self.named if self.marked else ():
            try:
                scores.add(self._read(place, []))
            except ReplyError:
                continue  # the mark decides
        if len(scores) > 1:
            what = f"Several scores are given: {sorted(scores)}."
            raise ReplyError("ambiguous_score", what, where=self.where)
        return scores.pop()

    def _read(self, place: Place, warnings: list[str], *, open_end: bool = False) -> int:
        return read_score(
            self.question,
            place.written.rstrip(_IDLE),
            where=self.where,
            open_end=open_end,
            warnings=warnings,
        )

    def repeats(self, score: int) -> list[Place]:
        """The places by name that give `score`."""
        repeated = []
        for place in self.named:
            try:
                value = self._read(place, [])
            except ReplyError:
                continue
            repeated += [place] if int(self.question.as_asked(value)) == score else []
        return repeated


def refuse_taken_back(
    places: Sequence[Places],
    values: Mapping[str, Value],
    text: str,
    echoes: Iterable[tuple[int, int]],
    remark_at: Callable[[str, int], str],
    words_shown: Stems,
) -> None:
    """Raise ReplyError where what stands around or behind the scores takes one back.

    `remark_at` gives what belongs to the score that ends at a place; `words_shown` are the words
    that a judge was shown.
    """
    scores = {
        each.question.key: int(each.question.as_asked(values[each.question.key])) for each in places
    }
    spans = [
        (place.begin, place.end)
        for each in places
        for place in [*each.standing, *each.repeats(scores[each.question.key])]
    ]
    behind = spans_hidden(text, [*spans, *echoes])
    titles = [each.question.label for each in places]
    for each in places:
        score = scores[each.question.key]
        for place in each.marked:
            remark = remark_at(behind, place.end)
            refuse_contradiction(each.question, score, remark, written=remark, where=each.where)
            refuse_numbers(each.question, score, remark, written=remark, where=each.where)
            words = words_shown | answer_words(each.question)
            refuse_doubtful_remark(remark, words, where=each.where)
        for place in each.standing:
            refuse_doubtful_sentence(behind, place.begin, titles, words_shown, where=each.where)
            refuse_other_scale(each.question, text[: place.begin], where=each.where)
    first = min(place.begin for each in places for place in each.standing)
    named = [(each.question, (each.question.label,)) for each in places]
    Behind(values, named, words_shown).refuse([behind[first:]], text)
