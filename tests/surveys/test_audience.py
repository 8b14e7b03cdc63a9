"""Tests of the audience of a rubric's texts: people, judges, or both."""

import re
from dataclasses import replace

import pytest
from django.template.loader import render_to_string

from core.errors import DocumentError
from surveys.base import Medium, Part
from surveys.loading import library_names, library_rubric, load_rubric
from surveys.prompts import prompt_text, render_prompt
from tests.surveys.parts import RUBRIC, SECTION, shown
from tests.surveys.shown import SHOWN

NOTED = (
    RUBRIC.format(section=SECTION, block="", outputs=1)
    + """\
notes:
  - {for: page, text: Scroll down.}
  - {for: judge, text: Think first.}
  - Take your time.
reminders:
  - Be fair.
  - {for: page, text: Take breaks.}
  - {for: judge, text: Be strict.}
examples:
  - {verdict: good, text: A mill., reason: Right., for: page}
  - {verdict: bad, text: A sea., reason: Wrong., for: judge}
"""
)


def asked_of(rubric, stimulus) -> str:
    return prompt_text(render_prompt(rubric, stimulus))


def with_media(name: str):
    """Return the stimulus of a library rubric with all its pictures and clips."""
    needs = library_rubric(name).fields()
    media = {need.name: Medium("/x") for need in needs if need.type in {"image", "video"}}
    return replace(SHOWN[name], media=media)


def test_notes_reminders_and_examples_go_to_their_readers():
    rubric = load_rubric(NOTED)
    assert rubric.page_instructions == "I\n\nScroll down.\n\nTake your time."
    assert rubric.page_reminders == ["Be fair.", "Take breaks."]
    assert [example.text for example in rubric.page_examples] == ["A mill."]
    prompt = asked_of(rubric, shown())
    assert prompt.startswith(
        "T\n\nS\n\nI\n\nThink first.\n\nTake your time.\n\n"
        "Keep in mind:\n- Be fair.\n- Be strict.\n\n"
        "A bad example\n\nA sea.\nWhy it is bad: Wrong.\n\n[Points]:"
    )


def test_the_page_shows_what_is_for_people():
    page = render_to_string("hits/_instructions.html", {"rubric": load_rubric(NOTED)})
    assert "Scroll down." in page
    assert "Take your time." in page
    assert "Think first." not in page
    assert "A sea." not in page


def test_a_text_for_both_is_stored_as_it_was_before_texts_had_audiences():
    plain = NOTED[: NOTED.index("notes:")] + "reminders: [Be fair.]\n"
    assert '"reminders":["Be fair."]' in load_rubric(plain).canonical()
    spelled = plain.replace("[Be fair.]", "[{text: Be fair., for: both}]")
    assert load_rubric(spelled).sha256 == load_rubric(plain).sha256
    for_page = plain.replace("[Be fair.]", "[{text: Be fair., for: page}]")
    assert load_rubric(for_page).sha256 != load_rubric(plain).sha256


def test_what_people_do_not_see_has_no_translation():
    words = "translations: {de: {notes: {1: Nach unten., 2: Erst denken.}}}\n"
    with pytest.raises(DocumentError, match=r"translations.de.notes.2: annotators do not see this"):
        load_rubric(NOTED + words)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("{for: page, text: Scroll down.}", "{for: pages, text: x}", "notes.0.for: "),
        ("- Take your time.", "- 3", "notes.2: a text is expected here."),
        ("{for: judge, text: Be strict.}", "{to: judge, text: x}", "reminders.2.to: this key"),
    ],
)
def test_a_mistake_in_a_note_is_named(old, new, problem):
    with pytest.raises(DocumentError, match=re.escape(problem)):
        load_rubric(NOTED.replace(old, new))


def test_a_section_for_people_alone_is_neither_asked_nor_read():
    sections = (
        "  - {key: clear, kind: scale, title: Clear, low: 1, high: 5}\n"
        "  - {key: mood, kind: scale, title: Your mood, low: 1, high: 5, for: page}"
    )
    rubric = load_rubric(RUBRIC.format(section=sections, block="", outputs=1))
    assert "Your mood" not in asked_of(rubric, shown())
    assert dict(rubric.reply.read(rubric, shown(), "Section 1: 4").values) == {"clear": 4}


