"""Tests of rubric translations: strict loading, texts for annotators, and what must not change."""

import io
import json

import pytest
from django.core.management import call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import DocumentError
from surveys.audience import is_for
from surveys.columns import rubric_columns
from surveys.forms import check_answers
from surveys.guards import find_concerns
from surveys.kinds.choice.question import ChoiceQuestion
from surveys.languages.codes import direction, is_known, own_name
from surveys.languages.translations import coverage, in_language, shown_texts
from surveys.loading import library_names, library_rubric, library_source, load_rubric
from surveys.prompts import prompt_text, render_prompt
from surveys.questions import panels, questions
from surveys.replies.asked import scored, top_of
from surveys.versions.difference import rubric_difference
from tests.surveys.shown import SHOWN, entries_of, marked, untranslated

PAIR = untranslated("contextual-caption-pair")
WORDS = """
translations:
  de:
    title: Zwei Bildunterschriften
    reminders: {1: Jedes Merkmal für sich.}
    outputs: {name: Bildunterschrift}
    stimulus:
      body: {highlights_title: Hervorgehobenes}
    criteria:
      overall: {title: Gesamteindruck}
    sections:
      reasons:
        title: "{output}: Gründe"
      scores:
        low_label: am schlechtesten
"""

NOTHING_THERE = "the rubric has no text with this key. Use one of ['{}'], or remove the key."


def german(change: tuple[str, str] = ("", ""), words: str = WORDS):
    return load_rubric(PAIR + words.replace(*change), document="mine.yaml")


def complaint(change: tuple[str, str]) -> str:
    assert change[0] in WORDS
    with pytest.raises(DocumentError) as error:
        german(change)
    return str(error.value)


def line_of(part: str, text: str) -> int:
    return text[: text.rindex(part)].count("\n") + 1


@pytest.mark.parametrize(
    ("change", "place", "said"),
    [
        (
            ("  de:", "  xx:"),
            "translations.xx",
            "`xx` is not a known language code. Use a code such as `de`, `es` or `pt-BR`.",
        ),
        (
            ("  de:", "  en:"),
            "translations.en",
            "this is the rubric's own language. Remove this translation, or correct `language`.",
        ),
        (
            ("title: Zwei", "titel: Zwei"),
            "translations.de.titel",
            NOTHING_THERE.format(
                "title', 'summary', 'instructions', 'notes', 'reminders', 'examples', 'outputs', 'stimulus', 'criteria', 'sections"
            ),
        ),
        (
            ("      overall: {title", "      general: {title"),
            "translations.de.criteria.general.title",
            NOTHING_THERE.format("context', 'highlight', 'consistency', 'overall"),
        ),
        (
            ("low_label: am schlechtesten", "low: 1"),
            "translations.de.sections.scores.low",
            "annotators do not see this. Remove the key. Only texts that annotators see are translated.",
        ),
        (
            ("low_label: am schlechtesten", "help: Bitte sorgfältig."),
            "translations.de.sections.scores.help",
            "annotators do not see this. Remove the key. Only texts that annotators see are translated.",
        ),
        (
            ("low_label: am schlechtesten", 'low_label: " "'),
            "translations.de.sections.scores.low_label",
            "the translation is empty. Write a text, or remove the key.",
        ),
        (
            ("low_label: am schlechtesten", "low_label: no"),
            "translations.de.sections.scores.low_label",
            "a text is expected here. Write a text, in quotes if YAML would read it as a number or as yes or no.",
        ),
        (
            ('title: "{output}: Gründe"', 'title: "{ausgabe}: Gründe"'),
            "translations.de.sections.reasons.title",
            "the placeholders are ['{ausgabe}'], but those of the rubric's own text are ['{output}']. Use the same placeholders.",
        ),
        (
            ('title: "{output}: Gründe"', "title: Gründe"),
            "translations.de.sections.reasons.title",
            "the placeholders are none, but those of the rubric's own text are ['{output}']. Use the same placeholders.",
        ),
        (
            ("title: Zwei", "title: {de: Zwei}\n    summary: Zwei"),
            "translations.de.title.de",
            "the key above this one has a single text. Write the translation there, without keys below it.",
        ),
        (
            ("outputs: {name: Bildunterschrift}", "outputs: Bildunterschrift"),
            "translations.de.outputs",
            "this key has several texts below it. Translate each of them: ['name'].",
        ),
        (
            ("reminders: {1:", "reminders: {2:"),
            "translations.de.reminders.2",
            NOTHING_THERE.format("1"),
        ),
    ],
)
def test_a_mistake_is_named_with_file_line_path_and_remedy(change, place, said):
    text = PAIR + WORDS.replace(*change)
    line = line_of(change[1], text)
    assert complaint(change) == f"mine.yaml: line {line} {place}: {said}"


def test_a_dangling_name_is_told_about_once_not_for_every_language():
    source = library_source("image-paragraph").replace(
        "criteria: [naturalness]", "criteria: [natural]", 1
    )
    with pytest.raises(DocumentError) as error:
        load_rubric(source)
    assert [one.path for one in error.value.problems] == ["sections.0.criteria.0"]


