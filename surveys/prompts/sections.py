"""The questions in a judge's prompt. They come from the sections whose answers the reply format can
contain."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from surveys.base import Stimulus
from surveys.kinds.gates import Gate
from surveys.questions import Panel, Question, judged_panels
from surveys.spec import Rubric


def asked_panels(rubric: Rubric, stimulus: Stimulus) -> list[Panel]:
    """Return the sections that a judge is asked about, with only the questions that a reply can
    answer."""
    keys = set(rubric.reply.held(rubric, stimulus))
    return [
        replace(panel, questions=questions)
        for panel in judged_panels(rubric, stimulus)
        if (questions := [question for question in panel.questions if question.key in keys])
    ]


def sections_text(rubric: Rubric, stimulus: Stimulus) -> str:
    """Return the prompt text of all sections that a judge is asked about. A criterion is explained
    only where it is first mentioned."""
    names, explained = rubric.reply.numbered(rubric, stimulus), set[str]()
    return "\n\n".join(
        _section(rubric, number, panel, names, explained)
        for number, panel in enumerate(asked_panels(rubric, stimulus), 1)
    )


def _section(
    rubric: Rubric, number: int, panel: Panel, names: Mapping[str, str], explained: set[str]
) -> str:
    """Return the prompt text of one section. The section is named by its number, its heading in the
    reply, or the name of its only question."""
    heading = rubric.reply.heading(panel)
    reply_names = [name for question in panel.questions if (name := names.get(question.key))]
    name = ""
    if not names:
        name = f"Section {number}, {heading}:" if heading else f"Section {number}:"
    elif len(reply_names) == len(panel.questions) == 1:
        name = f"{reply_names[0]}:"
    head = f"{name} {panel.title}" if name else panel.title
    lines = panel.section.entry_lines() or [
        line
        for question in panel.questions
        for line in _question(panel, question, {} if name else names, explained)
    ]
    when = [_when(panel.gate, names)] if panel.gate else []
    return "\n".join([head, *when, *([panel.section.help] if panel.section.help else []), *lines])


def _when(gate: Gate, names: Mapping[str, str]) -> str:
    """Return a description of when the section is asked, with the judge's numbers for answers."""
    name = names.get(gate.key, f"“{gate.label}”")
    return f"Only if the answer to {name} is {gate.worded(numbers=True)}. Otherwise leave it out."


def _question(
    panel: Panel, question: Question, names: Mapping[str, str], explained: set[str]
) -> Iterator[str]:
    meaning = question.help if _is_new(question, explained) else ""
    if name := names.get(question.key, ""):
        yield name if name == question.label else f"{name}: {question.label}"
    elif question.label != panel.title:
        yield f"- {question.label}"
    if meaning:
        yield f"  {meaning}"
    yield from question.prompt_lines()


def _is_new(question: Question, explained: set[str]) -> bool:
    """Return whether the criterion (or the question, if it has no criterion) is not in `explained`
    yet, and add it to `explained`."""
    about = question.criterion or question.key
    is_new = about not in explained
    explained.add(about)
    return is_new
