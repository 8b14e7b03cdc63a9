"""Tests of consent pages and questionnaires, which are written in the rubric language."""

import pytest
from django.conf import settings

from core.errors import DocumentError
from surveys.languages.translations import coverage
from surveys.questionnaires.loading import example_source, load_questionnaire, stored_questionnaire
from surveys.questionnaires.spec import PageKind

SHORT = """page: {page}
name: mine
title: Mine
instructions: Some text.
sections:
  - {section}
"""
CHOICE = "{key: a, kind: choice, title: A?, options: [{value: 1, text: x}, {value: 2, text: y}]}"


def problems(text):
    with pytest.raises(DocumentError) as refusal:
        load_questionnaire(text)
    return [str(problem) for problem in refusal.value.problems]


@pytest.mark.parametrize("page", PageKind)
def test_every_example_can_be_used_as_it_stands(page):
    source = example_source(page)
    questionnaire = load_questionnaire(source)
    assert questionnaire.page == page
    assert stored_questionnaire(questionnaire.sha256, source).sha256 == questionnaire.sha256


@pytest.mark.parametrize("page", PageKind)
def test_every_example_speaks_all_languages_of_the_site(page):
    rubric = load_questionnaire(example_source(page)).rubric
    not_shown = ["summary", "outputs.name"]
    missing = {each.language: each.missing for each in coverage(rubric)}
    assert missing == {code: not_shown for code, _name in settings.LANGUAGES if code != "en"}


def test_only_what_is_said_counts_for_the_hash():
    source = SHORT.format(page="about", section=CHOICE)
    one = load_questionnaire(source)
    assert load_questionnaire("# A comment\n" + source).sha256 == one.sha256
    assert load_questionnaire(source.replace("Some text", "Another")).sha256 != one.sha256


def test_questions_about_the_person_and_in_the_end_may_be_left_out():
    required = {
        page: [
            question.required for question in load_questionnaire(example_source(page)).questions()
        ]
        for page in PageKind
    }
    assert required == {
        "consent": [],
        "about": [False] * 3,
        "comprehension": [True] * 2,
        "closing": [False] * 3,
    }
    insisting = CHOICE.replace("key: a", "key: a, required: true")
    asked = load_questionnaire(SHORT.format(page="about", section=insisting)).questions()
    assert [question.required for question in asked] == [True]


def test_accepted_answers_are_compared_as_they_are_meant():
    text = SHORT.format(page="comprehension", section="{key: a, kind: text, title: A?}")
    page = load_questionnaire(text + "accepted: {a: [Blue moth, moth]}\n")
    given = ["  blue  MOTH", "moth", "moths"]
    assert [len(page.wrong({"a": answer})) for answer in given] == [0, 0, 1]
    assert [question.key for question in page.wrong({})] == ["a"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "page: concent\nname: mine\ntitle: T\ninstructions: I",
            "line 1 page: Input should be 'consent', 'about', 'comprehension' or 'closing'.",
        ),
        (
            "page: consent\nname: mine\ntitle: T\ninstructions: I\nstimulus: []",
            (
                "line 5 stimulus: this key is not allowed here. Use one of page, accepted, tries, name, "
                "title, instructions, language, translations, sections."
            ),
        ),
        (
            "page: about\nname: mine\ntitle: T\ninstructions: I",
            "line 1 sections: a required key is missing. Add the key.",
        ),
        (
            SHORT.format(page="about", section="{key: a, kind: choise, title: A?}"),
            "line 6 sections.0.kind: `choise` is not a known kind. Did you mean `choice`?",
        ),
        (
            SHORT.format(page="about", section="{key: a, kind: text, title: A?, per_output: true}"),
            (
                "line 6 sections.0: this page shows no item and no output to ask about. Use the kind "
                "`choice`, `scale` or `text`, without `per_output` and `criteria`."
            ),
        ),
        (
            SHORT.format(page="about", section=CHOICE) + "accepted: {a: 1}",
            (
                "line 7 accepted: only a comprehension check has right answers. Remove `accepted`, or set "
                "`page: comprehension`."
            ),
        ),
        (
            SHORT.format(page="comprehension", section=CHOICE),
            "line 6 sections.0: `a` has no right answer. Add one to `accepted`.",
        ),
        (
            SHORT.format(page="comprehension", section=CHOICE) + "accepted: {a: 3}",
            (
                "line 7 accepted.a: 3 is not one of the answers 1, 2. Use an answer that this "
                "question allows."
            ),
        ),
        (
            SHORT.format(page="about", section=CHOICE) + "translations: {de: {titel: Ich}}",
            (
                "line 7 translations.de.titel: the rubric has no text with this key. Use one of "
                "['title', 'summary', 'instructions', 'outputs', 'sections'], or remove the key."
            ),
        ),
    ],
)
def test_a_mistake_is_told_with_its_place_and_remedy(text, told):
    assert problems(text) == [told]


@pytest.mark.parametrize(
    "section",
    [
        "{key: a, kind: preference, title: A?}",
        "{key: a, kind: ranking, title: A?}",
        "{key: a, kind: checklist, title: A?, entries: list, steps: [{key: s, question: S?}]}",
        "{key: a, kind: number, title: A?, low: 0, high: 9, decimals: 1}",
    ],
)
def test_kinds_that_need_an_item_or_decimals_are_refused(section):
    text = SHORT.format(page="about", section=section)
    assert {problem.split()[2].rstrip(":").split(".")[0] for problem in problems(text)} == {
        "sections"
    }
