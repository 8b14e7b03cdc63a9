"""Rubrics reduced to some of their criteria, for judges that are asked only about these
criteria."""

from collections.abc import Collection

from surveys.audience import is_for
from surveys.spec import Criterion, Rubric


def judged_criteria(rubric: Rubric) -> list[Criterion]:
    """Return the criteria that a judge scores separately, in the rubric's order."""
    scored = {
        key
        for section in rubric.sections
        if section.answers == "scores" and is_for(section, "judge")
        for key in section.criteria
    }
    return [criterion for criterion in rubric.criteria if criterion.key in scored]


def prompt_criteria(rubric: Rubric, keys: Collection[str] = ()) -> list[str]:
    """Return one criterion for each prompt of a HIT, chosen from `keys` or, if `keys` is empty,
    from all criteria. Sections that are connected by gates share one prompt, which has the key of
    the first criterion."""
    answered = set[str]()
    leading = []
    for criterion in judged_criteria(rubric):
        key = criterion.key
        if (not keys or key in keys) and key not in answered:
            leading.append(key)
            together = _together(rubric, [key])
            answered |= {each for s in rubric.sections if s.key in together for each in s.criteria}
    return leading


def _together(rubric: Rubric, keys: Collection[str]) -> set[str]:
    """Return the keys of sections that gates connect to a section with a criterion in `keys`."""
    links = [(each.key, each.show_if.section) for each in rubric.sections if each.show_if]
    joined = {key for link in links for key in link}
    together = {
        each.key for each in rubric.sections if each.key in joined and {*each.criteria} & {*keys}
    }
    for _round in links:
        together |= {key for link in links if together & {*link} for key in link}
    return together


def narrowed(rubric: Rubric, keys: Collection[str]) -> Rubric:
    """Return the rubric reduced to the criteria `keys`. Text sections without a criterion are kept,
    and sections that are connected by gates stay together. Worked examples are removed, because
    their replies answer all questions."""
    together = _together(rubric, keys)
    sections = []
    for section in rubric.sections:
        narrow = section if section.key in together else section.narrowed(keys)
        is_free_text = not section.criteria and section.answers == "texts" and not section.show_if
        if narrow.criteria or is_free_text or section.key in together:
            sections.append(narrow)
    keys = [*keys, *(key for section in sections for key in section.criteria)]
    changes = {"sections": tuple(sections), "worked": (), "reply": rubric.reply.narrowed(keys)}
    return rubric.model_copy(update=changes)
