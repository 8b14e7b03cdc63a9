"""Tests of researchers' own prompt templates: placeholders, added texts, and unknown names."""

import pytest

from core.errors import DocumentError
from surveys.base import Medium, Part, ShownOutput, Stimulus
from surveys.loading import library_rubric
from surveys.prompts import prompt_text
from surveys.prompts.own import own_template, placeholders, render_template
from tests.surveys.shown import SHOWN

PAIR = library_rubric("contextual-caption-pair")
SHOWN_PAIR = SHOWN["contextual-caption-pair"]  # b stands first
WITH_IMAGE = Stimulus(SHOWN_PAIR.fields, {"image": Medium("/x")}, SHOWN_PAIR.outputs)


def rendered(text, sources=None, rubric=PAIR, stimulus=WITH_IMAGE) -> list[Part]:
    return render_template(rubric, stimulus, own_template(rubric, text, sources))


def test_both_spellings_of_a_placeholder_and_json_that_is_none():
    text = 'A {{ Document }} and {answer}, {"json": {"score": 1}}, {\n"x"}, {0}, {{}}, {Document}'
    assert placeholders(text) == ["Document", "answer"]


def test_outputs_are_filled_by_the_place_they_are_shown_at():
    assert rendered(
        "{{body}}|{{page_title}}|{{section_title}}|{{Highlights}}|1: {{Caption_1}}|2: {{caption_2}}"
    ) == [
        Part("image", "image"),
        Part(
            "text",
            "The sails were replaced.|Mills|Sails|sails|1: A mill.|2: The mill with its new sails.",
        ),
    ]


CONTEXT = Part(
    "text",
    "[Context Section]:\nPage title: Mills\nSection title: Sails\n\nThe sails were replaced.",
)
HIGHLIGHTS = Part("text", "[Highlighted Segments]:\nsails")


@pytest.mark.parametrize(
    ("text", "before", "request_"),
    [
        ("Score {answer_1} and {answer_2}.", [], "Score A mill. and The mill with its new sails.."),
        (
            "Judge.\n\n1: {answer_1}\n2: {answer_2}\n\nGive scores.\n\nResponse:\n",
            ["Judge.\n\n1: A mill.\n2: The mill with its new sails."],
            "Give scores.\n\nResponse:\n",
        ),
        (
            "Judge.\n\n1: {answer_1}\n2: {answer_2}\nResponse:",
            ["Judge.\n\n1: A mill.\n2: The mill with its new sails."],
            "Response:",
        ),
        (
            "Judge.\n\n1: {answer_1}\n<two>\n{answer_2}\n</two>",
            ["Judge."],
            "1: A mill.\n<two>\nThe mill with its new sails.\n</two>",
        ),
    ],
)
def test_what_is_not_placed_stands_before_the_final_request(text, before, request_):
    assert rendered(text) == [
        Part("image", "image"),
        *(Part("text", words) for words in before),
        CONTEXT,
        HIGHLIGHTS,
        Part("text", request_),
    ]


def test_without_any_input_the_last_paragraph_is_the_request():
    parts = rendered("Judge the captions.\n\nBe strict.\n\nResponse:")
    assert parts[1] == Part("text", "Judge the captions.\n\nBe strict.")
    assert parts[-3:] == [
        Part("text", "[ASSISTANT1 Caption]:\nA mill."),
        Part("text", "[ASSISTANT2 Caption]:\nThe mill with its new sails."),
        Part("text", "Response:"),
    ]


def test_of_a_block_that_is_placed_in_part_the_rest_is_added():
    """The template places the text without its highlights, and one of the two outputs."""
    assert rendered("Text: {body}\nFirst: {answer_1}\n\nResponse:") == [
        Part("image", "image"),
        Part("text", "Text: The sails were replaced.\nFirst: A mill."),
        Part("text", "[Page title]:\nMills"),
        Part("text", "[Section title]:\nSails"),
        HIGHLIGHTS,
        Part("text", "[ASSISTANT2 Caption]:\nThe mill with its new sails."),
        Part("text", "Response:"),
    ]


def test_a_template_may_say_itself_where_the_rest_stands():
    (_image, text) = rendered("{rest}\nNow judge {answer_1} and {answer_2}.")
    assert text.content.startswith("[Context Section]:\nPage title: Mills")
    assert text.content.endswith("sails\nNow judge A mill. and The mill with its new sails..")


def test_the_system_part_is_filled_and_stands_first():
    template = own_template(
        PAIR, "{answer_1}, {answer_2}.", {"Page": "page_title"}, system="You know {{Page}}."
    )
    parts = render_template(PAIR, WITH_IMAGE, template)
    assert parts[0] == Part("system", "You know Mills.")
    assert "Mills" not in prompt_text(parts[1:])
    assert prompt_text(parts).startswith("[system]\nYou know Mills.\n\n[image: image]")


def test_a_picture_cannot_stand_in_the_system_part():
    with pytest.raises(DocumentError, match="`image` cannot be attached to a system message"):
        own_template(PAIR, "{answer_1}", system="Look: {image}")


def test_a_placed_image_stands_where_the_template_has_it():
    parts = rendered("Look: {{image}} and judge {{output_1}}, {{output_2}}.")
    assert parts[-3:] == [
        Part("text", "Look: "),
        Part("image", "image"),
        Part("text", " and judge A mill., The mill with its new sails.."),
    ]


def test_fields_are_joined_and_words_put_in_as_said():
    sources = {"Document": "page_title + body", "Role": "text: You are strict.", "grade": "reply"}
    text = rendered("{{Role}} {{Document}} {{grade}}", sources)[-1].content
    assert text == "You are strict. Mills\nThe sails were replaced. <grade>"


def test_an_output_cannot_bring_a_placeholder_in():
    sly = Stimulus(
        WITH_IMAGE.fields,
        {},
        [ShownOutput("a", 1, "{{body}}"), ShownOutput("b", 2, "{page_title}")],
    )
    assert (
        rendered("{{Caption_1}} {{Caption_2}}", stimulus=sly)[-1].content == "{{body}} {page_title}"
    )


def test_products_are_written_out_with_what_is_missing():
    rubric = library_rubric("comparative-summary")
    text = rendered(
        "{query}: {products} // {summary}", rubric=rubric, stimulus=SHOWN["comparative-summary"]
    )[0].content
    assert text.startswith("headphones: Product 1:\n- ")
    assert "- Final price: N/A" in text
    assert text.endswith("// A boat crosses the bay.")


def test_every_placeholder_that_stands_for_nothing_is_named_with_its_line():
    with pytest.raises(DocumentError) as error:
        own_template(PAIR, "{{body}}\n{{Riddle}}\n\n{{Other}}", {"Other": "page_titel"})
    assert [(one.path, one.line, one.what) for one in error.value.problems] == [
        ("Riddle", 2, "the content of this placeholder is unknown."),
        ("Other", 4, "the rubric does not show `page_titel`."),
    ]
    assert "page_title" in error.value.problems[0].remedy
