"""Tests of every reply format: round trips of answers, and the content of the prompt."""

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from surveys.base import Stimulus
from surveys.columns import derive
from surveys.loading import library_names, library_rubric
from surveys.prompts import prompt_text, render_prompt
from surveys.prompts.shown import as_judges_read
from surveys.questions import questions
from surveys.replies.asked import scored, top_of
from surveys.replies.labels import Titles
from tests.surveys.replies.perfect import ENTRY_SCORES, POINTED, SECTION_TITLES, read
from tests.surveys.shown import SHOWN, completed, entries_of

WORDS = st.text("abcdefgh ", min_size=1, max_size=40).map(lambda text: f"Well {text}".strip())


def write(name: str, values) -> str:
    rubric = library_rubric(name)
    return rubric.reply.write(rubric, SHOWN[name], values)


def values_of(name: str):
    """Return a strategy for a judge's possible answers: all scores and all requested texts."""
    rubric, shown = library_rubric(name), SHOWN[name]
    if (entries := entries_of(name)) and not scored(rubric, shown):
        scores = {entry.score.key: st.integers(0, 1) for entry in entries}
        return st.fixed_dictionaries(scores | {entry.reason.key: WORDS for entry in entries})
    low = {
        one.key: st.sampled_from(one.values()[1:])
        if one.kind == "first_failure"
        else st.integers(getattr(one, "low", 1), top_of(one))
        for one in scored(rubric, shown)
    }
    texts = {one.key: WORDS for one in questions(rubric, shown) if one.kind == "text"}
    return st.fixed_dictionaries(low | texts).map(lambda values: completed(name, values))


@pytest.mark.parametrize("name", library_names())
@settings(deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_what_the_format_can_express_is_read_back_equal(name, data):
    values = data.draw(values_of(name))
    reading = read(name, write(name, values))
    assert (dict(reading.values), list(reading.warnings)) == (values, [])


FIRST_SECTION = dict.fromkeys(library_names(), "Section 1: Explanation of your judgement") | {
    "contextual-caption-pair": r"Section 1, \[ASSISTANT1-Reasoning\]: ASSISTANT1 Caption: reasons",
    "image-paragraph": "Section 1: Naturalness of description",
    "instruction-following-pair": "Section 1: Which answer follows",
    "key-points": "Section 1: Key points",
    "picture-pair": "Section 1: Which picture is better",
    "video-pair": "Section 1: Motion",
    "audio-opinion-score": "Section 1: How good is the sound",
    "sound-caption": "Section 1: Accuracy",
    "agent-run": "Section 1: Outcome",
    "chat-answer": "Section 1: Correctness",
    "answer-with-sources": "Section 1: Claims",
    "safety-refusal": "Section 1: Harm that is asked for",
    "translation-esa": "errors: Errors in the translation",
    "web-page": "Section 1: Requirements",
    "answer-check": "Section 1: Verdict",
    "video-caption": "Section 1: Reasons for your scores",
}


@pytest.mark.parametrize("name", library_names())
def test_the_prompt_shows_the_item_then_the_sections_then_how_to_reply(name):
    rubric, shown = library_rubric(name), SHOWN[name]
    text = prompt_text(render_prompt(rubric, shown))
    places = [
        text.index(shown.outputs[0].in_prompt),
        re.search(FIRST_SECTION[name], text).start(),
        text.index(rubric.reply.instructions(as_judges_read(rubric), shown)),
    ]
    assert places == sorted(places)


def test_a_judges_entry_score_is_kept_and_the_total_follows():
    rubric = library_rubric("key-points")
    assert derive(rubric, read("key-points", POINTED).values, Stimulus()) == ENTRY_SCORES | {
        "total_score": 2
    }
    steps = {
        "key_point.1.mentioned": 1,
        "key_point.1.correct": 1,
        "key_point.2.mentioned": 0,
        "key_point.3.mentioned": 1,
        "key_point.3.correct": 0,
    }
    assert derive(rubric, steps, Stimulus()) == {
        "key_point.1": 1,
        "key_point.2": 0,
        "key_point.3": 0,
        "total_score": 1,
    }


def test_the_prompt_holds_what_a_person_sees_in_the_same_order():
    rubric, shown = library_rubric("image-paragraph"), SHOWN["image-paragraph"]
    text = prompt_text(render_prompt(rubric, shown))
    first = [rubric.summary, rubric.examples[0].reason, shown.outputs[0].text]
    last = [*SECTION_TITLES, "Section 5: <number of your answer>"]
    places = [*map(text.index, first), *map(text.rindex, last)]
    assert places == sorted(places)
    assert all(option.text in text for section in rubric.sections[:5] for option in section.options)


def test_a_name_that_two_questions_share_means_neither():
    titles = Titles(questions(library_rubric("agent-run"), SHOWN["agent-run"]))
    known = [titles.knows(name) for name in ("Outcome", "First failure", "Failure")]
    assert known == [True, True, False]
