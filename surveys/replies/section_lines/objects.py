"""The policy for JSON with the labels of lines: one object, one within it, or a list of records."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from surveys.replies.asked import same_name
from surveys.replies.base import ReplyError
from surveys.replies.jsontext import texts_in
from surveys.replies.labels import Titles
from surveys.replies.normalise import plain
from surveys.replies.section_lines.answers import Answers

_IN_VALUE = ("answer", "score", "value", "option", "rating", "choice", "number")
_IN_LABEL = ("section", "criterion", "name", "title", "label", "question", "number", "id")


class ObjectReader:
    """Notes the scores that parsed objects hold, by label."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self._scores: set[str] = set()
        self.titles = Titles(answers.questions)
        word = re.escape(same_name(answers.word))
        self._numbered = re.compile(rf"(?:{word} ?)?(\d{{1,2}})(?: (.+))?")

    def read(self, parsed: Mapping[str, Any]) -> None:
        """Note every score of `parsed`. Raises ReplyError for a label that is no section's."""
        for key, value in self._pairs(self._holder(parsed)):
            self._note(str(key), value)
        self.answers.behind += [text for text in texts_in(parsed) if text not in self._scores]

    def _note(self, key: str, value: Any) -> None:
        number = self._number_of(key)
        if number is None:
            self._beside(key, value)
            return
        score = _score_in(value)
        if isinstance(score, str) and score.lstrip().startswith("<"):
            return  # the form that was to be filled in
        self._scores.add(str(score))
        self.answers.note(number, "" if score is None else plain(str(score)))
        for text in texts_in(value if isinstance(value, dict) else None):
            self.answers.refuse_contradiction(number, text)

    def _beside(self, key: str, value: Any) -> None:
        """A text without a section's label is the comment; anything else was not asked."""
        if not isinstance(value, str):
            what = f"“{key[:60]}” is no section of this rubric."
            raise ReplyError("unknown_key", what, where=key[:60])
        self.answers.comment.append(value)

    def _holder(self, parsed: Mapping[str, Any]) -> Any:
        """What holds the scores: the object, or the only object or list in it; texts beside that
        are the comment.
        """
        inner = [key for key, value in parsed.items() if isinstance(value, (dict, list))]
        beside = {key: value for key, value in parsed.items() if key not in inner}
        if len(inner) != 1 or not all(isinstance(text, str) for text in beside.values()):
            return parsed
        if self._is_label(inner[0]) and isinstance(parsed[inner[0]], dict):
            return parsed
        if any(map(self._is_label, beside)):
            return parsed
        self.answers.comment += beside.values()
        return parsed[inner[0]]

    def _pairs(self, holder: Any) -> Iterable[tuple[Any, Any]]:
        """(label, score) of what holds the scores."""
        if not isinstance(holder, dict):
            return [_record(entry) for entry in holder]
        label, score = _record(holder)
        return holder.items() if label is None or score is None else [(label, score)]

    def _is_label(self, key: str) -> bool:
        return self._number_of(key) is not None

    def _number_of(self, key: str) -> int | None:
        """The section that `Section 3`, `3`, its title or its key names, or two of them where they
        agree.
        """
        name = same_name(key)
        head = self._numbered.fullmatch(name)
        question = self.titles.named(head[2] if head and head[2] else name)
        by_title = 1 + self.answers.questions.index(question) if question else None
        if head is None:
            return by_title
        if by_title not in {None, int(head[1])}:
            what = f"“{key[:60]}” names two different sections."
            raise ReplyError("label_mismatch", what, where=key[:60])
        return int(head[1])


def _record(entry: Any) -> tuple[Any, Any]:
    """(label, score) of `{"section": 2, "answer": 1}`; None for what is not there."""
    if not isinstance(entry, dict):
        return None, entry
    members = {str(key).casefold(): value for key, value in entry.items()}
    label = next((name for name in _IN_LABEL if name in members), "")
    named = next((name for name in _IN_VALUE if name in members and name != label), None)
    if named is None or not any(isinstance(value, str) for value in members.values()):
        return members.get(label), members.get(named or "")
    beside = {name: value for name, value in members.items() if name not in {label, named}}
    score = members[named]
    return members.get(label), {"answer": score} | beside if beside else score


def _score_in(value: Any) -> Any:
    """The score in `{"answer": 2, "reason": "…"}`, or the value itself."""
    if isinstance(value, dict):
        return next((value[name] for name in _IN_VALUE if name in value), value)
    return value
