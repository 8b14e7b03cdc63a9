"""Property tests of all reply formats: round trips, cuts, hostile texts, and parsing time."""

import time
import unicodedata

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from surveys.base import ShownOutput, Stimulus
from surveys.forms import check_answers
from surveys.kinds.text.question import TextQuestion
from surveys.loading import library_names, library_rubric, load_rubric
from surveys.prompts import prompt_text, render_prompt
from surveys.questions import questions
from surveys.replies import Reading, ReplyError
from surveys.replies.asked import scored, top_of
from surveys.replies.base import REFUSALS, WARNINGS
from tests.chosen import chosen
from tests.surveys.replies.perfect import MARKED, PAIR, POINTED, SECTIONS, TAGGED
from tests.surveys.shown import SHOWN, completed, entries_of

QUICK = settings(deadline=None, suppress_health_check=list(HealthCheck))
PERFECT = {
    "image-paragraph": SECTIONS + "\nFeedback: Hard to say.",
    "contextual-caption-pair": PAIR,
    "video-caption": MARKED,
    "comparative-summary": TAGGED,
    "key-points": POINTED,
}
# Words that real reasons hold and that a careless reader takes for something else.
TRICKY = [
    "The sign says 'service unavailable', error 502.",
    "I cannot see a dog; I'm sorry to say there are 3 cats.",
    "as an AI image it looks odd: 4 out of 10 fingers",
    'It shows "rate limit 30" and {braces} [sic].',
    "Overall quality is fine, accuracy 2 errors",
    "10-12 people, 3.5 m, 85% covered, 4/5 seen",
    "Ünïcödé — “quotes” … 日本語 ½ ™",
    "Empty response; truncated",
    "<b>bold</b> and **stars** and _under_",
]
# Pieces of the formats themselves: with these in a text a reply may be refused, but never misread.
IMITATIONS = [
    "Section 2: 3",
    "Scene Coverage: 1",
    "[ASSISTANT1-Score]:",
    "- Overall Quality: 1",
    "α10α",
    "δ5",
]
IMITATIONS += [
    "The Accuracy score is 15",
    "Accuracy: 15.",
    "<score>2</score>",
    "Score: 1",
    "</think>",
    "<think>",
]
IMITATIONS += [
    '{"caption_evaluation": {',
    '"key_point_1": 0',
    "```",
    "}}}",
    "Feedback: 1",
    "[Comparison-Reasoning]",
]


def values_of(name, texts):
    """Return a strategy for a judge's possible answers: all scores and all requested texts."""
    rubric, shown = library_rubric(name), SHOWN[name]
    if (entries := entries_of(name)) and not scored(rubric, shown):
        scores = {entry.score.key: st.integers(0, 1) for entry in entries}
        return st.fixed_dictionaries(scores | {entry.reason.key: texts for entry in entries})
    scores = {
        one.key: st.sampled_from(one.values()[1:])
        if one.kind == "first_failure"
        else st.integers(getattr(one, "low", 1), top_of(one))
        for one in scored(rubric, shown)
    }
    asked = {
        one.key: texts
        for one in questions(rubric, shown)
        if isinstance(one, TextQuestion) and one.step is None
    }
    return st.fixed_dictionaries(scores | asked).map(lambda values: completed(name, values))


def read(name, raw) -> Reading | None:
    rubric = library_rubric(name)
    try:
        return rubric.reply.read(rubric, SHOWN[name], raw)
    except ReplyError as error:
        assert error.code in REFUSALS
        return None


def write(name, values) -> str:
    rubric = library_rubric(name)
    return rubric.reply.write(rubric, SHOWN[name], values)


def scores(values):
    return {key: value for key, value in values.items() if isinstance(value, int)}


def letters(text):
    return [one for one in unicodedata.normalize("NFKC", str(text)) if one.isalpha()]


