"""Reading the other four reply formats: what they can express comes back equal, what models break
is named."""

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from surveys.loading import library_names, library_rubric
from surveys.prompts import prompt_text, render_prompt
from surveys.prompts.shown import as_judges_read
from surveys.questions import questions
from surveys.replies import ReplyError
from surveys.replies.asked import scored, top_of
from surveys.replies.base import REFUSALS, WARNINGS
from tests.surveys.shown import POINTS, SHOWN

WORDS = st.text("abcdefgh ", min_size=1, max_size=40).map(lambda text: f"Well {text}".strip())


def read(name: str, raw: str):
    rubric = library_rubric(name)
    return rubric.reply.read(rubric, SHOWN[name], raw)


def write(name: str, values) -> str:
    rubric = library_rubric(name)
    return rubric.reply.write(rubric, SHOWN[name], values)


def values_of(name: str):
    """Answers that a judge can give: every score, and every text it is asked for."""
    rubric, shown = library_rubric(name), SHOWN[name]
    if name == "key-points":
        scores = {f"key_point.{n}": st.integers(0, 1) for n in range(1, len(POINTS) + 1)}
        return st.fixed_dictionaries(
            scores | {f"key_point.{n}.reason": WORDS for n in range(1, len(POINTS) + 1)}
        )
    low = {
        one.key: st.integers(getattr(one, "low", 1), top_of(one)) for one in scored(rubric, shown)
    }
    texts = {one.key: WORDS for one in questions(rubric, shown) if one.kind == "text"}
    return st.fixed_dictionaries(low | texts)


@pytest.mark.parametrize("name", library_names())
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_what_the_format_can_express_is_read_back_equal(name, data):
    values = data.draw(values_of(name))
    reading = read(name, write(name, values))
    assert (dict(reading.values), list(reading.warnings)) == (values, [])


@pytest.mark.parametrize("name", library_names())
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_no_input_raises_anything_but_the_readers_own_error(name, data):
    whole = write(name, data.draw(values_of(name)))
    cut = data.draw(st.integers(0, len(whole)))
    noise = data.draw(
        st.text(max_size=20)
        | st.sampled_from(["{", "[ASSISTANT1-Score]", "α9", "<score>", "\n- Overall: 3", '":'])
    )
    for raw in (whole[:cut], whole[:cut] + noise + whole[cut:], noise):
        try:
            reading = read(name, raw)
        except ReplyError as error:
            assert error.code in REFUSALS
        else:
            assert set(reading.warnings) <= set(WARNINGS)


@pytest.mark.parametrize("name", library_names())
def test_echoed_instructions_are_never_read_as_answers(name):
    rubric = library_rubric(name)
    with pytest.raises(ReplyError):
        read(name, rubric.reply.instructions(rubric, SHOWN[name]))


FIRST_SECTION = dict.fromkeys(library_names(), "Section 1: Explanation of your judgement") | {
    "contextual-caption-pair": r"Section 1, \[ASSISTANT1-Reasoning\]: ASSISTANT1 Caption: reasons",
    "image-paragraph": "Section 1: Naturalness of description",
    "instruction-following-pair": "Section 1: Which answer follows",
    "key-points": "Section 1: Key points",
    "picture-pair": "Section 1: Which picture is better",
    "video-pair": "Section 1: Motion",
    "audio-opinion-score": "Section 1: How good is the sound",
    "video-caption": "Section 1: Reasons for your scores",
}


@pytest.mark.parametrize("name", library_names())
def test_the_prompt_shows_the_item_then_the_sections_then_how_to_reply(name):
    rubric, shown = library_rubric(name), SHOWN[name]
    text = prompt_text(render_prompt(rubric, shown))
    places = [
        text.index(shown.outputs[0].text),
        re.search(FIRST_SECTION[name], text).start(),
        text.index(rubric.reply.instructions(as_judges_read(rubric), shown)),
    ]
    assert places == sorted(places)


PAIR = """[ASSISTANT1-Reasoning]:
- Relevance with Context: fits
- Relevance with Highlight: ignores it
- Consistency with Image: fine
- Overall Quality: fair
[ASSISTANT2-Reasoning]:
- Relevance with Context: fits
- Relevance with Highlight: takes it up
- Consistency with Image: fine
- Overall Quality: good
[Comparison-Reasoning]:
The second is better.
[ASSISTANT1-Score]:
- Relevance with Context: 3
- Relevance with Highlight: 1
- Consistency with Image: 4
- Overall: 2
[ASSISTANT2-Score]:
- Relevance with Context: 4
- Relevance with Highlight: 5
- Consistency with Image: 4
- Overall Quality: 5"""
# The first shown is canonical b.
PAIR_SCORES = {"b.context": 3, "b.highlight": 1, "b.consistency": 4, "b.overall": 2}
PAIR_SCORES |= {"a.context": 4, "a.highlight": 5, "a.consistency": 4, "a.overall": 5}
MARKED = "It is right.\nThe Accuracy score is α90α.\nThe Completeness score is β70β.\nThe Conciseness score is ψ80ψ.\nThe Relevance score is δ95δ."
MARKS = {"accuracy": 90, "completeness": 70, "conciseness": 80, "relevance": 95}
TAGGED = "All aspects are there.\n\nScore- <score>4</score>"
POINTED = json.dumps(
    {
        "caption_evaluation": {
            "key_points_scores": {
                "describe the coat": 1,
                "key_point_2": 0,
                "posture (formal)": 1,
                "mention the dog": 0,
            },
            "total_score": 2,
            "score_reasons": {
                "describe the coat": "red",
                "key_point_2": "no",
                "posture (formal)": "yes",
                "mention the dog": "no",
            },
        }
    }
)
POINT_SCORES = {"key_point.1": 1, "key_point.2": 0, "key_point.3": 1, "key_point.4": 0}


