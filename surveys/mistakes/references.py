"""Mistakes in references within a rubric: undeclared names, and keys that are declared twice."""

import re
from collections.abc import Iterable, Iterator

from core.errors import Problem
from surveys.kinds.base import SectionBase
from surveys.mistakes.gates import gate_problems
from surveys.problems import declared_twice
from surveys.spec import Rubric

PLACEHOLDER = re.compile(r"\{[a-z_]+\}")
# Fields of a HIT's form that are not answers.
FORM_NAMES = {"action", "confirmed", "csrfmiddlewaretoken", "seen", "source"}


def reference_problems(rubric: Rubric) -> list[Problem]:
    """Return the problems with names and keys, and the problems that parts of the rubric report."""
    dangling = list(_criteria(rubric))
    # Check the reply only if the criteria are valid. Its required contents depend on the questions,
    # and these depend on the criteria.
    of_reply = [] if dangling else rubric.reply.problems(rubric)
    return [
        *declared_twice("criteria", [criterion.key for criterion in rubric.criteria], key="key"),
        *declared_twice("sections", [section.key for section in rubric.sections], key="key"),
        *_fields(rubric),
        *_within_sections(rubric),
        *dangling,
        *_entries(rubric),
        *_texts(rubric),
        *_question_keys(rubric),
        *([] if dangling else gate_problems(rubric)),
        *_of_each("stimulus", (block.problems(rubric) for block in rubric.stimulus)),
        *_of_each("guards", (guard.problems(rubric) for guard in rubric.guards)),
        *(problem.under("reply") for problem in of_reply),
    ]


def _of_each(part: str, problems: Iterable[Iterable[Problem]]) -> Iterator[Problem]:
    """Yield the problems that the entries of a rubric's list report, with their paths."""
    for index, own in enumerate(problems):
        yield from (problem.under(part, index) for problem in own)


def _fields(rubric: Rubric) -> Iterator[Problem]:
    """Yield a problem for each field that two blocks read as different types."""
    types: dict[str, str] = {}
    for index, block in enumerate(rubric.stimulus):
        for need in block.needs():
            if (earlier_type := types.setdefault(need.name, need.type)) != need.type:
                what = (
                    f"the field `{need.name}` is read as {need.type} here and as {earlier_type} "
                    "elsewhere."
                )
                yield Problem(what, f"stimulus.{index}", remedy="Use two different fields.")


def _within_sections(rubric: Rubric) -> Iterator[Problem]:
    """Yield problems in sections: repeated criteria, contradictory options, bad placeholders."""
    for index, section in enumerate(rubric.sections):
        own = [
            *declared_twice("criteria", section.criteria),
            *section.problems(rubric),
            *_placeholders(section),
        ]
        yield from (problem.under("sections", index) for problem in own)


def _placeholders(section: SectionBase) -> Iterator[Problem]:
    for field in ("title", "help"):
        fillable = {"{output}"} if field == "title" else set()
        for name in sorted(set(PLACEHOLDER.findall(getattr(section, field))) - fillable):
            what = f"`{name}` is not a placeholder here, so annotators would see it unchanged."
            yield Problem(what, field, remedy="Remove it. Only `{output}` in a title is replaced.")


def _criteria(rubric: Rubric) -> Iterator[Problem]:
    declared = [criterion.key for criterion in rubric.criteria]
    for index, section in enumerate(rubric.sections):
        for number, key in enumerate(section.criteria):
            if key not in declared:
                what, remedy = (
                    f"`{key}` is not a declared criterion.",
                    f"Declare the criterion, or use one of {declared}.",
                )
                yield Problem(what, f"sections.{index}.criteria.{number}", remedy=remedy)


def _entries(rubric: Rubric) -> Iterator[Problem]:
    lists = [need.name for need in rubric.fields() if need.type in {"list", "records"}]
    for index, section in enumerate(rubric.sections):
        entries = section.entry_field()
        if entries and entries not in lists:
            remedy = f"Add a list or cards block to `stimulus`, or use one of {lists}."
            yield Problem(
                f"no block shows the list `{entries}`.", f"sections.{index}.entries", remedy=remedy
            )


def _texts(rubric: Rubric) -> Iterator[Problem]:
    texts = [need.name for need in rubric.fields() if need.type == "text" and need.required]
    for index, section in enumerate(rubric.sections):
        field = section.text_field()
        if field and field not in texts:
            what = f"no block shows `{field}` as a text that every item has."
            remedy = f"Add a text block to `stimulus`, or use one of {texts}."
            yield Problem(what, f"sections.{index}.field", remedy=remedy)


def _question_keys(rubric: Rubric) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for index, section in enumerate(rubric.sections):
        for key in section.key_patterns():
            if key in FORM_NAMES:
                what = f"`{key}` is reserved for the page."
                yield Problem(what, f"sections.{index}", remedy="Use another key.")
            if seen.setdefault(key, section.key) != section.key:
                what = f"asks for `{key}`, but section `{seen[key]}` already asks for it."
                yield Problem(
                    what, f"sections.{index}", remedy="Use other criteria or another key."
                )
