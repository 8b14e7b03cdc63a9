"""The policy for scores in sentences, with tags or marks. It determines where the scores are, and
whether they agree.

A score in a mark or tag always counts. A score after a question's name counts if there are no
marked scores. Otherwise, it must agree with them.
"""

from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

from surveys.base import Stimulus
from surveys.kinds.base import Asking
from surveys.questions import Question, Value
from surveys.replies.after import Behind, spans_hidden
from surveys.replies.asked import answered_keys, keep_text, scored, text_question
from surveys.replies.base import Reading, ReplyError, ReplyFormat
from surveys.replies.doubts import without_own_words
from surveys.replies.labels import Titles
from surveys.replies.layouts import as_named, in_lines
from surveys.replies.nonreplies import absent, refuse_empty
from surveys.replies.normalise import decoded, plain
from surveys.replies.provisional import refuse_provisional, without_provisional
from surveys.replies.remarks import refuse_remark
from surveys.replies.scores import read_score, refuse_other_scale, scale_after
from surveys.replies.sentences import (
    OF_THE_FORM,
    asked_words,
    refuse_doubtful_sentence,
    refuse_unanchored,
    shown_words,
)
from surveys.replies.vocabulary import SPOKEN_OF

LONGEST_LINE = 2000
_SHOWN = 80
_IDLE = " .,;"


@dataclass(frozen=True, order=True)
class Place:
    """The position of a score in a reply, and the text at this position."""

    begin: int
    end: int
    written: str


@dataclass(frozen=True)
class Places:
    """The places of a question's scores. `marked` are the scores in the question's mark, and
    `named` are the scores after the question's name."""

    question: Question
    where: str
    marked: Sequence[Place]
    named: Sequence[Place]

    @property
    def standing(self) -> Sequence[Place]:
        """Return the places that count: those in marks, or otherwise those after the name."""
        return self.marked or self.named

    @property
    def warnings(self) -> list[str]:
        unmarked = [] if self.marked else ["marker_missing"]
        return [*unmarked, *(["duplicate_block"] if len(self.standing) > 1 else [])]

    def reaches(self, end: int) -> bool:
        """Return whether the last place after the question's name extends to the position `end`."""
        return any(place.end >= end for place in self.named[-1:])

    def agreed(self, warnings: list[str], *, open_end: bool) -> float:
        """Return the score that all places share. Raises ReplyError if their scores differ."""
        scores: set[float] = set()
        for place in self.standing:
            last = open_end and place in self.named[-1:] and not self.marked
            scores.add(self._read(place, warnings, open_end=last))
        if self.marked:
            scores |= {score for _place, score in self._readable()}
        if len(scores) > 1:
            what = f"Several scores are given: {sorted(scores)}."
            raise ReplyError("ambiguous_score", what, where=self.where)
        return scores.pop()

    def _read(self, place: Place, warnings: list[str], *, open_end: bool = False) -> float:
        return read_score(
            self.question,
            place.written.rstrip(_IDLE),
            where=self.where,
            open_end=open_end,
            warnings=warnings,
        )

    def repeats(self, score: int) -> list[Place]:
        """Return those places after the question's name that have the score `score`."""
        as_asked = self.question.as_asked
        return [place for place, value in self._readable() if int(as_asked(value)) == score]

    def _readable(self) -> Iterator[tuple[Place, float]]:
        """Yield those places after the question's name that can be read, with their scores."""
        for place in self.named:
            with suppress(ReplyError):
                yield place, self._read(place, [])


def marked_place(text: str, begin: int, end: int, written: str, *, where: str) -> Place:
    """Return the place of a mark or tag, including a scale after it. Raises ReplyError if the text
    only mentions the score, for example `<score>4</score> would be too kind`."""
    if SPOKEN_OF.match(text, end):
        what = f"“{text[begin : end + _SHOWN]}” speaks of a score."
        raise ReplyError("ambiguous_score", what.replace("\n", " "), where=where)
    scale = "" if "/" in written else scale_after(text, end)
    return Place(begin, end + len(scale), written + scale)


