"""Tests of comparing two rubric versions: which answers remain comparable, and why."""

import pytest

from surveys.loading import library_rubric, library_source, load_rubric
from surveys.versions.difference import Change, rubric_difference
from tests.surveys.shown import untranslated


def verdicts(name: str, *changes: tuple[str, str]) -> dict[str, str]:
    return {one.pattern: one.verdict for one in difference(name, *changes).answers}


def difference(name: str, *changes: tuple[str, str]):
    source = before = untranslated(name)
    for old, new in changes:
        assert old in source, old
        source = source.replace(old, new, 1)
    return rubric_difference(load_rubric(before), load_rubric(source))


def test_nothing_changed():
    found = difference("contextual-caption-pair")
    assert (list(found.around), {one.verdict for one in found.answers}, found.comparable) == (
        [],
        {"same"},
        9,
    )
    assert [one.pattern for one in found.answers][:5] == [
        "*.context.reasons",
        "*.highlight.reasons",
        "*.consistency.reasons",
        "*.overall.reasons",
        "comparison",
    ]


def test_outputs_of_another_kind_are_a_change_around_every_answer():
    compared = difference(
        "instruction-following-pair", ("  per_page: 2", "  per_page: 2\n  kind: image")
    )
    assert list(compared.around) == [Change("outputs.kind", "text", "image")]
    assert {answer.verdict for answer in compared.answers} == {"care"}


def test_a_reworded_option_is_comparable_with_care_and_says_what_changed():
    source = library_source("image-paragraph")
    rubric = library_rubric("image-paragraph")
    text = rubric.sections[0].options[0].text
    found = rubric_difference(rubric, load_rubric(source.replace(text, "Quite natural", 1)))
    changed = [one for one in found.answers if one.verdict != "same"]
    assert [(one.pattern, one.verdict) for one in changed] == [("naturalness", "care")]
    assert list(changed[0].changes) == [Change("section.options.1.text", text, "Quite natural")]


@pytest.mark.parametrize(
    ("name", "old", "new", "pattern", "verdict"),
    [
        ("contextual-caption-pair", "    high: 5", "    high: 7", "*.context", "other"),
        (
            "contextual-caption-pair",
            "    level: ordinal",
            "    level: interval",
            "*.context",
            "other",
        ),
        ("contextual-caption-pair", "    best: highest", "    best: lowest", "*.context", "other"),
        (
            "contextual-caption-pair",
            "      How far does the caption",
            "      How much does the caption",
            "*.context",
            "care",
        ),
        (
            "contextual-caption-pair",
            "    low_label: worst",
            "    low_label: bad",
            "*.overall",
            "care",
        ),
        ("contextual-caption-pair", "    rows: 2", "    rows: 5", "*.context.reasons", "same"),
        ("key-points", "      - key: correct\n        title: Correct?\n", "", "key_point", "other"),
        ("key-points", "title: Mentioned?", "title: Said?", "key_point", "care"),
        ("key-points", "    reasons: required", "    reasons: optional", "key_point", "same"),
        ("video-caption", "    high: 100", "    high: 10", "accuracy", "other"),
        ("instruction-following-pair", "    tie: No difference\n", "", "preference", "other"),
        ("contextual-caption-pair", "Relevance to Input", "Fit", "*.context", "same"),
        ("instruction-following-pair", "tie: No difference", "tie: Equal", "preference", "care"),
    ],
)
def test_what_a_change_means_for_the_answers(name, old, new, pattern, verdict):
    assert verdicts(name, (old, new))[pattern] == verdict


def test_a_new_criterion_is_new_and_a_removed_one_gone():
    source = untranslated("contextual-caption-pair")
    # Its reply scores what is about to go.
    worked = source[source.index("worked:") : source.index("outputs:\n  per_page")]
    found = verdicts(
        "contextual-caption-pair",
        (
            "criteria: [context, highlight, consistency, overall]\n    low",
            "criteria: [context, overall]\n    low",
        ),
        (worked, ""),
    )
    assert (found["*.highlight"], found["*.consistency"], found["*.context"]) == (
        "gone",
        "gone",
        "care",
    )
    back = rubric_difference(
        load_rubric(
            source.replace(worked, "").replace(
                "criteria: [context, highlight, consistency, overall]\n    low",
                "criteria: [context, overall]\n    low",
            )
        ),
        library_rubric("contextual-caption-pair"),
    )
    assert {one.pattern for one in back.answers if one.verdict == "new"} == {
        "*.highlight",
        "*.consistency",
    }


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("instructions", "instructions: |\n", "instructions: |\n  Watch it twice.\n\n"),
        ("language", "name: video-caption\n", "name: video-caption\nlanguage: fr\n"),
    ],
)
def test_what_stands_around_every_answer_makes_all_of_them_comparable_with_care_only(
    part, old, new
):
    found = difference("video-caption", (old, new))
    assert [one.where for one in found.around] == [part]
    assert {one.verdict for one in found.answers} == {"care"}


def test_guards_and_the_reply_format_change_no_answer():
    found = difference(
        "video-caption", ("guards:\n  - guard: unvarying-scores\n    sections: [scores]\n", "")
    )
    assert {one.verdict for one in found.answers} == {"same"}
