"""Sections that an earlier answer opens, in a judge's reply: closed ones are not asked."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from surveys.questions import Panel, Question, Value

_NOT_ASKED = (
    r"(?P<said>n\s?/\s?a|not (?:asked|applicable)|does not apply|none|null|skip(?:ped)?)"
    r"(?:\s*\([^()\n\d]{0,60}\))?"
)


@dataclass(frozen=True)
class Opened:
    """The answers to what was asked; whether there were others, and the first one missing."""

    values: Mapping[str, Value]
    has_others: bool
    missing: Question | None


def opened(
    panels: Sequence[Panel], reply_keys: Collection[str], values: Mapping[str, Value]
) -> Opened:
    """Return a reply's answers by the gates of `panels`; `reply_keys` are those it can answer."""
    values_left = dict(values)
    missing: list[Question] = []
    for panel in panels:
        if panel.gate is None:
            continue
        own = [*panel.questions, *([panel.abstention] if panel.abstention else [])]
        if not panel.gate.opens(values_left):
            for question in own:
                values_left.pop(question.key, None)
        elif panel.abstention is None or panel.abstention.key not in values_left:
            missing += [
                question
                for question in panel.questions
                if question.key in reply_keys
                and question.key not in values_left
                and not (question.is_text or question.step)
            ]
    return Opened(values_left, len(values_left) < len(values), next(iter(missing), None))


def without_unasked(panels: Sequence[Panel], numbers: Mapping[str, str], raw: str) -> str:
    """Return a reply without the lines that say "not asked" for what a gate can close."""
    by_name: dict[str, list[Question]] = {}
    for panel in panels:
        for question in panel.questions if panel.gate else ():
            number = numbers.get(question.key, question.label)
            for name in {panel.title, question.label, number}:
                by_name.setdefault(name.casefold(), []).append(question)
    if not by_name:
        return raw
    named = "|".join(map(re.escape, sorted(by_name, key=len, reverse=True)))
    line = re.compile(rf"\W*({named})[\s*\"]*[:=-](.*)", re.IGNORECASE)

    def is_unasked(each: str) -> bool:
        hit = line.fullmatch(each)
        return hit is not None and all(
            says_not_asked(question, hit[2]) for question in by_name.get(hit[1].casefold(), [])
        )

    return "\n".join(each for each in raw.split("\n") if not is_unasked(each))


def says_not_asked(question: Question, text: str) -> bool:
    """Return whether `text` says "not asked", and names no option of the question."""
    hit = re.fullmatch(rf"\W*{_NOT_ASKED}\W*", text, re.IGNORECASE)
    options = {words.casefold() for words in question.described().values()}
    return hit is not None and hit["said"].casefold() not in options