class InSentences(ReplyFormat):
    """Base class of reply formats with scores in sentences. `text_section` is the section for the
    reasons around the scores."""

    @property
    @abstractmethod
    def text_section(self) -> str:
        """Return the key of the section for the reasons."""

    @abstractmethod
    def places(self, questions: Sequence[Question], text: str, final: str) -> list[Places]:
        """Return the places of scores in `final`, which is `text` with provisional scores hidden.

        Raises ReplyError if `text` ends within the mark of a score.
        """

    @abstractmethod
    def echoes(self, text: str) -> Iterable[tuple[int, int]]:
        """Return the positions of marks that only explain the scale, for example in `α100α is the
        best`."""

    @abstractmethod
    def reasons_of(self, text: str, places: Sequence[Places]) -> list[str]:
        """Return the texts around the scores. Only the first of these texts has the reasons."""

    def remark(self, text: str, begin: int, names: Sequence[str]) -> str:
        """Return the text that belongs to the score ending at `begin`. `names` are the names of all
        questions."""
        del names
        return text[begin : begin + LONGEST_LINE].split("\n", maxsplit=1)[0]

    def is_cut(self, question: Question, text: str) -> bool:
        """Return whether `text`, which has no score for `question`, breaks off before the score.
        The base class always returns False."""
        del question, text
        return False

    def in_marks(self, reply: str, warnings: list[str]) -> str:
        """Return `reply` unchanged. Subclasses convert other notations to marks or tags."""
        del warnings
        return reply

    def evened(self, text: str) -> str:
        """Return `text` without formatting. Subclasses also convert all marks to the same
        spelling."""
        return plain(text)

    def held(self, rubric: Asking, stimulus: Stimulus) -> Collection[str]:
        text = text_question(rubric, stimulus, self.text_section)
        return answered_keys(scored(rubric, stimulus), text)

    def parse(self, rubric: Asking, stimulus: Stimulus, raw: str) -> Reading:
        """Return the scores in marks, and the reasons. A score after a question's name must agree
        with the marked score, or counts if there is no marked score."""
        warnings: list[str] = []
        reply = decoded(raw, warnings)
        questions = scored(rubric, stimulus)
        titles = Titles(questions, rubric)
        source = plain(self.in_marks(reply, warnings), markdown=False)
        refuse_empty(source)
        laid = in_lines(source, titles, as_named, warnings)
        text = titles.in_own_words(self.evened(laid.text), warnings)
        final = without_provisional(text)
        places = self.places(questions, text, final)
        has_answers = any(each.standing for each in places)
        values: dict[str, Value] = {}
        for each in places:
            if not each.standing and each.question.section_gate:
                continue
            if not each.standing:
                raise self._missing(each.question, text, reply, has_answers=has_answers)
            is_open = raw[-1:].isalnum() and each.reaches(len(final))
            values[each.question.key] = each.agreed(warnings, open_end=is_open)
            warnings += each.warnings
        places = [each for each in places if each.standing]
        self._refuse_taken_back(places, values, final, stimulus)
        reasons = text_question(rubric, stimulus, self.text_section)
        written, *others = [*filter(None, self.reasons_of(text, places)), ""]
        keep_text(values, reasons, written, warnings)
        warnings += ["extra_text"] if any(others) else []
        if reasons is None or reasons.key not in values:
            warnings.append("missing_reasons")
        return Reading(values, tuple(dict.fromkeys(warnings)))

    def _missing(
        self, question: Question, text: str, reply: str, *, has_answers: bool
    ) -> ReplyError:
        refuse_provisional(text, question.label)
        is_cut = self.is_cut(question, text)
        what = f"There is no score for {question.label}."
        code, is_part = "truncated" if is_cut else "missing_criterion", has_answers or is_cut
        return absent(reply, code, what, where=question.label, has_answers=is_part)

    def _refuse_taken_back(
        self,
        places: Sequence[Places],
        values: Mapping[str, Value],
        text: str,
        stimulus: Stimulus,
    ) -> None:
        """Raise ReplyError if the text around the scores or after the scores withdraws a score."""
        words_shown, titles = shown_words(stimulus), [each.question.label for each in places]
        spans = [*self.echoes(text)]
        scores: dict[str, int] = {}
        for each in places:
            score = int(each.question.as_asked(values[each.question.key]))
            scores[each.question.key] = score
            spans += [(place.begin, place.end) for place in [*each.standing, *each.repeats(score)]]
        behind = spans_hidden(text, spans)
        around = without_own_words(behind, titles)
        for each in places:
            score = scores[each.question.key]
            for place in each.marked:
                remark = self.remark(behind, place.end, titles)
                refuse_remark(
                    each.question, score, remark, words_shown, written=remark, where=each.where
                )
            for place in each.standing:
                refuse_doubtful_sentence(around, place.begin, titles, words_shown, where=each.where)
                refuse_other_scale(each.question, text[: place.begin], where=each.where)
        first = min(place.begin for each in places for place in each.standing)
        named = [(each.question, (each.question.label,)) for each in places]
        followed = Behind(values, named, words_shown)
        followed.refuse([behind[first:]], text)
        words = words_shown | asked_words([each.question for each in places])
        refuse_unanchored(behind[:first], words, where="", among=OF_THE_FORM)
        if all(each.marked for each in places):  # the reply should end after the last of them
            last = max(place.end for each in places for place in each.standing)
            followed.refuse_unasked(behind[last:].partition("\n")[2], behind[:last])
