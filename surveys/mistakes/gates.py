"""Mistakes in the conditions (`show_if`) for asking a rubric's sections."""

from collections.abc import Iterator

from core.errors import Problem
from surveys.base import ShownOutput, Stimulus
from surveys.kinds.base import SectionBase
from surveys.kinds.gates import ShowIf
from surveys.problems import not_among
from surveys.questions import judged_panels, panels
from surveys.spec import Rubric


def gate_problems(rubric: Rubric) -> Iterator[Problem]:
    """Yield the problems with each section's `show_if`, with their paths."""
    for index, section in enumerate(rubric.sections):
        if section.show_if is None:
            continue
        earlier = {each.key: each for each in rubric.sections[:index] if _can_open(each, rubric)}
        gate = earlier.get(section.show_if.section)
        own = (
            [*_answers(rubric, gate, section.show_if), *_scope(rubric, gate, section)]
            if gate
            else not_among(
                "section",
                [section.show_if.section],
                list(earlier),
                "earlier section with a single answer that is a number or an option",
            )
        )
        yield from (problem.under("sections", index, "show_if") for problem in own)


def _can_open(section: SectionBase, rubric: Rubric) -> bool:
    measure = None if section.varies else section.measure(rubric)
    is_single = section.answers == "scores" and len(section.criteria) <= 1
    return is_single and measure is not None and measure.shape in {"value", "pair"}


def _blank(rubric: Rubric) -> Stimulus:
    fields = {name: ["x"] for each in rubric.sections if (name := each.entry_field())}
    outputs = [ShownOutput(letter, place, "") for place, letter in enumerate(rubric.letters(), 1)]
    return Stimulus(fields=fields, outputs=outputs)


def _answers(rubric: Rubric, gate: SectionBase, show_if: ShowIf) -> Iterator[Problem]:
    question = next(
        panel.questions[0] for panel in panels(rubric, _blank(rubric)) if panel.section is gate
    )
    if bool(show_if.values) == show_if.is_range:
        what = (
            "exactly one of `is` and a range (`from`, `to`) must say which answers "
            "open the section."
        )
        yield Problem(what, remedy="Write `is: [1]`, or `from: 4`.")
    elif show_if.is_range:
        least, most = question.reach
        low = least if show_if.least is None else show_if.least
        high = most if show_if.most is None else show_if.most
        if question.chooses_output or not least <= low <= high <= most:
            what = f"{low:g} to {high:g} is not a range of the answers to `{gate.key}`."
            yield Problem(what, remedy=f"Use numbers from {least:g} to {most:g}, or `is`.")
    else:
        for number, value in enumerate(show_if.values):
            if value not in question.values():
                what = f"`{value}` is not an answer to `{gate.key}`."
                choices = ", ".join(map(str, question.values()[:20]))
                yield Problem(what, f"is.{number}", remedy=f"Use one of {choices}.")


def _scope(rubric: Rubric, gate: SectionBase, section: SectionBase) -> Iterator[Problem]:
    """Yield a problem if the section `gate`, whose answer opens `section`, is asked per output but
    `section` is not. Also yield a problem if judges are asked about `section` but not about
    `gate`."""
    if gate.per_output and not section.per_output:
        what = f"`{gate.key}` is answered for each output, but this section is asked only once."
        yield Problem(what, "section", remedy="Add `per_output: true` here, or use another gate.")
    reply_keys = set(rubric.reply.held(rubric, _blank(rubric)))
    judged = {
        panel.section.key
        for panel in judged_panels(rubric, _blank(rubric))
        if any(question.key in reply_keys for question in panel.questions)
    }
    if section.key in judged and gate.key not in judged:
        what = f"judges are asked this section, but not `{gate.key}`, which opens it."
        yield Problem(what, "section", remedy="Add `for: page` here, or ask judges both sections.")
