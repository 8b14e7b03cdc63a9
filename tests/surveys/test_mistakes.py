"""Tests of the messages about mistakes in a rubric file: plain words, the line, and the remedy."""

import pytest

from core.errors import DocumentError
from surveys.loading import load_rubric, stored_rubric

RUBRIC = """\
name: post-toxicity
title: How toxic is a reply?
summary: Read a reply.
instructions: Read it.
stimulus:
  - {block: text, field: post, title: Post}
  - {block: list, field: points, title: Points}
  - {block: outputs, title: Reply}
criteria:
  - {key: toxicity, title: Toxicity, level: ordinal, best: lowest}
  - {key: severity, title: Severity, level: ordinal, best: lowest}
sections:
  - key: toxic
    kind: choice
    title: How toxic is it?
    criteria: [toxicity]
    options:
      - {value: 0, text: Not at all}
      - {value: 1, text: Very}
  - key: severe
    kind: scale
    title: How severe is it?
    criteria: [severity]
    low: 1
    high: 5
  - {key: note, kind: text, title: Note}
reply: {format: section-lines}
"""
QUOTES = "Put a text in quotes if it contains { } [ ] ? : # or a comma, or begins with a punctuation mark."
STEPS = "steps: [{key: said, title: Said}]"


def checklist(more: str) -> tuple[str, str]:
    return "reply:", f"  - {{key: c, kind: checklist, title: C, entries: points, {more}}}\nreply:"


def told(old: str, new: str) -> str:
    assert old in RUBRIC
    with pytest.raises(DocumentError) as error:
        load_rubric(RUBRIC.replace(old, new, 1), document="mine.yaml")
    return str(error.value).replace("mine.yaml: ", "")


def test_the_rubric_itself_is_in_order():
    assert load_rubric(RUBRIC).name == "post-toxicity"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (RUBRIC, "# nothing\n", "the file is empty. Start from a rubric in the library."),
        (
            RUBRIC,
            "- a\n",
            "line 1: a rubric's keys are expected, such as `name:` and `title:`. Start from a rubric in the library.",
        ),
        (
            "  - {block: text",
            "\t- {block: text",
            "line 6: a tab was found, but YAML accepts only spaces here. Indent with spaces.",
        ),
        (
            "title: Post",
            'title: "Post',
            "line 6: the quotation mark or bracket that opens here is never closed. Add the closing quotation mark or bracket.",
        ),
        (
            "title: How toxic is it?",
            "title: {output} toxic?",
            f"line 15: this line does not fit the lines above it. Align the line with the lines above. {QUOTES}",
        ),
        (
            "title: How severe",
            "title: How: severe",
            f"line 22: this line has a second “:”, or its indentation is wrong. {QUOTES}",
        ),
        (
            "title: Note}",
            'title: "Note"x}',
            f"line 26: the text in brackets ends too early. {QUOTES}",
        ),
        (
            "title: Note}",
            "title: !x y}",
            f"line 26: a tag (`!…`) is not allowed. Remove the tag. {QUOTES}",
        ),
        (
            "reply:",
            "? [a]\n: 1\nreply:",
            "line 27: a key cannot be a list or contain other keys. Correct the YAML on this line.",
        ),
        ("Read a reply.", "Read\x01", "line 3: contains a control character. Remove it."),
        (
            RUBRIC,
            "a: " + "[" * 5000,
            "line 1: lists and keys are nested more than 40 levels deep. Use fewer levels.",
        ),
        (
            RUBRIC,
            RUBRIC + "---\na: 1\n",
            "line 28: a second document begins here. Remove the line `---` and everything after it.",
        ),
    ],
)
def test_yaml_that_cannot_be_read(old, new, said):
    assert told(old, new) == said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "kind: choice",
            "kind: choise",
            "line 14 sections.0.kind: `choise` is not a known kind. Did you mean `choice`?",
        ),
        (
            "    kind: choice\n",
            "",
            (
                "line 13 sections.0: `kind` is missing, so the kind of this part is unknown. "
                "Add `kind:` with one of checklist, choice, first-failure, multi-select, number, preference, ranking, scale, spans, text, turns."
            ),
        ),
        (
            "section-lines",
            "json",
            (
                "line 27 reply.format: `json` is not a known format. "
                "Use one of bracketed, entry-json, marks, section-lines, spans-json, tag."
            ),
        ),
        (
            "    high: 5\n",
            "    high: 5\n    middle: 3\n",
            (
                "line 26 sections.1.middle: this key is not allowed here. Remove the key, or use one of "
                "anchors, cannot_judge, criteria, for, help, high, high_label, key, kind, low, low_label, "
                "options_run, page, per_output, required, show_if, title."
            ),
        ),
        (
            "title: How toxic is it?",
            "title: yes",
            "line 15 sections.0.title: a text is expected here. Put the text in quotes. Without quotes, YAML reads it as another type.",
        ),
        (
            "title: How toxic is it?",
            "title:",
            "line 15 sections.0.title: this key has no value. Write a text, or remove the key.",
        ),
        (
            "criteria: [toxicity]",
            "criteria: toxicity",
            (
                "line 16 sections.0.criteria: a list is expected here. "
                "Write each entry on its own line after `- `, or all entries between [ and ]."
            ),
        ),
        (
            "key: note",
            "key: My-note",
            (
                "line 26 sections.2.key: `My-note` is not allowed here. "
                "Use at most 40 lower-case letters, digits and _, and begin with a letter."
            ),
        ),
        (
            "      - {value: 1, text: Very}\n",
            "",
            "line 17 sections.0.options: 1 entries are too few; at least 2 are needed.",
        ),
        ("low: 1", "low: one", "line 24 sections.1.low: a whole number is expected here."),
    ],
)
def test_values_that_do_not_fit(old, new, said):
    assert told(old, new) == said


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "value: 1",
            "value: 0",
            "line 19 sections.0.options.1.value: `0` is declared twice. Change or remove one of them.",
        ),
        (
            "[toxicity]",
            "[toxicity, toxicity]",
            "line 16 sections.0.criteria.1: `toxicity` is declared twice. Change or remove one of them.",
        ),
        (
            "high: 5",
            "high: 9999999999",
            "line 25 sections.1.high: 9999999999 is outside the range of possible answers. Use a number from -999999999 to 999999999.",
        ),
        (
            "kind: text,",
            "kind: text, min_length: 9, max_length: 5,",
            (
                "line 26 sections.2.min_length: 9 is greater than `max_length` (5). "
                "Decrease `min_length`, or increase `max_length`."
            ),
        ),
        (
            "block: list, field: points",
            "block: list, field: post",
            "line 7 stimulus.1: the field `post` is read as list here and as text elsewhere. Use two different fields.",
        ),
        (
            "title: How toxic is it?",
            'title: "{caption}: toxic?"',
            (
                "line 15 sections.0.title: `{caption}` is not a placeholder here, so annotators would see it unchanged. "
                "Remove it. Only `{output}` in a title is replaced."
            ),
        ),
        (
            *checklist("criteria: [toxicity, severity], " + STEPS),
            (
                "line 27 sections.3.criteria: a checklist can measure only one criterion. "
                "Keep one criterion, and write another checklist for each of the others."
            ),
        ),
        (
            *checklist("gated: false, total: sum, " + STEPS),
            (
                "line 27 sections.3.total: without `gated: true`, entries have no scores to add up. "
                "Remove `total`, or set `gated: true`."
            ),
        ),
        (
            *checklist("total: note, " + STEPS),
            (
                "line 27 sections.3: asks for `note`, but section `note` already asks for it. "
                "Use other criteria or another key."
            ),
        ),
        (
            *checklist("reasons: optional, " + STEPS.replace("said", "reason")),
            "line 27 sections.3.steps: the key `reason` is reserved for the entries' reasons. Rename the step.",
        ),
        (
            "{format: section-lines}",
            "{format: marks, reasons: note, marks: {toxicity: α, severity: α}}",
            "line 27 reply.marks: a mark stands inside another or is used twice. Give each its own.",
        ),
        (
            "{format: section-lines}",
            "{format: marks, reasons: note, marks: {toxicity: t1, severity: β}}",
            "line 27 reply.marks: a mark holds a digit, as scores do. Use letters or signs.",
        ),
        (
            "{format: section-lines}",
            "{format: bracketed, headers: {toxic: Score, severe: scores}}",
            (
                "line 27 reply.headers: “Score” heads more than one part of a reply. "
                "Give each section its own under `headers`; with `per_output`, one that holds {n}.\n"
                "line 27 reply.headers: “scores” heads more than one part of a reply. "
                "Give each section its own under `headers`; with `per_output`, one that holds {n}."
            ),
        ),
        (
            "{format: section-lines}",
            "{format: bracketed, headers: {toxic: '[Score]'}}",
            (
                "line 27 reply.headers: “[Score]” cannot be a header. "
                "Use up to 60 characters, some of them letters, without [ ] or line ends."
            ),
        ),
    ],
)
def test_parts_that_contradict_each_other(old, new, said):
    assert told(old, new) == said