def test_yes_and_no_are_keys_as_they_stand():
    steps = "      - {key: title, title: Product title}"
    source = library_source("comparative-summary").replace(
        steps, steps[:-1] + ", yes: Present, no: Absent}"
    )
    step = load_rubric(source).sections[0].steps[0]
    assert (step.yes, step.no) == ("Present", "Absent")
    step = in_language(load_rubric(source), "de").sections[0].steps[0]
    assert (step.yes, step.no) == ("Ja", "Nein")
    assert load_rubric(PAIR + "translations:\n  no: {title: To bildetekster}\n").languages == (
        "en",
        "no",
    )


def test_a_rubric_is_put_into_a_language_and_what_is_not_translated_stays():
    rubric = german()
    shown = in_language(rubric, "de")
    assert (rubric.languages, shown.language, shown.written_in) == (("en", "de"), "de", "en")
    assert (shown.title, shown.summary) == ("Zwei Bildunterschriften", rubric.summary)
    assert shown.page_reminders == ["Jedes Merkmal für sich."]
    assert [one.title for one in panels(shown, SHOWN[rubric.name])] == [
        "Bildunterschrift 1: Gründe",
        "Bildunterschrift 2: Gründe",
        "Comparison of the two captions",
        "Bildunterschrift 1: scores",
        "Bildunterschrift 2: scores",
    ]
    score = questions(shown, SHOWN[rubric.name])[-1]
    assert (score.label, score.low_label, score.high_label) == (
        "Gesamteindruck",
        "am schlechtesten",
        "best",
    )
    assert shown.stimulus[1].highlights_title == "Hervorgehobenes"


@pytest.mark.parametrize(
    ("wanted", "found"),
    [("de", "de"), ("de-at", "de"), ("DE", "de"), ("fr", "en"), ("", "en"), (None, "en")],
)
def test_the_nearest_language_is_taken_and_else_the_rubrics_own(wanted, found):
    assert in_language(german(), wanted).language == found


def test_a_region_is_told_from_another():
    rubric = load_rubric(
        PAIR + "translations:\n  pt-BR: {title: Duas legendas}\n  pt: {title: Legendas}\n"
    )
    assert [in_language(rubric, one).title for one in ("pt-br", "pt", "pt-pt")] == [
        "Duas legendas",
        "Legendas",
        "Duas legendas",
    ]


@pytest.mark.parametrize("code", ["de", "es"])
@pytest.mark.parametrize("name", library_names())
def test_the_library_translates_every_rubric_whole(name, code):
    rubric = library_rubric(name)
    found = {one.language: one for one in coverage(rubric)}[code]
    assert (found.translated, list(found.missing)) == (len(shown_texts(rubric)), [])
    spoken = shown_texts(in_language(rubric, code))
    same = {place for place, text in shown_texts(rubric).items() if text == spoken[place]}
    words_alike = {("es", "No")}
    assert {(code, spoken[place]) for place in same} <= words_alike


@pytest.mark.parametrize("name", library_names())
def test_every_word_on_the_page_has_a_place(name):
    """All texts can be translated, except numbers and the item's own texts."""
    rubric = library_rubric(name)
    upper = {}
    for place, text in shown_texts(rubric).items():
        at = upper
        for step in place[:-1]:
            at = at.setdefault(step, {})
        at[place[-1]] = f"‹{text}›"
    source = untranslated(name)
    shown = in_language(load_rubric(source + "\ntranslations:\n  de: " + json.dumps(upper)), "de")
    found = [shown.title, shown.summary, shown.instructions]
    found += [note.text for note in (*shown.notes, *shown.reminders) if is_for(note, "page")]
    found += [
        text for one in shown.examples for text in (one.picture_alt, one.text, one.reason) if text
    ]
    found += [block.title for block in shown.stimulus if block.title]
    for panel in panels(shown, SHOWN[name]):
        found += [text for text in (panel.title, panel.section.help) if text]
        for question in panel.questions:
            found += [
                text for text in (question.help, "" if question.entry else question.label) if text
            ]
            found += (
                [one.text for one in question.options]
                if isinstance(question, ChoiceQuestion)
                else []
            )
            found += getattr(question, "anchors", {}).values()
    assert [text for text in found if "‹" not in text] == []


@pytest.mark.parametrize("name", library_names())
def test_keys_values_and_levels_are_the_same_in_every_language(name):
    rubric, shown = library_rubric(name), SHOWN[name]
    for code in ("de", "es"):
        other = in_language(rubric, code)
        assert other.sha256 == rubric.sha256
        assert [one.key for one in questions(other, shown)] == [
            one.key for one in questions(rubric, shown)
        ]
        best = {one.key: top_of(one) for one in scored(rubric, shown)}
        assert (
            check_answers(questions(other, shown), best).values
            == check_answers(questions(rubric, shown), best).values
        )
        assert [(one.key, one.level, one.best) for one in rubric_columns(other)] == [
            (one.key, one.level, one.best) for one in rubric_columns(rubric)
        ]


