"""Tests of the word check of `make lint`, which must ignore code and plain sentences."""

import pytest

from tools.lint.words import PATTERNS, long_sentences, phrases, problems

STUMBLING = [
    *("Who stops early is paid.", "A link for whoever has it."),
    *("The form of which this is a part.", "Money for so many people."),
    *("The reason stands on the page.", "Mind that the link is whole.", "It stays so."),
    *("Computed anew.", "It is not open any more.", "Nobody came.", "“x” is no day."),
    *("12 s a HIT", "You may try again.", "Make the link.", "They take back a consent."),
    "Kept out by name.",
]


def found(text: str) -> list[str]:
    return [pattern for pattern in PATTERNS if any(phrases(text, {pattern: ""}))]


@pytest.mark.parametrize(("pattern", "text"), list(zip(PATTERNS, STUMBLING, strict=True)))
def test_each_phrase_is_found(pattern, text):
    assert pattern in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "There is no batch. It is no longer open. What is missing?",
        "`nobody` and `so many` are names, and so is [a page](nobody.md).",
        "There are so many that we stop.",
    ],
)
def test_plain_sentences_and_code_are_left_alone(text):
    assert found(text) == []


def test_a_sentence_has_at_most_25_words():
    text = " ".join(["word"] * 25)
    assert list(long_sentences(f"{text}. {text}.")) == []
    assert len(list(long_sentences(f"Short. {text} more."))) == 1


def test_docstrings_comments_and_pages_are_read_but_no_code(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "tests").mkdir()
    source = '"""Fine."""\n\nnobody = "nobody"\n# One line,\n# and nobody.\n\n\ndef f():\n    """Anew."""\n'
    (tmp_path / "rows.py").write_text(source.replace("Anew", "Counted anew"))
    (tmp_path / "tests" / "rows.py").write_text(source)
    (tmp_path / "docs" / "replies.md").write_text("Somebody.\n")
    page = "# Title\n\nA row\nof nobody.\n\n```\nnobody\n```\n\n    nobody\n\n| nobody |\n"
    (tmp_path / "docs" / "page.md").write_text(page)

    places = [line.split(": ")[0] for line in problems(tmp_path)]
    assert places == ["docs/page.md:3", "docs/page.md:12", "rows.py:9", "rows.py:4"]
