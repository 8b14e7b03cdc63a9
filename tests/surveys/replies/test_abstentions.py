"""Tests of "Cannot judge" in every reply format: asked for, written, parsed and refused."""

import json

import pytest

from surveys.loading import library_source, load_rubric
from surveys.prompts import prompt_text, render_prompt
from surveys.prompts.structured import read_structured, structured_schema
from surveys.questions import judged_panels
from surveys.replies.abstentions import abstaining, abstention_form, read_reply, write_reply
from surveys.replies.base import ReplyError
from tests.judges.chat_server import instance
from tests.surveys.replies.perfect import (
    FIRST_SCORES,
    MARK_SCORES,
    MARKED,
    PAIR,
    PAIR_SCORES,
    POINTED,
    SECTION_SCORES,
    SECTIONS,
    TAG_SCORES,
    TAGGED,
)
from tests.surveys.shown import SHOWN

WHY = "Part of it is hidden, so there is no way to tell"
TEXT = {
    "image-paragraph": (SECTIONS, SECTION_SCORES),
    "contextual-caption-pair": (PAIR, PAIR_SCORES),
    "video-caption": (MARKED, MARK_SCORES),
    "comparative-summary": (TAGGED, TAG_SCORES),
}
# A scored section of each, its answers in the perfect reply, and its line.
LEFT = {
    "image-paragraph": ("Section 2: 2\n", "Text Coherence"),
    "contextual-caption-pair": (FIRST_SCORES, "ASSISTANT1 Caption: scores"),
    "video-caption": (MARKED.partition("\n")[2], "Scores"),
    "comparative-summary": ("Score- <score>4</score>", "Informativeness"),
}

# What a schema calls that section.
STRUCTURED = {
    "image-paragraph": "Text Coherence",
    "contextual-caption-pair": "ASSISTANT1-Score",
    "video-caption": "Scores",
    "comparative-summary": "Informativeness",
}


def allowing(name: str):
    """Return the library rubric with "Cannot judge" allowed in every section."""
    lines = [
        f"{line}\n    cannot_judge: true" if line.startswith("    kind: ") else line
        for line in library_source(name).split("\n")
    ]
    return load_rubric("\n".join(lines))


def numbers(reading) -> dict[str, int]:
    return {key: value for key, value in reading.values.items() if isinstance(value, int)}


def left(name: str):
    """Return the rubric, the section that the judge skips, and the other answers."""
    rubric, (_answers, title) = allowing(name), LEFT[name]
    title = title.replace("ASSISTANT1 Caption", "Caption 1")
    (panel,) = [each for each in abstaining(rubric, SHOWN[name]) if each.title == title]
    own = {question.key for question in panel.questions}
    return rubric, panel, {key: value for key, value in TEXT[name][1].items() if key not in own}


@pytest.mark.parametrize("name", LEFT)
@pytest.mark.parametrize(
    "written",
    [
        "Cannot judge {title}: {why}.",
        "**Cannot judge {title}:** {why}.",
        "- cannot judge “{title}”: {why}.",
        "{title}: Cannot judge: {why}.",
        "{title}: can't judge - {why}.",
    ],
)
def test_a_line_with_a_reason_is_read_instead_of_the_answer(name, written):
    rubric, panel, others = left(name)
    answers, title = LEFT[name]
    line = written.format(title=title, why=WHY)
    reading = read_reply(rubric, SHOWN[name], TEXT[name][0].replace(answers, line + "\n"))
    assert (numbers(reading), reading.values[panel.abstention.key]) == (others, f"{WHY}.")
    assert set(reading.warnings) <= {"missing_reasons"}


@pytest.mark.parametrize("name", LEFT)
@pytest.mark.parametrize("first", [True, False])
def test_an_answer_and_a_reason_are_refused(name, first):
    rubric, _panel, _others = left(name)
    line = f"Cannot judge {LEFT[name][1]}: {WHY}."
    both = [line, TEXT[name][0]] if first else [TEXT[name][0], line]
    with pytest.raises(ReplyError) as refused:
        read_reply(rubric, SHOWN[name], "\n".join(both))
    assert refused.value.code == "ambiguous_score"


@pytest.mark.parametrize("score", [1, 2, 3])
def test_whatever_the_answer_beside_a_reason_it_is_refused(score):
    rubric, _panel, _others = left("image-paragraph")
    reply = SECTIONS.replace("Section 2: 2", f"Section 2: {score}")
    with pytest.raises(ReplyError, match="Section 2"):
        read_reply(rubric, SHOWN["image-paragraph"], f"{reply}\nCannot judge Text Coherence: {WHY}")


