"""A rubric with some of its criteria alone, for a judge that is not asked about all of them."""

from collections.abc import Collection

from surveys.audience import is_for
from surveys.spec import Criterion, Rubric


def judged_criteria(rubric: Rubric) -> list[Criterion]:
    """Return the criteria that a judge scores, each by itself, in the rubric's order."""
    scored = {
        key
        for section in rubric.sections
        if section.answers == "scores" and is_for(section, "judge")
        for key in section.criteria
    }
    return [criterion for criterion in rubric.criteria if criterion.key in scored]


def narrowed(rubric: Rubric, keys: Collection[str]) -> Rubric:
    """Return the rubric as if it asked about the criteria `keys` alone. Texts that ask about no
    criterion stay; worked examples go, since their replies answer everything.
    """
    sections = []
    for section in rubric.sections:
        narrow = section.narrowed(keys)
        if narrow.criteria or (not section.criteria and section.answers == "texts"):
            sections.append(narrow)
    changes = {"sections": tuple(sections), "worked": (), "reply": rubric.reply.narrowed(keys)}
    return rubric.model_copy(update=changes)