def numbers(reading) -> dict[str, int]:
    return {key: value for key, value in reading.values.items() if isinstance(value, int)}


@pytest.mark.parametrize(
    ("name", "raw", "scores", "warnings"),
    [
        ("contextual-caption-pair", PAIR, PAIR_SCORES, []),
        (
            "contextual-caption-pair",
            PAIR.replace("[", "**[").replace("]:", "]:**"),
            PAIR_SCORES,
            [],
        ),
        (
            "contextual-caption-pair",
            PAIR.replace(": 4", ": 4/5").replace(": 5", ": 5.0"),
            PAIR_SCORES,
            [],
        ),
        ("contextual-caption-pair", "Sure!\n" + PAIR, PAIR_SCORES, ["extra_text"]),
        (
            "contextual-caption-pair",
            PAIR.replace(
                "Reasoning]:\n- Relevance with Context: fits",
                "Reasoning]:\nHm.\n- Relevance with Context: fits",
            ),
            PAIR_SCORES,
            [],
        ),
        (
            "contextual-caption-pair",
            PAIR[PAIR.index("[ASSISTANT1-Score]") :]
            + "\n"
            + PAIR[: PAIR.index("[ASSISTANT1-Score]")],
            PAIR_SCORES,
            ["section_order"],
        ),
        (
            "contextual-caption-pair",
            PAIR[PAIR.index("[ASSISTANT1-Score]") :],
            PAIR_SCORES,
            ["missing_reasons"],
        ),
        ("video-caption", MARKED, MARKS, []),
        ("video-caption", MARKED.replace("α", r"$\alpha$").replace("δ", r"\delta "), MARKS, []),
        (
            "video-caption",
            MARKED.replace("α", "Î±").replace("β", "ß"),
            MARKS,
            ["encoding_repaired"],
        ),
        ("video-caption", MARKED.replace("α90α", "**α90α**"), MARKS, []),
        ("video-caption", MARKED.replace("α90α", "90"), MARKS, ["marker_missing"]),
        ("video-caption", MARKED.replace("α90α", "α90/100α"), MARKS, []),
        ("video-caption", MARKED + "\nSo α90α.", MARKS, ["duplicate_block"]),
        ("video-caption", MARKED.removeprefix("It is right.\n"), MARKS, ["missing_reasons"]),
        ("comparative-summary", TAGGED, {"informativeness": 4}, []),
        (
            "comparative-summary",
            TAGGED.replace("<", "&lt;").replace(">", "&gt;"),
            {"informativeness": 4},
            [],
        ),
        ("comparative-summary", TAGGED.replace("4", " 4/5 "), {"informativeness": 4}, []),
        (
            "comparative-summary",
            TAGGED.replace("<score>4</score>", "4"),
            {"informativeness": 4},
            ["marker_missing"],
        ),
        (
            "comparative-summary",
            "Score- <score>4</score>",
            {"informativeness": 4},
            ["missing_reasons"],
        ),
        (
            "comparative-summary",
            TAGGED + "\n**Score- <score>4</score>**",
            {"informativeness": 4},
            ["duplicate_block"],
        ),
        ("key-points", POINTED, POINT_SCORES, []),
        ("key-points", "```json\n" + POINTED + "\n```", POINT_SCORES, []),
        (
            "key-points",
            POINTED.replace('"total_score": 2', '"total_score": 3'),
            POINT_SCORES,
            ["total_mismatch"],
        ),
        (
            "key-points",
            POINTED.replace("0, ", "false, ").replace("1, ", "true, "),
            POINT_SCORES,
            [],
        ),
        ("key-points", POINTED.replace("}}}", "},}}"), POINT_SCORES, []),
        (
            "key-points",
            '{"key_points_scores": {"1": 1, "2": 0, "3": 1, "4": 0}, "total_score": 2}',
            POINT_SCORES,
            ["positional_keys", "missing_reasons"],
        ),
    ],
)
def test_read_whole(name, raw, scores, warnings):
    reading = read(name, raw)
    assert (numbers(reading), list(reading.warnings)) == (scores, warnings)


