"""The definition and the parser of the reply format `key-lines`."""

from collections.abc import Mapping
from typing import Literal

from surveys.base import Stimulus
from surveys.kinds.base import Asking
from surveys.questions import Value
from surveys.replies.asked import scored
from surveys.replies.base import Reading, ReplyError, ReplyFormat
from surveys.replies.nonreplies import absent, refuse_empty
from surveys.replies.normalise import decoded, plain
from surveys.replies.scores import read_score


class KeyLines(ReplyFormat):
    format: Literal["key-lines"]

    def instructions(self, rubric: Asking, stimulus: Stimulus) -> str:
        lines = [f"{question.key} = <whole number>" for question in scored(rubric, stimulus)]
        return "Reply with these lines and nothing else:\n" + "\n".join(lines)

    def write(self, rubric: Asking, stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        return "\n".join(
            f"{question.key} = {question.as_asked(values[question.key])}"
            for question in scored(rubric, stimulus)
        )

    def parse(self, rubric: Asking, stimulus: Stimulus, raw: str) -> Reading:
        warnings: list[str] = []
        text = decoded(raw, warnings)
        lines = plain(text).split("\n")
        refuse_empty("\n".join(lines))
        pairs = [
            (key.strip(), rest)
            for key, equals, rest in (line.partition("=") for line in lines)
            if equals
        ]
        if len(pairs) < len(lines):
            warnings.append("extra_text")
        values: dict[str, Value] = {}
        for question in scored(rubric, stimulus):
            given = [rest for key, rest in pairs if key == question.key]
            if not given:
                what = f"There is no line for {question.key}."
                raise absent(
                    text, "missing_criterion", what, where=question.key, has_answers=bool(values)
                )
            if len(given) > 1:
                raise ReplyError(
                    "duplicate_key", f"{question.key} stands twice.", where=question.key
                )
            values[question.key] = read_score(question, given[0], where=question.key)
        return Reading(values, tuple(dict.fromkeys(warnings)))
