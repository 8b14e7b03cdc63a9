"""Tests of "Cannot judge" with a reason, in sections of all kinds."""

import pytest

from surveys.base import Stimulus
from surveys.columns import derive, rubric_columns
from surveys.forms import check_answers
from surveys.questions import form_questions, questions
from surveys.versions.difference import rubric_difference
from tests.surveys.parts import rubric_with, shown

SCALE = (
    "  - {key: clear, kind: scale, title: Clear, criteria: [clarity], low: 1, high: 5, "
    "cannot_judge: true}"
)
EACH = SCALE.replace("title: Clear", 'title: "{output}: clear", per_output: true')
LIST = (
    "  - {key: point, kind: checklist, title: Points, entries: points, total: sum, "
    "cannot_judge: true, steps: [{key: there, title: There}]}"
)
WHY = "It breaks off."


def checked(section: str, raw: dict[str, object], outputs: int = 1):
    rubric = rubric_with(section=section, outputs=outputs)
    result = check_answers(form_questions(rubric, shown(outputs=outputs)), raw)
    return dict(result.values), [(each.question.key, each.code) for each in result.problems]


@pytest.mark.parametrize("given", [{}, {"clarity": "4"}, {"clarity": "no number"}])
def test_a_reason_replaces_the_answer(given):
    assert checked(SCALE, given | {"clear.cannot_judge": f" {WHY} "}) == (
        {"clear.cannot_judge": WHY},
        [],
    )


@pytest.mark.parametrize("blank", [None, "", "  ", "\x00\n"])
def test_without_a_reason_the_section_is_asked(blank):
    assert checked(SCALE, {"clear.cannot_judge": blank}) == ({}, [("clarity", "missing_criterion")])
    assert checked(SCALE, {"clear.cannot_judge": blank, "clarity": "4"}) == ({"clarity": 4}, [])


def test_a_reason_is_as_long_as_the_page_lets_it_be():
    problems = [("clear.cannot_judge", "too_long")]
    assert checked(SCALE, {"clear.cannot_judge": "x" * 501}) == ({}, problems)


def test_one_output_is_left_and_the_other_judged():
    assert checked(EACH, {"a.clear.cannot_judge": WHY, "b.clarity": 2}, outputs=2) == (
        {"a.clear.cannot_judge": WHY, "b.clarity": 2},
        [],
    )


def test_only_a_rubric_that_allows_it_takes_it():
    plain = SCALE.replace("cannot_judge: true", "required: true")
    assert checked(plain, {"clear.cannot_judge": WHY}) == ({}, [("clarity", "missing_criterion")])
    rubric = rubric_with(section=plain)
    assert form_questions(rubric, shown()) == questions(rubric, shown())


def test_nothing_follows_from_a_list_that_nobody_judged():
    assert derive(rubric_with(section=LIST), {"point.cannot_judge": WHY}, Stimulus()) == {}


def test_each_section_and_output_has_a_column_that_measures_nothing():
    columns = rubric_columns(rubric_with(section=EACH, outputs=2))
    assert [(column.key, column.label) for column in columns] == [
        ("a.clarity", "Clarity"),
        ("a.clear.cannot_judge", "Caption 1: clear: cannot judge"),
        ("b.clarity", "Clarity"),
        ("b.clear.cannot_judge", "Caption 2: clear: cannot judge"),
    ]
    reason = columns[1]
    assert (reason.kind, reason.output, reason.criterion, reason.level, reason.measure) == (
        "cannot_judge",
        "a",
        "",
        "",
        None,
    )


def test_it_is_part_of_the_version():
    plain = rubric_with(section=SCALE.replace(", cannot_judge: true", ""))
    off = rubric_with(section=SCALE.replace("true", "false"))
    assert plain.sha256 == off.sha256 != rubric_with(section=SCALE).sha256


def test_answers_of_the_version_before_compare_with_care():
    before = rubric_with(section=SCALE.replace(", cannot_judge: true", ""))
    (answer,) = rubric_difference(before, rubric_with(section=SCALE)).answers
    assert (answer.verdict, [change.where for change in answer.changes]) == (
        "care",
        ["section.cannot_judge"],
    )
