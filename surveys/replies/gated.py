"""Gated sections in a judge's reply. A section that an earlier answer closes is not asked."""

import re
from collections.abc import Collection, Mapping, Sequence

from surveys.questions import Panel, Question, Value

_NOT_ASKED = (
    r"(?P<said>n\s?/\s?a|not (?:asked|applicable)|does not apply|none|null|skip(?:ped)?)"
    r"(?:\s*\([^()\n\d]{0,60}\))?"
)


def opened(
    panels: Sequence[Panel], reply_keys: Collection[str], values: Mapping[str, Value]
) -> tuple[Mapping[str, Value], list[Question]]:
    """Return the answers without those of sections that a gate closes, and the questions of open
    sections that are not answered. `reply_keys` are the keys of questions that a reply can
    answer."""
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
            unanswered = [each for each in panel.questions if each.key not in values_left]
            needed = [each for each in unanswered if not (each.is_text or each.step)]
            missing += [each for each in needed if each.key in reply_keys]
    return values_left, missing


def without_unasked(panels: Sequence[Panel], numbers: Mapping[str, str], raw: str) -> str:
    """Return the reply without the lines that say "not asked" for a section with a gate."""
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
    """Return whether `text` says "not asked" and no option of the question has these words."""
    hit = re.fullmatch(rf"\W*{_NOT_ASKED}\W*", text, re.IGNORECASE)
    options = {words.casefold() for words in question.described().values()}
    return hit is not None and hit["said"].casefold() not in options