def test_marks_need_criteria_and_one_output():
    bare = RUBRIC.replace("    criteria: [severity]\n", "").replace(
        "{format: section-lines}", "{format: marks, reasons: note, marks: {toxicity: α}}"
    )
    with pytest.raises(DocumentError) as error:
        load_rubric(bare)
    assert [one.what for one in error.value.problems] == [
        "marks go by criteria, and a scored section names none."
    ]
    pair = RUBRIC.replace("stimulus:", "outputs: {per_page: 2}\nstimulus:").replace(
        "kind: scale", "kind: scale\n    per_output: true"
    )
    with pytest.raises(DocumentError) as error:
        load_rubric(
            pair.replace(
                "{format: section-lines}",
                "{format: marks, reasons: note, marks: {toxicity: α, severity: β}}",
            )
        )
    assert [one.what for one in error.value.problems] == [
        "marks cannot tell the scores of two outputs apart."
    ]


def test_what_was_stored_before_a_rule_was_made_can_still_be_read():
    text = RUBRIC.replace("value: 1", "value: 0")
    assert stored_rubric(text, document="rubric version 1").sections[0].options[1].value == 0


def test_a_criterion_that_is_declared_nowhere_is_told_once_in_every_format():
    """A `bracketed` reply is also built from the criteria, which could cause a second error."""
    bracketed = "reply: {format: bracketed, headers: {toxic: Toxic}}"
    document = RUBRIC.replace("reply: {format: section-lines}", bracketed)
    with pytest.raises(DocumentError) as error:
        load_rubric(document.replace("criteria: [toxicity]", "criteria: [toxcity]"))
    assert [problem.path for problem in error.value.problems] == ["sections.0.criteria.0"]
