"""The policy for text after the scores. This text must not withdraw a score.

See docs/replies/several-scores.md, section 6.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from surveys.questions import Question, Value
from surveys.replies.asked import top_of
from surveys.replies.base import ReplyError
from surveys.replies.doubts import refuse_own_doubt, refuse_unjudged, without_own_words
from surveys.replies.provisional import without_provisional
from surveys.replies.remarks import Meant, busy_numbers, own_words
from surveys.replies.sentences import (
    SEVERAL_WORDS,
    Stems,
    answer_words,
    asked_words,
    refuse_condition_alone,
    refuse_unanchored,
    said_words,
)
from surveys.replies.vocabulary import (
    HIDDEN,
    SPELLED,
    SPELLED_ALONE,
    TAKES_BACK,
    TURN,
    WEAK_TURN,
    any_name,
)

_LISTED = re.compile(r"\W*(\d{1,2})[.)]\s+(?=[^\W\d]|□)")
_IN_BRACES = re.compile(r"\{[^{}]*\}")
_MEASURED = re.compile(r"\s*(?:mm|cm|km|kg|px|m|g|s|h|°|€|\$|£|USD|EUR)(?!\w)|:\d\d")
_PRICED = re.compile(r"[$€£#№]\s?$|\d:$")
_NOT_WHOLE = re.compile(r"\s*%|\s*-\s*\d|\s*[/⁄]\s*\d")
_DIGIT = re.compile(r"\d")
_OPENING = 3  # number of lines before the first score to check
_SHOWN = 80


class Behind:
    """A check for texts that follow the first score and withdraw a score. `named` has the questions
    with their names."""

    def __init__(
        self,
        values: Mapping[str, Value],
        named: Sequence[tuple[Question, Sequence[str]]],
        words_shown: Stems,
    ) -> None:
        self.named = [(question, names) for question, names in named if question.key in values]
        self.questions = [question for question, _names in self.named]
        self.scores = {  # as shown to the judge, because its reply uses these numbers
            question.key: int(question.as_asked(values[question.key]))
            for question in self.questions
        }
        self.own_words = [
            words
            for question in self.questions
            for words in own_words(question, self.scores[question.key])
        ]
        self.top = max(map(top_of, self.questions), default=0)
        self.words = words_shown | asked_words(self.questions)
        self._patterns: list[tuple[Question, re.Pattern[str]]] = []

    def refuse(self, texts: Sequence[str], reply: str, *, before: str = "") -> None:
        """Raise ReplyError if one of `texts` or a line `before` the scores withdraws a score."""
        for text in map(without_provisional, texts):
            listed = 1
            for line in text.split("\n"):
                if not self._may_speak_of_scores(line):
                    continue
                number = _LISTED.match(line)
                begin = 0
                # Item 1 can be before the text
                if number and int(number[1]) in {listed, max(listed, 2)}:
                    listed, begin = int(number[1]) + 1, number.end()
                self._line(line[begin:], line)
        where = self.questions[0].label if len(self.questions) == 1 else ""
        for text in texts:
            refuse_condition_alone(text, where=where)
            refuse_own_doubt(without_own_words(text, self.own_words), where=where)
        opening = "\n".join(before.rstrip().split("\n")[-_OPENING:])
        for text in (opening, *texts):
            refuse_unanchored(text, self.words, where=where)
        refuse_unjudged(without_own_words(reply, self.own_words), where=where)

    def refuse_unasked(self, text: str, earlier: str) -> None:
        """Raise ReplyError if a sentence of the unrequested `text` is not related to the content,
        the questions or the `earlier` text of the reply."""
        answers = map(answer_words, self.questions)
        words = self.words.union(said_words(earlier), *answers)
        refuse_unanchored(text, words, where="", among=SEVERAL_WORDS)

    def _may_speak_of_scores(self, line: str) -> bool:
        patterns = [_DIGIT, SPELLED_ALONE, TAKES_BACK]
        if any(question.chooses_output for question in self.questions):
            patterns += [TURN, WEAK_TURN]
        return any(pattern.search(line) for pattern in patterns)

    def _line(self, text: str, line: str) -> None:
        self._patterns = self._patterns or [
            (question, any_name(spelled))
            for question, names in self.named
            if (spelled := tuple(filter(None, names)))
        ]
        named = [
            (question, name) for question, names in self._patterns for name in names.finditer(text)
        ]
        bare = spans_hidden(text, [name.span() for _question, name in named])
        bare = self._without_outputs(bare, line)
        concerned = list({question.key: question for question, _name in named}.values())
        if concerned and TAKES_BACK.search(bare):
            raise self._taken_back(line, concerned)
        if not concerned:
            bare = _IN_BRACES.sub(lambda braces: HIDDEN * len(braces[0]), bare)
        if any(self._other_scores(bare, concerned)):
            raise self._taken_back(line, concerned)

    def _without_outputs(self, text: str, line: str) -> str:
        """Return `text` with the names of outputs hidden. Raises ReplyError if the text prefers an
        output other than the preferred one."""
        for question in self.questions:
            if not question.chooses_output:
                continue
            number = self.scores[question.key]
            described, names = question.described(), question.output_names()
            own = {words.get(number, "") for words in (described, names)} - {""}
            others = {*described.values(), *names.values()} - own
            hits = [*any_name(tuple(sorted(others))).finditer(text)] if others else []
            turns = hits and (TURN.search(text) or WEAK_TURN.search(text))
            prefers = any(_PREFERRED.match(text, hit.end()) for hit in hits)
            if turns or prefers or _names_strength(line, described, names, own):
                raise self._taken_back(line, [question])
            hits += [*any_name(tuple(sorted(own))).finditer(text)] if own else []
            text = spans_hidden(text, [hit.span() for hit in hits])
        return text

    def _other_scores(self, line: str, concerned: Sequence[Question]) -> Iterator[bool]:
        """For each relevant number in `line`, yield whether it could be a different score of the
        questions in `concerned`. If `concerned` is empty, all questions count."""
        expected = Meant(self._score_of(concerned), self.top)
        for number in busy_numbers(line, expected):
            whole = SPELLED.get(number[0].lower())
            if whole is None and number[0].isdecimal() and self._is_whole(line, number):
                whole = int(number[0][:10])
            if whole is not None:
                yield any(whole in question.values() for question in concerned or self.questions)

    def _is_whole(self, line: str, number: re.Match[str]) -> bool:
        """Return whether the number can be a score. The number must stand alone or be followed by
        the scale's top (`4/5`). It must not be part of a range or a measurement."""
        behind, before = number.end(), line[max(0, number.start() - 3) : number.start()]
        if re.compile(rf"\s*[/⁄]\s*{self.top}(?!\d)").match(line, behind):
            return True
        if self.top == 100 and re.compile(r"\s*%").match(line, behind):
            return _COVERS.match(line, behind) is None
        is_part = _NOT_WHOLE.match(line, behind) or re.search(r"\d\s*[-/⁄]\s*$", before)
        return not (is_part or _MEASURED.match(line, behind) or _PRICED.search(before))

    def _score_of(self, concerned: Sequence[Question]) -> int | None:
        """Return the score of the questions in `concerned` if all of these questions have the same
        score. Otherwise, return None."""
        scores = {self.scores[question.key] for question in concerned or self.questions}
        return scores.pop() if len(scores) == 1 else None

    def _taken_back(self, line: str, concerned: Sequence[Question]) -> ReplyError:
        single = [*concerned, *self.questions][0] if concerned or len(self.questions) == 1 else None
        what = f"“{line.strip()[:_SHOWN]}” stands behind the scores and may take one back."
        return ReplyError("ambiguous_score", what, where=single.label if single else "")


def _names_strength(
    text: str, described: Mapping[int, str], names: Mapping[int, str], own: Collection[str]
) -> bool:
    """Return whether `text` contains the words of another answer that say how much better an output
    is."""
    strengths = tuple(
        words
        for number, words in described.items()
        if number in names and words != names[number] and words not in own
    )
    return bool(strengths) and any_name(strengths).search(text) is not None


_PREFERRED = re.compile(
    r"(?: (?:is|was|ist|es|sería|wäre)(?: \w+){0,2}? (?:better|best|preferred|preferable|superior|"
    r"stronger|besser|beste|mejor)| wins| gewinnt| gana)"
    r"(?! (?:at|in|on|for|with|as|when|if|but|bei|en)\b)",
    re.IGNORECASE,
)
_COVERS = re.compile(r"\s*%\s+(?:of\b|[a-z]+ed\b)")


def spans_hidden(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return `text` with each character in `spans` replaced by a sign. The length of the text does
    not change."""
    pieces, place = [], 0
    for begin, end in sorted(spans):
        pieces += [text[place:begin], HIDDEN * (end - max(begin, place))]
        place = max(place, end)
    return "".join([*pieces, text[place:]])
