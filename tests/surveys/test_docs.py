"""Tests of the example rubrics in the documentation, from loading to parsing replies."""

import re

import pytest

from surveys.base import ShownOutput, Stimulus
from surveys.forms import check_answers
from surveys.languages.translations import coverage
from surveys.loading import load_rubric
from surveys.questions import questions
from surveys.replies.asked import scored, top_of
from tests.documentation import text_of

TEXT = text_of("rubrics")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL)


@pytest.mark.parametrize("source", EXAMPLES)
def test_an_example_works_all_the_way(source):
    rubric = load_rubric(source)
    outputs = [ShownOutput(letter, place, "x") for place, letter in enumerate(rubric.letters(), 1)]
    shown = Stimulus(outputs=outputs)
    best = {one.key: top_of(one) for one in scored(rubric, shown)}
    assert (
        dict(rubric.reply.read(rubric, shown, rubric.reply.write(rubric, shown, best)).values)
        == best
    )
    assert dict(check_answers(questions(rubric, shown), best).values) == best


def test_the_example_of_a_translation_is_whole():
    translated = next(source for source in EXAMPLES if "name: which-is-clearer" in source)
    found = coverage(load_rubric(translated))
    assert [(part.language, list(part.missing)) for part in found] == [("de", [])]


def test_the_docs_have_their_examples():
    assert sorted(load_rubric(one).name for one in EXAMPLES) == [
        "each-turn",
        "one-question",
        "where-it-fails",
        "which-and-how-much",
        "which-is-best",
        "which-is-better",
        "which-is-clearer",
    ]