@pytest.mark.parametrize(
    ("name", "raw", "code"),
    [
        ("contextual-caption-pair", PAIR[: PAIR.index("[ASSISTANT2-Score]")], "missing_section"),
        ("contextual-caption-pair", PAIR.rsplit("\n", 1)[0], "missing_criterion"),
        ("contextual-caption-pair", PAIR.replace(": 3", ": 3.5"), "not_integer"),
        ("contextual-caption-pair", PAIR.replace(": 3", ": 3-4"), "not_integer"),
        ("contextual-caption-pair", PAIR.replace(": 3", ": 6"), "out_of_range"),
        ("contextual-caption-pair", PAIR.replace(": 3", ": 8/10"), "scale_mismatch"),
        ("contextual-caption-pair", PAIR.replace(": 3", ": three"), "not_a_number"),
        ("contextual-caption-pair", PAIR + "\n- Overall: 1", "ambiguous_score"),
        ("contextual-caption-pair", PAIR + "\n[ASSISTANT3-Score]\n- Overall: 1", "unknown_key"),
        (
            "contextual-caption-pair",
            PAIR + "\n[ASSISTANT1-Score]\n- Relevance with Context: 1",
            "ambiguous_score",
        ),
        ("contextual-caption-pair", "I'm sorry, I cannot compare these.", "refusal"),
        ("video-caption", MARKED.replace("The Relevance score is δ95δ.", ""), "missing_criterion"),
        ("video-caption", MARKED[:-4], "truncated"),
        ("video-caption", MARKED[:-3], "truncated"),
        ("video-caption", MARKED[:-5], "truncated"),
        ("video-caption", MARKED.replace("α90α", "α101α"), "out_of_range"),
        ("video-caption", MARKED.replace("α90α", "α-5α"), "out_of_range"),
        ("video-caption", MARKED.replace("α90α", "α9.5α"), "not_integer"),
        ("video-caption", MARKED.replace("α90α", "α9/10α"), "scale_mismatch"),
        ("video-caption", MARKED.replace("α90α", "αhighα"), "not_a_number"),
        ("video-caption", MARKED + "\nα10α", "ambiguous_score"),
        (
            "video-caption",
            MARKED.replace("α90α", "β90β").replace("β70β", "α70α"),
            "marker_mismatch",
        ),
        ("video-caption", "", "empty_response"),
        ("comparative-summary", TAGGED[:-8], "truncated"),
        ("comparative-summary", TAGGED.replace("4", "4.5"), "not_integer"),
        ("comparative-summary", TAGGED.replace("4", "9"), "out_of_range"),
        ("comparative-summary", TAGGED.replace("4", "8/10"), "scale_mismatch"),
        ("comparative-summary", TAGGED.replace("4", "four"), "not_a_number"),
        ("comparative-summary", TAGGED + "\nScore- <score>2</score>", "ambiguous_score"),
        ("comparative-summary", "All good.", "missing_criterion"),
        ("comparative-summary", '{"error": {"message": "Rate limit"}}', "upstream_error"),
        ("key-points", POINTED[:-40], "truncated"),
        (
            "key-points",
            POINTED.replace('"mention the dog": 0', '"mention the cat": 0', 1),
            "unknown_key",
        ),
        ("key-points", POINTED.replace(', "mention the dog": 0', "", 1), "missing_criterion"),
        (
            "key-points",
            POINTED.replace('"mention the dog": 0', '"mention the dog": 2', 1),
            "out_of_range",
        ),
        (
            "key-points",
            POINTED.replace('"mention the dog": 0', '"mention the dog": 0.5', 1),
            "not_integer",
        ),
        (
            "key-points",
            POINTED.replace('"mention the dog": 0', '"mention the dog": "no"', 1),
            "not_a_number",
        ),
        (
            "key-points",
            POINTED.replace(
                '"mention the dog": 0', '"mention the dog": 0, "mention the dog": 1', 1
            ),
            "duplicate_key",
        ),
        (
            "key-points",
            POINTED.replace('"mention the dog": 0', '"mention the dog": 0, "key_point_4": 1', 1),
            "duplicate_key",
        ),
        ("key-points", POINTED.replace("key_points_scores", "scores"), "missing_section"),
        ("key-points", "The caption is fine.", "invalid_json"),
    ],
)
def test_refused_whole(name, raw, code):
    with pytest.raises(ReplyError) as error:
        read(name, raw)
    assert error.value.code == code


def test_a_judges_entry_score_is_kept_and_the_total_follows():
    from surveys.columns import derive

    rubric = library_rubric("key-points")
    assert derive(rubric, read("key-points", POINTED).values) == POINT_SCORES | {"total_score": 2}
    steps = {
        "key_point.1.mentioned": 1,
        "key_point.1.correct": 1,
        "key_point.2.mentioned": 0,
        "key_point.3.mentioned": 1,
        "key_point.3.correct": 0,
    }
    assert derive(rubric, steps) == {
        "key_point.1": 1,
        "key_point.2": 0,
        "key_point.3": 0,
        "total_score": 1,
    }