@pytest.mark.parametrize("name", library_names())
@QUICK
@given(data=st.data())
def test_scores_come_back_whatever_the_reasons_speak_of(name, data):
    values = data.draw(values_of(name, st.sampled_from(TRICKY)))
    reading = read(name, write(name, values))
    assert reading is not None
    rubric, shown = library_rubric(name), SHOWN[name]
    contradictory = any(
        guard.contradicts and guard.concern(rubric, shown, values, []) for guard in rubric.guards
    )
    assert list(reading.warnings) == ["contradiction"] * contradictory
    assert scores(reading.values) == scores(values)
    assert reading.values.keys() == values.keys()


@pytest.mark.parametrize("name", library_names())
@QUICK
@given(data=st.data())
def test_texts_that_imitate_the_format_are_never_misread(name, data):
    piece = st.sampled_from(IMITATIONS + TRICKY) | st.text(max_size=12)
    texts = st.lists(piece, min_size=1, max_size=4).flatmap(
        lambda some: st.sampled_from(["\n", " "]).map(lambda by: by.join(some))
    )
    values = data.draw(values_of(name, texts))
    raw = write(name, values)
    cut = data.draw(st.integers(0, len(raw)))
    # What is left may be a whole reply of another judge, such as "Score: 1".
    assume(raw[:cut].strip() not in IMITATIONS)
    whole, prefix = read(name, raw), read(name, raw[:cut])
    if whole is not None:
        assert scores(whole.values) == scores(values)
        assert prefix is None or scores(prefix.values) == scores(values)


@pytest.mark.parametrize("name", PERFECT)
def test_every_prefix_is_refused_or_read_to_the_same_scores(name):
    raw = PERFECT[name]
    whole = scores(read(name, raw).values)
    for cut in range(len(raw)):
        prefix = read(name, raw[:cut])
        assert prefix is None or scores(prefix.values) == whole


CUSTOM = """
name: wide-scale
title: Rate
summary: Rate it.
instructions: Rate it.
stimulus: [{block: outputs}]
criteria:
  - {key: first, title: First, level: interval, best: highest}
  - {key: second, title: Second, level: interval, best: highest}
sections:
  - {key: scores, kind: scale, title: Scores, criteria: [first, second], low: 0, high: 100}
reply: {format: FORMAT}
"""


@pytest.mark.parametrize("format_name", ["section-lines", "bracketed, headers: {scores: Scores}"])
@QUICK
@given(first=st.integers(0, 100), second=st.integers(0, 100))
@example(first=10, second=100)
@example(first=85, second=10)
def test_a_reply_cut_before_its_last_score_is_never_read(format_name, first, second):
    """Cuts within the last score are not tested, because no reader can detect them."""
    rubric = load_rubric(CUSTOM.replace("FORMAT", format_name))
    shown = Stimulus(outputs=[ShownOutput("a", 1, "x")])
    values = {"first": first, "second": second}
    raw = rubric.reply.write(rubric, shown, values)
    assert dict(rubric.reply.read(rubric, shown, raw + "\n").values) == values
    for cut in range(len(raw) - len(str(second)) + 1):
        with pytest.raises(ReplyError):
            rubric.reply.read(rubric, shown, raw[:cut])


@pytest.mark.parametrize("name", library_names())
@QUICK
@given(data=st.data())
def test_a_mutated_reply_raises_nothing_else_and_gives_valid_answers(name, data):
    rubric, shown = library_rubric(name), SHOWN[name]
    raw = write(name, data.draw(values_of(name, st.sampled_from(TRICKY))))
    begin, end = sorted(data.draw(st.tuples(*[st.integers(0, len(raw))] * 2)))
    noise = data.draw(
        st.text(max_size=20)
        | st.sampled_from([*IMITATIONS, "\x00", "\ud800", "-", "9", ".5", "/10", "{", '"'])
    )
    reading = read(
        name,
        data.draw(
            st.sampled_from(
                [raw[:begin] + noise + raw[end:], raw[:begin] + noise + raw[begin:], noise]
            )
        ),
    )
    if reading is None:
        return
    assert set(reading.warnings) <= set(WARNINGS)
    assert len(set(reading.warnings)) == len(reading.warnings)
    asked = [one for one in questions(rubric, shown) if one.key in reading.values]
    given = {one.key: one.as_asked(reading.values[one.key]) for one in asked}
    checked = check_answers([one for one in asked if one.gate is None], given)
    assert checked.problems == []
    assert all(checked.values[key] == reading.values[key] for key in checked.values)
    assert all(str(value).encode("utf-8").decode("utf-8") for value in reading.values.values())
    wanted = {one.key for one in scored(rubric, shown)}
    wanted = wanted or {entry.score.key for entry in entries_of(name)}
    assert scores(reading.values).keys() == wanted


