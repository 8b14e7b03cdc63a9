"""A researcher's own prompt template: what fills it, what is added, and placeholders that stand for
nothing."""

import pytest

from surveys.base import Medium, Part, ShownOutput, Stimulus
from surveys.loading import library_rubric
from surveys.prompts.own import own_template, placeholders, render_template
from tabular.errors import DocumentError
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


def test_what_is_not_placed_follows_under_its_titles():
    assert rendered("Score {{Caption_1}} and {{Caption_2}}.") == [
        Part("image", "image"),
        Part("text", "Score A mill. and The mill with its new sails.."),
        Part("text", "[Page]:\nMills"),
        Part("text", "[Section]:\nSails"),
        Part("text", "[Context Section]:\nThe sails were replaced."),
        Part("text", "[Highlighted Segments]:\nsails"),
    ]


def test_a_placed_image_stands_where_the_template_has_it():
    parts = rendered("Look: {{image}} and judge {{output_1}}, {{output_2}}.")
    assert parts[:3] == [
        Part("text", "Look: "),
        Part("image", "image"),
        Part("text", " and judge A mill., The mill with its new sails.."),
    ]


def test_fields_are_joined_and_words_put_in_as_said():
    sources = {"Document": "page_title + body", "Role": "text: You are strict.", "grade": "reply"}
    text = rendered("{{Role}} {{Document}} {{grade}}", sources)[1].content
    assert text == "You are strict. Mills\nThe sails were replaced. <grade>"


def test_an_output_cannot_bring_a_placeholder_in():
    sly = Stimulus(
        WITH_IMAGE.fields,
        {},
        [ShownOutput("a", 1, "{{body}}"), ShownOutput("b", 2, "{page_title}")],
    )
    assert (
        rendered("{{Caption_1}} {{Caption_2}}", stimulus=sly)[0].content == "{{body}} {page_title}"
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
        ("Riddle", 2, "nothing is known of this placeholder."),
        ("Other", 4, "`page_titel` is not shown by the rubric."),
    ]
    assert "page_title" in error.value.problems[0].remedy
