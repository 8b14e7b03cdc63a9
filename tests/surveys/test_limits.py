"""Tests of size limits for rubrics and texts, which are checked before parsing."""

import pytest
from django.template import Context, Template

from core.errors import DocumentError
from surveys.loading import library_names, library_rubric, library_source, load_rubric
from surveys.untrusted.markdown import MOST_CHARACTERS, MOST_MARKS, is_renderable, render_markdown
from surveys.untrusted.strict_yaml import MOST_NODES, read_yaml

SOURCE = library_source("image-paragraph")
MANY = "there are more than 5,000 keys, values and lists up to this line. Shorten the file."
DEEP = "lists and keys are nested more than 40 levels deep. Use fewer levels."
ALIAS = "aliases (*name) are not allowed; write out the value. Correct the YAML on this line."
NUMBER = "a number has more than 40 characters. Correct the YAML on this line."
LAUGHS = "a: &a [x, x]\n" + "".join(
    f"{b}: &{b} [*{a}, *{a}]\n" for a, b in zip("abcdefg", "bcdefgh", strict=True)
)


def complaint(text: str) -> str:
    with pytest.raises(DocumentError) as error:
        load_rubric(text, document="mine.yaml")
    return str(error.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a:\n" + "- 1\n" * 60_000, f"line 4999: {MANY}"),
        ("[" + "1," * 120_000 + "]", f"line 1: {MANY}"),
        ("".join(f"k{number}: 1\n" for number in range(20_000)), f"line 2500: {MANY}"),
        ("[" * 200_000, f"line 1: {DEEP}"),
        ("{a: " * 50_000, f"line 1: {DEEP}"),
        ("- " * 100_000, f"line 1: {DEEP}"),
        (LAUGHS, f"line 2: {ALIAS}"),
        ("a: 1" + ":1" * 100_000, f"line 1: {NUMBER}"),
        ("a: " + "9" * 200_000, f"line 1: {NUMBER}"),
        ("a: 0b" + "1" * 200_000, f"line 1: {NUMBER}"),
    ],
)
def test_a_file_that_would_keep_a_process_busy_is_refused(text, told):
    assert complaint(text) == f"mine.yaml: {told}"


def test_as_many_nodes_as_allowed_are_read():
    nodes, data = read_yaml("a:\n" + "- 1\n" * (MOST_NODES - 3))
    assert (len(data["a"]), len(nodes.value[0][1].value)) == (MOST_NODES - 3, MOST_NODES - 3)


@pytest.mark.attack("writing Markdown")
@pytest.mark.parametrize(
    "text",
    [
        "[" * 50_000,
        "![" * 25_000,
        "[a](" * 12_000,
        '[a](b "' * 600 + "x" * 20_000,
        "[a]: b\n" * 7_000,
        "|a" * 500 + "|\n" + "|-" * 500 + "|\n" + ("|x" * 500 + "|\n") * 40,
        "1) a\n" * 10_000,
        "*a " * 10_000,
        "#" * 20_000,
        "word " * 20_000,
    ],
)
def test_markdown_beyond_the_limits_is_shown_as_it_was_written(text):
    assert not is_renderable(text)
    with pytest.raises(ValueError, match="is_renderable"):
        render_markdown(text)
    shown = Template("{% load rateroom %}{{ text|markdown }}").render(
        Context({"text": text + "<b>"})
    )
    note = '<p class="quiet">This text is too long to format, so it is shown as it was written.</p>'
    escaped = text.replace('"', "&quot;") + "&lt;b&gt;"
    assert shown == f'{note}<div class="pre">{escaped}</div>'


@pytest.mark.parametrize("name", library_names())
def test_the_librarys_markdown_is_far_within_the_limits(name):
    rubric = library_rubric(name)
    assert is_renderable(rubric.instructions * 5)


def test_a_long_text_and_a_large_table_are_rendered():
    assert render_markdown("word " * (MOST_CHARACTERS // 5)).startswith("<p>word word")
    table = "|a|b|c|\n|-|-|-|\n" + "|**x**|y|z|\n" * 150
    assert render_markdown(table).count("<strong>x</strong>") == 150


@pytest.mark.parametrize(
    ("place", "key"),
    [
        ("instructions", "\ninstructions: |\n"),
        ("translations.de.instructions", "\n    instructions: |\n"),
    ],
)
def test_instructions_beyond_the_limits_are_refused_at_their_line(place, key):
    indent = "      " if place.startswith("translations") else "  "
    source = SOURCE.replace(key, key + f"{indent}- x\n" * MOST_MARKS, 1)
    line = source[: source.index(key)].count("\n") + 2
    assert complaint(source) == (
        f"mine.yaml: line {line} {place}: this Markdown is too long, or has too many markup characters and lines. "
        "Use at most 50,000 characters, and at most 2,000 markup characters and lines in total."
    )
