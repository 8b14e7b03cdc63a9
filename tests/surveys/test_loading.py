"""Tests of loading rubric files: every mistake is reported with file, line, path and remedy, and
the hash follows the content."""

import pytest

from core.errors import DocumentError
from surveys.base import ShownOutput, Stimulus
from surveys.columns import rubric_columns
from surveys.forms import check_answers
from surveys.loading import library_names, library_rubric, library_source, load_rubric
from surveys.questions import questions
from surveys.versions.storing import load_library, load_version

SOURCE = library_source("image-paragraph")
SHOWN = Stimulus(outputs=[ShownOutput("a", 1, "x")])
KEYS = ["naturalness", "coherence", "word_choice", "syntax", "coverage", "feedback"]


def complaint(text: str) -> str:
    with pytest.raises(DocumentError) as error:
        load_rubric(text, document="mine.yaml")
    return str(error.value)


def line_of(text: str, part: str) -> int:
    return text[: text.index(part)].count("\n") + 1


def test_a_missing_and_an_unknown_key_are_named_with_line_path_and_remedy():
    text = SOURCE.replace("value: 2", "valu: 2", 1)
    line = line_of(text, "valu: 2")
    assert complaint(text) == (
        f"mine.yaml: line {line} sections.0.options.1.value: a required key is missing. Add the key.\n"
        f"mine.yaml: line {line} sections.0.options.1.valu: this key is not allowed here. Did you mean `value`?"
    )


def test_a_wrong_value_is_named_with_what_may_stand_there():
    text = SOURCE.replace("best: lowest", "best: lowst", 1)
    line = line_of(text, "best: lowst")
    assert (
        complaint(text)
        == f"mine.yaml: line {line} criteria.0.best: Input should be 'highest', 'lowest' or 'none'."
    )


def test_a_key_that_stands_twice_is_refused():
    text = SOURCE.replace("title: Feedback", "title: A\n    title: B")
    line = line_of(text, "title: B")
    assert (
        complaint(text)
        == f"mine.yaml: line {line}: the key `title` is repeated; remove one of them. Correct the YAML on this line."
    )


def test_aliases_are_refused_so_that_a_small_file_cannot_swell():
    text = SOURCE.replace("kind: text", "kind: *x")
    assert complaint(text).startswith(
        f"mine.yaml: line {line_of(text, 'kind: *x')}: aliases (*name) are not allowed"
    )


def test_a_picture_that_is_not_there_is_named():
    text = SOURCE.replace("image-paragraph-good.jpg", "gone.jpg")
    line = line_of(text, "picture: gone.jpg")
    assert complaint(text) == (
        f"mine.yaml: line {line} examples.0.picture: the picture gone.jpg is not in the library's media folder. "
        "Use one of image-paragraph-bad.jpg, image-paragraph-good.jpg, or remove the picture."
    )


def changed(name: str, old: str, new: str) -> tuple[str, int]:
    """Return a library file with one change, and the line of the change."""
    source = library_source(name)
    text = source.replace(old, new, 1)
    assert text != source
    return text, line_of(text, new)


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        (
            "image-paragraph",
            "criteria: [naturalness]",
            "criteria: [natural]",
            "sections.0.criteria.0: `natural` is not a declared criterion. Declare the criterion, or use one of ['naturalness', 'coherence', 'word_choice', 'syntax', 'coverage'].",
        ),
        (
            "key-points",
            "entries: key_points",
            "entries: points",
            "sections.0.entries: no block shows the list `points`. Add a list or cards block to `stimulus`, or use one of ['key_points'].",
        ),
        (
            "key-points",
            "section: key_point",
            "section: points",
            "reply.section: `points` is not a gated checklist asked once a page. Use one of ['key_point'].",
        ),
        (
            "video-caption",
            "reasons: reason",
            "reasons: why",
            "reply.reasons: `why` is not a text section. Use one of ['reason'].",
        ),
        (
            "video-caption",
            "    relevance: δ",
            "    relevanz: δ",
            "reply.marks: ['relevance', 'relevanz'] have no mark or are not scored. Give one mark to each of ['accuracy', 'completeness', 'conciseness', 'relevance'].",
        ),
        (
            "contextual-caption-pair",
            "comparison: Comparison-Reasoning",
            "compare: Comparison-Reasoning",
            "reply.headers: ['compare'] are no sections. Use keys of ['reasons', 'comparison', 'scores'].",
        ),
        (
            "summary-clarity",
            "explanation: explanation",
            "explanation: x",
            "reply.explanation: `x` is not a text section. Use one of ['explanation'].",
        ),
    ],
)
def test_dangling_references_are_named_with_file_path_and_remedy(name, old, new, said):
    text, line = changed(name, old, new)
    found = complaint(text)
    assert found.endswith(f" {said}")
    assert found.startswith("mine.yaml: line ")
    if not said.startswith(("reply.marks", "reply.headers")):
        assert found == f"mine.yaml: line {line} {said}"


