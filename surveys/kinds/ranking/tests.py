"""Tests of the kind `ranking`."""

from dataclasses import replace

import pytest

from core.errors import DocumentError
from surveys.base import LETTERS
from surveys.columns import rubric_columns
from surveys.forms import check_answers
from surveys.kinds.measures import Measure
from surveys.kinds.question import AnswerError
from surveys.loading import load_rubric
from tests.surveys.parts import RUBRIC, asked, impression, rubric_with, shown

SECTION = "  - {key: rank, kind: ranking, title: Which is best, criteria: [clarity]}"
STRICT = SECTION.replace("}", ", ties: false}")


def ranks(section, texts, *, outputs=4):
    """Return the stored ranks for the answers `texts`, in the order shown, and any problems."""
    questions = asked(section, outputs=outputs)
    raw = {question.key: text for question, text in zip(questions, texts, strict=True)}
    checked = check_answers(questions, raw)
    return dict(checked.values), [problem.message for problem in checked.problems]


def test_each_output_is_given_a_place_and_stored_by_its_letter():
    values, problems = ranks(SECTION, ["1", "2", "2", "4"])  # shown in the order d, c, b, a
    assert (values, problems) == (
        {"d.clarity": 1, "c.clarity": 2, "b.clarity": 2, "a.clarity": 4},
        [],
    )


def test_outputs_share_a_place_only_where_ties_are_allowed():
    _values, problems = ranks(STRICT, ["1", "2", "2", "3"])
    assert problems == ["Another output already has this rank."] * 2


def test_a_place_beyond_the_last_and_none_are_refused():
    _values, problems = ranks(SECTION, ["1", "5", "", "2"])
    assert problems == ["5 is not between 1 and 4.", "Choose a rank."]
    with pytest.raises(AnswerError, match="0 is not between"):
        asked(SECTION, outputs=4)[0].parse("0")


def test_without_a_criterion_its_keys_have_its_own_name():
    questions = asked("  - {key: rank, kind: ranking, title: Which is best}", outputs=3)
    assert [question.key for question in questions] == ["c.rank", "b.rank", "a.rank"]
    assert [question.label for question in questions] == ["Caption 1", "Caption 2", "Caption 3"]


def test_prompt_and_dictionary_say_whether_places_are_shared():
    (first, *_others) = asked(SECTION, outputs=4)
    (strict, *_others) = asked(STRICT, outputs=4)
    assert first.prompt_lines() == [
        "  Its place from 1 (best) to 4; equally good ones share a place."
    ]
    assert strict.prompt_lines() == ["  Its place from 1 (best) to 4; no two share one."]
    assert (first.allowed(), strict.allowed()) == (
        "1 to 4; 1 = best; equal numbers = tie",
        "1 to 4; 1 = best",
    )


def test_a_reply_is_read_by_label():
    rubric = rubric_with(section=SECTION, outputs=4)
    stimulus = shown(outputs=4)
    values = {"d.clarity": 1, "c.clarity": 2, "b.clarity": 2, "a.clarity": 4}
    reply = rubric.reply.write(rubric, stimulus, values)
    assert dict(rubric.reply.read(rubric, stimulus, reply).values) == values
    lines = "Caption 4: 4\nCaption 2: 2\nCaption 1: 1\nCaption 3: 2"
    assert dict(rubric.reply.read(rubric, stimulus, lines).values) == values


def test_it_measures_a_rank():
    measured = rubric_columns(rubric_with(section=SECTION, outputs=3))
    rank = Measure("rank", 1, 3, level="ordinal", best="lowest")
    assert [(column.key, column.measure, column.best) for column in measured] == [
        (f"{letter}.clarity", rank, "lowest") for letter in "abc"
    ]


@pytest.mark.parametrize(("section", "places"), [(SECTION, [1, 1, 3]), (STRICT, [1, 2, 3])])
def test_a_made_up_annotator_ranks(section, places):
    levels = {"a": 0.9, "b": 0.88, "c": 0.2}
    seen = replace(impression(0), level_of=levels.__getitem__)
    answers = {question.key: question.simulated(seen) for question in asked(section, outputs=3)}
    assert [answers[f"{letter}.clarity"] for letter in "abc"] == places


@pytest.mark.parametrize(
    ("section", "outputs"),
    [
        (SECTION, 1),
        (SECTION.replace("}", ", per_output: true}"), 2),
        (SECTION.replace("[clarity]", "[clarity, clarity]"), 2),
    ],
)
def test_what_cannot_be_ranked_is_refused(section, outputs):
    with pytest.raises(DocumentError, match="a ranking orders the outputs of a page by one"):
        rubric_with(section=section, outputs=outputs)


@pytest.mark.parametrize("outputs", [0, len(LETTERS) + 1])
def test_a_page_takes_one_to_twelve_outputs(outputs):
    source = RUBRIC.format(section=SECTION, block="", outputs=outputs)
    with pytest.raises(DocumentError, match=f"a page can show 1 to 12 outputs, not {outputs}"):
        load_rubric(source)