def test_a_judge_is_asked_what_its_reply_can_hold():
    """A reply with one tag has no place for the checklist of a comparison."""
    prompt = asked_of(library_rubric("comparative-summary"), SHOWN["comparative-summary"])
    assert "What the summary says of each product" not in prompt
    assert re.findall(r"^Section .*", prompt, re.MULTILINE) == [
        "Section 1: Explanation of your judgement",
        "Section 2: Informativeness",
    ]


@pytest.mark.parametrize("name", library_names())
def test_nothing_about_the_page_reaches_a_judge(name):
    rubric, stimulus = library_rubric(name), with_media(name)
    prompt = asked_of(rubric, stimulus)
    for_people = [note.text for note in rubric.notes if note.audience == "page"]
    assert [text for text in for_people if text in prompt] == []
    words = r"tick|click|scroll|button|field at the end|Going back|added up for you"
    assert re.findall(words, prompt, re.IGNORECASE) == []
    told = [note.text for note in (*rubric.notes, *rubric.reminders) if note.audience != "page"]
    assert [text for text in told if text not in prompt] == []


def test_an_example_picture_comes_with_its_words_where_the_judge_gets_pictures():
    rubric = library_rubric("image-paragraph")
    alternatives = [example.picture_alt for example in rubric.examples]
    parts = render_prompt(rubric, with_media("image-paragraph"))
    pictures = [Part("picture", example.picture) for example in rubric.examples]
    assert [part for part in parts if part.kind == "picture"] == pictures
    blind = render_prompt(rubric, SHOWN["image-paragraph"])
    assert [part for part in blind if not part.is_text] == []
    for prompt in (prompt_text(parts), prompt_text(blind)):
        assert [alternative for alternative in alternatives if alternative not in prompt] == []


@pytest.mark.parametrize(("name", "count"), [("key-points", 2), ("contextual-caption-pair", 1)])
def test_worked_examples_stand_before_the_item(name, count):
    prompt = asked_of(library_rubric(name), with_media(name))
    numbers = re.findall(r"^Worked example (\d), input:$", prompt, re.MULTILINE)
    assert numbers == [str(number) for number in range(1, count + 1)]
    assert prompt.index("Worked example") < prompt.index(SHOWN[name].outputs[0].text)


WORKED = """\
worked:
  - fields: {points: [a coat]}
    outputs: [A coat.]
    reply: "Section 1: 4"
"""


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "[A coat.]",
            "[A coat., A hat.]",
            "worked.0.outputs: the number of outputs is 2, but a page shows 1.",
        ),
        ("{points: [a coat]}", "{}", "worked.0.fields: `points` is missing"),
        (
            "outputs:",
            "media: {photo: a coat}\n    outputs:",
            "worked.0.media: `photo` is not a picture",
        ),
        ("Section 1: 4", "Section 1: 9", "worked.0.reply: cannot be read"),
    ],
)
def test_a_worked_example_must_be_one(old, new, problem):
    plain = RUBRIC.format(section=SECTION, block="", outputs=1)
    assert "input:\n\n[Points]:\na coat\n\n[Caption]:\nA coat." in asked_of(
        load_rubric(plain + WORKED), shown()
    )
    with pytest.raises(DocumentError, match=re.escape(problem)):
        load_rubric(plain + WORKED.replace(old, new))


def test_inputs_have_the_names_that_replies_use():
    """The titles of the page and the section are part of the context."""
    prompt = asked_of(library_rubric("contextual-caption-pair"), SHOWN["contextual-caption-pair"])
    item = prompt.partition("Worked example 1, from the reply")[2]
    assert re.findall(r"^\[([^\]-]+)\]:$", item, re.MULTILINE) == [
        "Context Section",
        "Highlighted Segments",
        "ASSISTANT1 Caption",
        "ASSISTANT2 Caption",
    ]
    context = (
        "[Context Section]:\nPage title: Mills\nSection title: Sails\n\nThe sails were replaced."
    )
    assert context in item
