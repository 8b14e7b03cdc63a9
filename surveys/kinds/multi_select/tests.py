"""Tests of the kind `multi-select`."""

import pytest

from core.errors import DocumentError
from surveys.base import Stimulus
from surveys.columns import derive, rubric_columns
from surveys.forms import check_answers
from surveys.kinds.measures import Measure
from surveys.loading import load_rubric
from surveys.prompts.narrowing import narrowed
from surveys.prompts.sections import sections_text
from surveys.questions import form_questions
from tests.surveys.parts import impression, shown

RUBRIC = """\
name: faults
title: T
summary: S
instructions: I
outputs: {{per_page: {outputs}, name: Caption}}
stimulus:
  - {{block: outputs, title: Caption}}
criteria:
  - {{key: rude, title: Rude, level: nominal, best: lowest}}
  - {{key: vague, title: Vague, level: nominal, best: lowest, definition: Says little.}}
  - {{key: wrong, title: Wrong, level: nominal, best: lowest}}
  - {{key: faults, title: All faults, level: nominal, best: none}}
sections:
  - key: fault
    kind: multi-select
    title: What is wrong with {{output}}?
    criteria: [rude, vague, wrong]
    {options}
reply: {{format: section-lines}}
"""
LIMITED = "least: 1\n    most: 2"


def faults(options="combination: faults", *, outputs=1):
    return load_rubric(RUBRIC.format(options=options, outputs=outputs))


def checked(rubric, raw, *, outputs=1):
    answers = check_answers(form_questions(rubric, shown(outputs=outputs)), raw)
    return answers.values, [(problem.question.key, problem.message) for problem in answers.problems]


def test_an_unticked_box_is_a_no_once_the_list_is_answered():
    values, problems = checked(faults(), {"vague": "1"})
    assert (values, problems) == ({"rude": 0, "vague": 1, "wrong": 0, "fault.none": 0}, [])
    none, problems = checked(faults(), {"fault.none": "1"})
    assert checked(faults(), {"rude": "", "vague": "1", "wrong": None})[0] == values
    assert checked(faults(), {"rude": "", "vague": None})[0] == {}
    assert (none, problems) == ({"rude": 0, "vague": 0, "wrong": 0, "fault.none": 1}, [])


def test_an_untouched_list_is_blank_and_reported_once():
    assert checked(faults(), {}) == (
        {},
        [("rude", "Tick every answer that applies, or “None of these”.")],
    )
    assert checked(faults("required: false"), {}) == ({}, [])


@pytest.mark.parametrize(
    ("options", "raw", "message"),
    [
        (LIMITED, {}, "Tick at least 1 and at most 2 answers."),
        (
            LIMITED,
            {"rude": "0", "vague": "0", "wrong": "0"},
            "Tick at least 1 and at most 2 answers.",
        ),
        (
            LIMITED,
            dict.fromkeys(("rude", "vague", "wrong"), "1"),
            "Tick at least 1 and at most 2 answers.",
        ),
        ("", {"rude": "1", "fault.none": "1"}, "You ticked “None of these” and another answer."),
    ],
)
def test_the_check_holds_to_the_limits(options, raw, message):
    _values, ((key, problem),) = checked(faults(options), raw)
    assert (key, problem.startswith(message)) == ("rude", True)


def test_nothing_but_a_tick_is_taken():
    assert checked(faults(), {"rude": "2"})[1] == [("rude", "2 is not one of the answers 0, 1.")]
    assert checked(faults(), {"rude": [1]})[1][0] == ("rude", "“[1]” is not a number.")


def test_a_judge_is_asked_each_option_and_told_the_limits_once():
    prompt = sections_text(faults(LIMITED), shown())
    assert prompt.count("Of these 3, at least 1 and at most 2 get a 1.") == 1
    assert [prompt.count(words) for words in ("1 if it applies, 0 if not.", "Rude", "Says little.")]
    assert prompt.count("1 if it applies, 0 if not.") == 3
    assert "None of these" not in sections_text(faults(), shown())


def test_a_judges_reply_is_read_and_held_to_the_limits():
    rubric = faults(LIMITED)
    reply = "Section 1: 1\nSection 2: 0\nSection 3: 1"
    values = dict(rubric.reply.read(rubric, shown(), reply).values)
    assert values == {"rude": 1, "vague": 0, "wrong": 1}
    assert rubric.reply.write(rubric, shown(), values) == reply
    with pytest.raises(Exception, match="Tick at least 1 and at most 2"):
        rubric.reply.read(rubric, shown(), reply.replace("0", "1"))


def test_a_judge_of_some_options_has_no_limits():
    alone = narrowed(faults("least: 2\n    combination: faults"), ["rude"])
    assert dict(alone.reply.read(alone, shown(), "Section 1: 1").values) == {"rude": 1}
    assert derive(alone, {"rude": 1}, Stimulus()) == {}


def test_options_are_measured_and_so_is_what_was_ticked_together():
    columns = {column.key: column for column in rubric_columns(faults())}
    assert [(key, column.criterion) for key, column in columns.items()] == [
        ("rude", "rude"),
        ("vague", "vague"),
        ("wrong", "wrong"),
        ("fault.none", ""),
        ("faults", "faults"),
    ]
    assert columns["rude"].measure == Measure("value", 0, 1)
    assert columns["rude"].allowed == "1 = applies; 0 = does not apply"
    assert columns["faults"].measure == Measure("set", level="nominal", best="none")
    assert "1 Rude; 2 Vague; 4 Wrong; 0 for none" in columns["faults"].allowed


def test_the_combination_is_a_bit_for_each_option():
    assert derive(faults(), {"rude": 1, "vague": 0, "wrong": 1}, Stimulus()) == {"faults": 5}
    assert derive(faults(), {"rude": 1, "vague": 0}, Stimulus()) == {}
    two = faults("per_output: true\n    combination: faults", outputs=2)
    values = {"a.rude": 0, "a.vague": 1, "a.wrong": 0}
    assert derive(two, values, Stimulus()) == {"a.faults": 2}


def test_made_up_annotators_keep_to_the_limits():
    for options in ("", LIMITED):
        for level in (-0.2, 0.1, 0.5, 1.3):
            questions = form_questions(faults(options), shown())
            raw = {each.key: each.simulated(impression(level)) for each in questions}
            assert checked(faults(options), raw)[1] == []


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("least: 4", r"sections.0.most: no answer with 3 options can satisfy `least` and `most`"),
        (
            "least: 2\n    most: 1",
            r"sections.0.most: no answer with 3 options can satisfy `least` and `most`",
        ),
        ("combination: rude", r"sections.0.combination: `rude` is already the key of an option"),
    ],
)
def test_limits_that_nobody_could_keep_are_refused(options, problem):
    with pytest.raises(DocumentError, match=problem):
        faults(options)


def test_one_option_is_no_list():
    with pytest.raises(DocumentError, match=r"sections.0.criteria: the section has 1 criteria"):
        load_rubric(RUBRIC.format(options="", outputs=1).replace("[rude, vague, wrong]", "[rude]"))


def test_a_shuffled_list_shows_each_option_at_each_place_as_often():
    rubric = faults("options_run: shuffled")
    shown_orders = [rubric.in_order(order).sections[0].criteria for order in range(24)]
    assert rubric.orders == 24
    for key in ("rude", "vague", "wrong"):
        places = [shown_order.index(key) for shown_order in shown_orders]
        assert [places.count(place) for place in range(3)] == [8, 8, 8]
    assert len(set(shown_orders)) == 6
    assert rubric.in_order(5).sha256 == rubric.sha256