@pytest.mark.parametrize("name", library_names())
def test_prompt_reader_columns_and_hash_of_a_judge_know_no_translation(name):
    """A rubric with translations has the same prompt, parser and columns as one without."""
    from django.utils.translation import override

    rubric = library_rubric(name)
    bare = load_rubric(untranslated(name))
    shown = SHOWN[name]
    best = {one.key: top_of(one) for one in scored(rubric, shown)}
    best |= {entry.score.key: 1 for entry in entries_of(name)} | marked(name)
    with override("de"):
        assert prompt_text(render_prompt(rubric, shown)) == prompt_text(render_prompt(bare, shown))
        assert rubric_columns(rubric) == rubric_columns(bare)
        reply = rubric.reply.write(rubric, shown, best)
        assert reply == bare.reply.write(bare, shown, best)
        assert rubric.reply.read(rubric, shown, reply) == bare.reply.read(bare, shown, reply)
    assert rubric.sha256 != bare.sha256


def test_a_guard_names_the_outputs_in_the_annotators_language():
    rubric, shown = in_language(german(), "de"), SHOWN["contextual-caption-pair"]
    scores = {
        f"{letter}.{key}": 5 for key in ("context", "highlight", "consistency") for letter in "a"
    }
    scores |= {f"b.{key}": 1 for key in ("context", "highlight", "consistency")}
    (concern,) = find_concerns(rubric, shown, scores | {"a.overall": 1, "b.overall": 5})
    assert concern.message.startswith("All your scores are better for Bildunterschrift 2,")


def test_only_translations_changed_leaves_every_answer_comparable():
    found = rubric_difference(german(), german(("Zwei Bild", "Beide Bild")))
    assert {one.verdict for one in found.answers} == {"same"}
    assert (found.only_translated, list(found.around)) == (True, [])
    assert [(one.where, one.old, one.new) for one in found.translated] == [
        ("translations.de.title", "Zwei Bildunterschriften", "Beide Bildunterschriften")
    ]
    assert german().sha256 != german(("Zwei Bild", "Beide Bild")).sha256
    assert not rubric_difference(german(), german()).only_translated


def test_check_rubric_prints_coverage_and_names_what_is_missing(tmp_path):
    file = tmp_path / "mine.yaml"
    file.write_text(PAIR + WORDS, encoding="utf-8")
    out = io.StringIO()
    call_command("check_rubric", str(file), stdout=out)
    lines = out.getvalue().splitlines()
    start = lines.index("de (Deutsch): 7 of 30 texts")
    assert lines[start + 1 : start + 4] == [
        "  not translated, shown in English: summary",
        "  not translated, shown in English: instructions",
        "  not translated, shown in English: notes.1",
    ]
    assert len(lines) == start + 1 + 23


def test_two_blocks_of_one_field_have_places_of_their_own():
    source = untranslated("instruction-following-pair")
    block = "  - block: text\n    field: instruction\n    title: Instruction\n"
    words = (
        "\ntranslations:\n  de: {stimulus: {instruction: {title: A}, instruction-2: {title: B}}}\n"
    )
    rubric = load_rubric(source.replace(block, block * 2) + words)
    assert [one.title for one in in_language(rubric, "de").stimulus] == ["A", "B", "Answer"]


def test_languages_by_code():
    assert [is_known(code) for code in ("de", "pt-BR", "yo", "ckb", "xx", "deu", "german")] == [
        True
    ] * 4 + [False] * 3
    assert [own_name(code) for code in ("de", "pt-BR", "es-XX", "yo")] == [
        "Deutsch",
        "Português Brasileiro",
        "Español",
        "yo",
    ]
    assert [direction(code) for code in ("ar", "ar-EG", "he", "de", "en")] == [
        "rtl",
        "rtl",
        "rtl",
        "ltr",
        "ltr",
    ]


SMALL = """
name: small
title: Small
summary: Look.
instructions: Look.
stimulus: [{block: outputs}]
criteria: [{key: overall, title: Overall, level: ordinal, best: highest}]
sections:
  - {key: scores, kind: scale, title: Scores, criteria: [overall], low: 1, high: 3, anchors: {1: Bad}}
reply: {format: section-lines}
translations: """
LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
KEYS = st.sampled_from(
    ["title", "sections", "scores", "1", "anchors", "criteria", "overall", "x", "key", "stimulus"]
)
TREES = st.recursive(LEAVES, lambda inner: st.dictionaries(KEYS, inner, max_size=3), max_leaves=8)


@settings(deadline=None)  # a busy machine is no failure
@given(st.dictionaries(st.sampled_from(["de", "en", "xx", ""]), TREES, max_size=2))
def test_whatever_stands_there_loads_or_is_refused_at_its_place(trees):
    try:
        rubric, problems = load_rubric(SMALL + json.dumps(trees)), []
    except DocumentError as error:
        rubric, problems = None, error.problems
    assert [
        one for one in problems if not one.path.startswith("translations") or not one.line
    ] == []
    if rubric is not None:
        assert rubric.languages == ("en", *trees)
        assert [in_language(rubric, one).language for one in trees] == list(trees)
