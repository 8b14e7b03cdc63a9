"""Abstentions: how a judge can say that it cannot judge a section, and how this is parsed."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol

from surveys.base import Stimulus
from surveys.guards.base import Guarded
from surveys.kinds.base import CANNOT_JUDGE, numbered_name
from surveys.questions import Panel, Question, Value, judged_panels
from surveys.replies.asked import keep_text
from surveys.replies.base import Reading, ReplyError, ReplyFormat
from surveys.replies.normalise import decoded, plain

_SAYS = re.compile(r"(?:cannot|can not|can't|unable to) judge\b", re.IGNORECASE)
_BLANK = re.compile(r"<[^<>]*>[.]?")
_MEMBER = re.compile(rf'"{CANNOT_JUDGE}"\s*:\s*("(?:[^"\\]|\\.)*")\s*,?')


class Answering(Guarded, Protocol):
    """A rubric with its reply format."""

    @property
    def reply(self) -> ReplyFormat: ...


def abstaining(rubric: Answering, stimulus: Stimulus) -> list[Panel]:
    """Return the sections that a judge can skip by giving a reason in its reply."""
    if rubric.reply.holds_reasons:
        return []
    keys = set(rubric.reply.held(rubric, stimulus))
    panels = [panel for panel in judged_panels(rubric, stimulus) if panel.abstention]
    return [panel for panel in panels if any(each.key in keys for each in panel.questions)]


def abstention_form(rubric: Answering, stimulus: Stimulus) -> str:
    """Return the instructions that tell a judge how to say that it cannot judge a section. Return
    "" if no section can be skipped."""
    titles = [panel.title for panel in abstaining(rubric, stimulus)]
    if not titles:
        return ""
    if rubric.reply.json_schema(rubric, stimulus) is not None:
        return (
            f'Add the member "{CANNOT_JUDGE}" to the object. If you cannot judge '
            f"“{', '.join(titles)}”, it is your reason, and the scores do not count. "
            'Otherwise it is "".'
        )
    lines = [f"Cannot judge {title}: <your reason>" for title in titles]
    head = "If you cannot judge one of these, leave out its answer and write its line instead:"
    return "\n".join([head, *lines])


def write_reply(rubric: Answering, stimulus: Stimulus, values: Mapping[str, Value]) -> str:
    """Return a reply with `values`, as a perfect judge would write it. The reply includes the
    reasons for sections that the judge cannot judge."""
    panels = [(panel, panel.abstention) for panel in abstaining(rubric, stimulus)]
    reasons = [(panel, values[each.key]) for panel, each in panels if each and each.key in values]
    if reasons and rubric.reply.json_schema(rubric, stimulus) is not None:
        return json.dumps({CANNOT_JUDGE: reasons[0][1]}, ensure_ascii=False)
    lines = [f"Cannot judge {panel.title}: {reason}" for panel, reason in reasons]
    return "\n".join([*lines, rubric.reply.write(rubric, stimulus, values)])


def read_reply(rubric: Answering, stimulus: Stimulus, raw: str) -> Reading:
    """Return the answers in `raw`, and the reasons for skipped sections. Raises ReplyError if a
    section has both an answer and a reason."""
    panels = abstaining(rubric, stimulus)
    if not panels:
        return rubric.reply.read(rubric, stimulus, raw)
    warnings: list[str] = []
    text = rubric.reply.without_unasked(rubric, stimulus, decoded(raw, warnings))
    if rubric.reply.json_schema(rubric, stimulus) is not None:
        return _read_json(rubric, stimulus, text, panels, warnings)
    left_panels, rest = _left(rubric, stimulus, panels, text)
    if not left_panels:
        return rubric.reply.read(rubric, stimulus, raw)
    low, high = (_read_with(rubric, stimulus, rest, left_panels, end) for end in (0, -1))
    left_out = {question.key for panel, _reason in left_panels for question in panel.questions}
    values = {key: value for key, value in low.values.items() if key not in left_out}
    if values != {key: value for key, value in high.values.items() if key not in left_out}:
        raise ReplyError("ambiguous_score", "What it cannot judge changes other answers.")
    for panel, reason in left_panels:
        keep_text(values, panel.abstention, reason, warnings)
    warnings += [warning for warning in low.warnings if warning != "section_order"]
    reading = Reading(values, tuple(dict.fromkeys(warnings)))
    return rubric.reply.checked(rubric, stimulus, reading)


_Left = tuple[Panel, str]  # a skipped section and the reason for skipping it


def _left(
    rubric: Answering, stimulus: Stimulus, panels: Sequence[Panel], text: str
) -> tuple[list[_Left], str]:
    """Return the skipped sections with their reasons, and the other lines of `text`. Raises
    ReplyError if a section has two different reasons."""
    by_panel: dict[str, _Left] = {}
    rest = []
    for line in text.split("\n"):
        each = _left_by(rubric, stimulus, panels, line) if _SAYS.search(line) else None
        if each is None:
            rest.append(line)
        elif by_panel.setdefault(each[0].id, each) != each:
            what = "It gives two reasons why it cannot judge."
            raise ReplyError("ambiguous_score", what, where=each[0].title)
    return list(by_panel.values()), "\n".join(rest)


def _left_by(
    rubric: Answering, stimulus: Stimulus, panels: Sequence[Panel], line: str
) -> _Left | None:
    """Return the section that is skipped on this line, with the reason. Return None for other
    lines, for lines repeated from the instructions, and for lines without a reason."""
    before, *behind = _SAYS.split(plain(line), maxsplit=1)
    after = "".join(behind)
    named: dict[str, _Left] = {}
    for panel in panels:
        for name in [*_names(rubric, stimulus, panel), *([""] if len(panels) == 1 else [])]:
            words = r"\W+".join(map(re.escape, re.findall(r"\w+", name)))
            is_named = bool(re.fullmatch(rf"\W{{,5}}{words}\W{{,5}}", before, re.IGNORECASE))
            head = "" if is_named and name else words
            pattern = rf"\W{{,5}}{head}\W{{,5}}?(?::|\s-)\s*(.+)"
            hit = re.fullmatch(pattern, after, re.IGNORECASE)
            is_alone = is_named or not before.strip()
            if hit and is_alone and not _BLANK.fullmatch(hit[1]):
                named[panel.id] = (panel, hit[1])
    return named.popitem()[1] if len(named) == 1 else None


def _names(rubric: Answering, stimulus: Stimulus, panel: Panel) -> Iterator[str]:
    yield panel.title
    if heading := rubric.reply.heading(panel):
        yield heading
    if len(panel.questions) == 1:
        (question,) = panel.questions
        numbers = rubric.reply.numbered(rubric, stimulus)
        yield from (question.label, numbers.get(question.key, question.label))
    name = rubric.outputs.judge_name
    if panel.output and name:
        several = rubric.outputs.per_page > 1
        called = numbered_name(name, panel.output.position) if several else name
        yield panel.section.title.replace("{output}", called)


def _read_with(
    rubric: Answering, stimulus: Stimulus, rest: str, left_panels: Sequence[_Left], end: int
) -> Reading:
    """Return the answers in the rest of a reply. An extreme number is first added for each skipped
    section, so that an answer to this section conflicts with the number."""
    questions = [each for panel, _reason in left_panels for each in panel.questions]
    numbers = {each.key: _number(each, end) for each in questions if not each.is_text}
    stand_in = rubric.reply.write(rubric, stimulus, numbers)
    return rubric.reply.parse(rubric, stimulus, f"{rest.rstrip()}\n\n{stand_in}")


def _number(question: Question, end: int) -> Value:
    value = question.parse(question.reach[end])
    if value is None:
        raise ValueError(question.key)
    return value


def _read_json(
    rubric: Answering,
    stimulus: Stimulus,
    text: str,
    panels: Sequence[Panel],
    warnings: list[str],
) -> Reading:
    """Return the answers in a JSON object. An additional member can have the reason why a section
    cannot be judged. This member is "" if the judge answers the section. Raises ReplyError if the
    reason is unclear."""
    hits = list(_MEMBER.finditer(text))
    try:
        reasons = {str(json.loads(hit[1], strict=False)).strip() for hit in hits} - {""}
    except ValueError:
        reasons = set()
    if not reasons:
        reading = rubric.reply.read(rubric, stimulus, _MEMBER.sub("", text))
        return replace(reading, warnings=tuple(dict.fromkeys([*warnings, *reading.warnings])))
    if len(reasons) > 1 or len(panels) > 1 or _BLANK.fullmatch(next(iter(reasons))):
        raise ReplyError("ambiguous_score", "It is not clear what it cannot judge.")
    values: dict[str, Value] = {}
    keep_text(values, panels[0].abstention, reasons.pop(), warnings)
    return Reading(values, tuple(dict.fromkeys(warnings)))