def test_keys_declared_twice_and_an_unknown_key_are_errors():
    text, _line = changed(
        "image-paragraph", "  - key: coherence\n    kind", "  - key: naturalness\n    kind"
    )
    assert "sections.1.key: `naturalness` is declared twice. Rename one of them." in complaint(text)
    text, _line = changed("image-paragraph", "criteria: [coherence]", "criteria: [naturalness]")
    assert (
        "sections.1: asks for `naturalness`, but section `naturalness` already asks for it."
        in complaint(text)
    )
    assert complaint("langauge: en\n" + SOURCE) == (
        "mine.yaml: line 1 langauge: this key is not allowed here. Did you mean `language`?"
    )


def test_the_hash_is_of_the_content_not_the_formatting():
    reformatted = "# A comment\n" + SOURCE.replace("best: lowest", "best:   'lowest'").replace(
        "required: false", "required: no"
    )
    assert load_rubric(reformatted).sha256 == load_rubric(SOURCE).sha256
    assert (
        load_rubric(SOURCE.replace("Anything you", "Whatever you")).sha256
        != load_rubric(SOURCE).sha256
    )
    assert (
        load_rubric(SOURCE + "ordered: false\n").sha256 == load_rubric(SOURCE).sha256
    )  # a default made explicit


@pytest.mark.parametrize("name", library_names())
def test_every_library_rubric_loads_under_its_own_name(name):
    assert library_rubric(name).name == name


def test_one_list_of_questions_gives_page_check_and_columns():
    rubric = library_rubric("image-paragraph")
    asked = questions(rubric, SHOWN)
    assert [one.key for one in asked] == [one.key for one in rubric_columns(rubric)] == KEYS
    assert [(one.level, one.best) for one in rubric_columns(rubric)] == [
        ("ordinal", "lowest")
    ] * 5 + [("", "")]
    checked = check_answers(
        asked, dict.fromkeys(KEYS[:5], "2") | {"feedback": " \r\n ", "stranger": "1"}
    )
    assert (dict(checked.values), list(checked.problems)) == (dict.fromkeys(KEYS[:5], 2), [])


@pytest.mark.parametrize("raw", ["0", "4", "1.5", "one", "１", "9" * 40, "1 OR 1=1"])
def test_answers_outside_the_options_are_refused(raw):
    asked = questions(library_rubric("image-paragraph"), SHOWN)[:1]
    assert [
        problem.question.key for problem in check_answers(asked, {"naturalness": raw}).problems
    ] == ["naturalness"]


@pytest.mark.django_db
def test_a_changed_file_is_a_new_version_and_the_same_content_is_not():
    first = load_version(source=SOURCE, project=None)
    assert load_version(source="# again\n" + SOURCE, project=None) == first
    second = load_version(source=SOURCE.replace("Anything you", "Whatever you"), project=None)
    assert [first.number, second.number] == [1, 2]
    assert [one.rubric.name for one in load_library()] == library_names()
    assert load_library()[library_names().index("image-paragraph")] == first