@pytest.mark.parametrize("name", LEFT)
def test_no_reason_the_form_sent_back_or_another_rubric_is_refused(name):
    rubric, _panel, _others = left(name)
    answers, title = LEFT[name]
    without = TEXT[name][0].replace(answers, "")
    form = abstention_form(rubric, SHOWN[name])
    plain = load_rubric(library_source(name))
    for read, tail in [
        (rubric, f"Cannot judge {title}."),
        (rubric, form),
        (rubric, "Cannot judge the weather: it rains."),
        (plain, f"Cannot judge {title}: {WHY}."),
    ]:
        with pytest.raises(ReplyError):
            read_reply(read, SHOWN[name], f"{without}\n{tail}")
    whole = read_reply(rubric, SHOWN[name], f"{TEXT[name][0]}\n")
    assert numbers(whole) == TEXT[name][1]


@pytest.mark.parametrize("name", LEFT)
def test_what_a_perfect_judge_writes_is_read_back(name):
    rubric, panel, others = left(name)
    values = others | {panel.abstention.key: WHY}
    reading = read_reply(rubric, SHOWN[name], write_reply(rubric, SHOWN[name], values))
    assert reading.values == values


@pytest.mark.parametrize(
    ("name", "called"),
    [("image-paragraph", "Section 2"), ("contextual-caption-pair", "[ASSISTANT1-Score]")],
)
def test_a_section_goes_by_what_the_format_calls_it(name, called):
    rubric, panel, others = left(name)
    for line in (f"{called}: Cannot judge: {WHY}", f"Cannot judge {called}: {WHY}"):
        reading = read_reply(rubric, SHOWN[name], TEXT[name][0].replace(LEFT[name][0], line + "\n"))
        assert (numbers(reading), reading.values[panel.abstention.key]) == (others, WHY)


def test_all_can_be_left():
    rubric, shown = allowing("image-paragraph"), SHOWN["image-paragraph"]
    panels = judged_panels(rubric, shown)
    reply = "\n".join(f"Cannot judge {panel.title}: {WHY}" for panel in panels)
    reading = read_reply(rubric, shown, reply)
    assert dict(reading.values) == {panel.abstention.key: WHY for panel in panels}


@pytest.mark.parametrize("name", LEFT)
def test_the_prompt_names_each_section_that_can_be_left(name):
    rubric, shown = allowing(name), SHOWN[name]
    plain = prompt_text(render_prompt(load_rubric(library_source(name)), shown))
    prompt = prompt_text(render_prompt(rubric, shown))
    assert prompt.startswith(plain)
    assert f"Cannot judge {LEFT[name][1]}: <your reason>" in prompt.removeprefix(plain)


def test_a_list_is_left_by_a_member_of_the_object():
    rubric, shown = allowing("key-points"), SHOWN["key-points"]
    assert 'the member "cannot_judge"' in prompt_text(render_prompt(rubric, shown))
    reason = {"cannot_judge": WHY}
    judged = json.loads(POINTED)
    for raw in (reason, judged | reason, reason | judged):
        reading = read_reply(rubric, shown, json.dumps(raw))
        assert dict(reading.values) == {"key_point.cannot_judge": WHY}
    for raw in (judged, judged | {"cannot_judge": ""}, {"cannot_judge": " "} | judged):
        whole = read_reply(rubric, shown, json.dumps(raw))
        assert (numbers(whole)["key_point.1"], list(whole.warnings)) == (1, [])
    with pytest.raises(ReplyError):
        read_reply(load_rubric(library_source("key-points")), shown, json.dumps(reason))


@pytest.mark.parametrize("name", [*LEFT, "key-points"])
def test_a_schema_takes_a_reason(name):
    rubric, shown = allowing(name), SHOWN[name]
    schema = structured_schema(rubric, shown)
    reply = instance(schema)
    if name == "key-points":
        assert schema["properties"]["cannot_judge"] == {"type": "string"}
        return
    title = STRUCTURED[name]
    reply["cannot_judge"] = dict.fromkeys(reply["cannot_judge"], "") | {title: WHY}
    reading = read_structured(rubric, shown, json.dumps(reply))
    (key,) = [key for key in reading.values if key.endswith("cannot_judge")]
    assert reading.values[key] == WHY
    (panel,) = [each for each in abstaining(rubric, shown) if each.abstention.key == key]
    assert not {question.key for question in panel.questions} & set(reading.values)
    reply["cannot_judge"][title] = ""
    member = reply[title]
    reply[title] = dict.fromkeys(member) if isinstance(member, dict) else None
    assert read_structured(rubric, shown, json.dumps(reply)) is None