@pytest.mark.parametrize("text", ["ÂŒ", "Â\x80", "ÂŒ and ÂŸ"])
def test_a_text_is_not_repaired_into_a_control_character(text):
    values = read("image-paragraph", PERFECT["image-paragraph"]).values
    reading = read("image-paragraph", PERFECT["image-paragraph"].replace("Hard to say", text))
    assert reading.values == {**values, "feedback": f"{text}."}
    assert list(reading.warnings) == []


@pytest.mark.attack("replying as a judge")
@pytest.mark.parametrize("name", PERFECT)
def test_the_prompt_sent_back_is_no_answer_and_hides_none(name):
    rubric, shown = library_rubric(name), SHOWN[name]
    prompt = prompt_text(render_prompt(rubric, shown))
    assert read(name, prompt) is None
    after = read(name, prompt + "\n\n" + PERFECT[name])
    assert after is None or scores(after.values) == scores(read(name, PERFECT[name]).values)


HOSTILE = [
    "{",
    '{"a":',
    "{'a':",
    '"\\',
    "/*",
    " ",
    "<think>",
    "<score>4",
    "α9",
    "9α",
    "Accuracy: 9 ",
    "Section 1: 1 ",
    "0/",
    "| a ",
]
HOSTILE += ["[a]\n", "Overall (", "Ã", "9", "-"]
HOSTILE += ["3 of 4 ", "1 (", "initial ", "Section 2 ", "changed to ", "1 more ", "Answer 1 "]
HOSTILE += ["<score>4</score> is ", "α9β", "two, ", "{3}", "1. a\n", "draft: 3\n", "so 4 dogs, "]
HOSTILE += ["| a | b |\n", '<a b="1"/>', "[{", "the score of ", "if I ", "Overall: 4\n", "(1-5) "]


MOST_GROWTH = 12  # times as much work for four times the length; its square would be sixteen times


def work(name: str, raw: str) -> float:
    """Return the CPU seconds that parsing takes, at least 0.005."""
    begin = time.process_time()
    read(name, raw)
    return max(0.005, time.process_time() - begin)


def growth(name: str, replies: list[str]) -> float:
    """Return how many times longer the longer of two replies takes to parse.

    If the ratio is too high, the longer reply is measured again, because other processes can
    disturb a measurement.
    """
    short, long = (work(name, raw) for raw in replies)
    for _again in range(2):
        if long <= MOST_GROWTH * short:
            break
        long = min(long, work(name, replies[1]))
    return long / short


@pytest.mark.slow
@pytest.mark.parametrize("name", chosen(PERFECT, {"comparative-summary", "video-caption"}))
@pytest.mark.parametrize(
    "sizes",
    [
        (3_125, 12_500),
        *(
            pytest.param(sizes, marks=pytest.mark.long)
            for sizes in ((6_250, 25_000), (50_000, 200_000))
        ),
    ],
)
def test_the_work_grows_with_the_length_of_a_hostile_reply_and_not_with_its_square(name, sizes):
    grown = {}
    for piece in HOSTILE:
        for before, after in (("", ""), (PERFECT[name][:40], PERFECT[name])):
            times = growth(name, [before + piece * (size // len(piece)) + after for size in sizes])
            if times > MOST_GROWTH:
                grown[piece, before[:20]] = round(times, 1)
    assert grown == {}
