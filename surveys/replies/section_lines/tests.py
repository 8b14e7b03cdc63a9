"""Tests of reading replies in the format `section-lines`: lines, headings with an answer below,
tables, and JSON with the same labels."""

import json

import pytest

from surveys.loading import library_rubric
from surveys.prompts import prompt_text, render_prompt
from tests.surveys.replies.perfect import (
    SECTION_SCORES,
    SECTION_TITLES,
    SECTIONS,
    outcome,
    read,
    separate,
)
from tests.surveys.shown import SHOWN

NAME = "image-paragraph"
NUMBERED = list(enumerate(zip(SECTION_TITLES, SECTION_SCORES.values(), strict=True), 1))
AS_JSON = json.dumps({f"Section {n}": value for n, (_title, value) in NUMBERED})
RECORDS = json.dumps(
    [{"section": n, "answer": value, "reason": "r"} for n, (_title, value) in NUMBERED]
)


def lines(pattern: str) -> str:
    """Return a line per section. `pattern` has the number {n}, the title {t} and the score {v}."""
    return "\n".join(pattern.format(n=n, t=title, v=value) for n, (title, value) in NUMBERED)


def third(written: str) -> str:
    return SECTIONS.replace("Section 3: 1", written)


@pytest.mark.parametrize(
    "raw",
    [
        *map(
            lines,
            separate("""
                Section {n}:{v} ¦ Section {n} {v} ¦ Section{n}: {v} ¦ Section #{n} = {v}
                SECTION {n} -> {v} ¦ - Section {n}: Option {v} ¦ 1. Section {n}: {v}
                > Section {n}: {v} ¦ | Section {n} | {t} | {v} | ¦ | {n} | {t} | {v} |
                | Section {n} | {v} | the words: 3 of 4 | ¦ {t} ({v}) ¦ {t} = {v} ¦ {n}: {v}
                {n}) {v} ¦ {n}. {t}: {v} ¦ {n}. {t} - {v} ¦ Section {n} (1-3): {v}
                Section {n}: {v} (1-3) ({t})
                Section {n} ({t}): {v} - it shows 3 dogs: Scene Coverage ¦ "Section {n}": {v},
                Section {n}: {v}<br> ¦ Section {n}: {v} because 2 of 3 are wrong
                Section {n} score: {v} ¦ Section {n}: <{v}> ¦ Section {n}: [{v}]
                ✅ **Section {n}:** {v} ¦ + Section {n}: ⭐ {v} ¦ ○ Section {n}∶ {v}
                <td>Section {n}</td><td>{v}</td></tr>
            """),
        ),
        *map(
            lines,
            [
                "Section {n} \u2013 {v}",
                "**Section {n}:** {t} \u2013 **{v}**",
                "### Section {n}: {t}\n{v}",
                "Section {n}: {t}\n{v}. The text is so and so.",
                "Section {n} ({t}):\n\nAnswer: {v}",
                "Section {n}: {t}\n1. a b\n2. c d\n3. e f\nAnswer: {v}",
                "## {t}\n**Score:** {v}",
                "Section {n}\n**{v}**",
                "Section {n}\ufe0f\u20e3: {v}",
                "Section {n}: $\\boxed{{{v}}}$",
                "Section {n}: \\({v}\\)",
                "\u202bSection {n}: {v}\u202c",
                "Section {n}: {t}\nSelected option: {v}",
            ],
        ),
        *(SECTIONS.replace("\n", end) for end in ("\r", "\x85", "\u2029")),
        *(
            opened + SECTIONS.replace("1", "3") + closed + SECTIONS
            for opened, closed in (
                ("[THINK]", "[/THINK]"),
                ("◁think▷", "◁/think▷"),
                ("<seed:think>", "</seed:think>"),
                ("&lt;think&gt;", "&lt;/think&gt;"),
                ("<|begin_of_thought|>", "<|end_of_thought|><|begin_of_solution|>"),
                ("<|START_THINKING|>", "<|END_THINKING|>"),
                ("analysisWe think: ", "assistantfinal"),
            )
        ),
        "<answer>" + SECTIONS + "</answer>",
        third("Section 3: The words are exact."),
        '{"answers": ' + AS_JSON + ', "feedback": "Hard."}',
        json.dumps([{"Section": n, "Answer": value} for n, (_title, value) in NUMBERED]),
        AS_JSON.replace("Section 3", "choiceOfWords"),
        "| Section | Answer |\n|---|---|\n" + lines("| Section {n} | {v} |"),
        SECTIONS.replace("\n", ", "),
        SECTIONS.replace("\n", "; "),
        SECTIONS.replace("\n", " "),
        SECTIONS.replace("\n", "<br>"),
        SECTIONS.replace("\n", "\n\n"),
        lines("{t}: {v}").replace("\n", ", "),
        "<think>\n" + SECTIONS.replace("1", "3") + "\n</think>\n" + SECTIONS,
        SECTIONS.replace("1", "3") + "</think>" + SECTIONS,
        SECTIONS + "\nFeedback: None",
        SECTIONS + "\n**Feedback (optional):** Hard.\n\nSection 3: 1, Section 9: {'a': 1",
        SECTIONS + "\nSection 6: Feedback\nHard to say.",
        "Feedback: I cannot see a dog; 'service unavailable', it says.\n" + SECTIONS,
        "```json\n" + AS_JSON + "\n```",
        AS_JSON.replace("}", ",\n}"),
        json.dumps({"answers": json.loads(AS_JSON), "Feedback": "Hard."}["answers"]),
        json.dumps(
            {f"{n}. {title}": {"score": value, "why": "x"} for n, (title, value) in NUMBERED}
        ),
        json.dumps({title: f"{value} (1-3)" for _n, (title, value) in NUMBERED}),
        json.dumps(SECTION_SCORES | {"feedback": "Hard."}),
        SECTIONS.upper(),
        json.dumps({n: value for n, (_title, value) in NUMBERED}),
        RECORDS,
        '{"sections": ' + RECORDS + "}",
    ],
)
def test_variants_are_read_quietly(raw):
    assert outcome(NAME, raw) == (SECTION_SCORES, [])


@pytest.mark.parametrize(
    ("raw", "warnings"),
    [
        ("Here are my answers.\n" + SECTIONS, ["extra_text"]),
        ("Section 1 was hard to judge.\n" + SECTIONS, ["extra_text"]),
        (SECTIONS + "\n\nOverall a fine text.", ["extra_text"]),
        (third("Section 3: 1\nThe words are exact."), ["extra_text"]),
        (lines("Section {n}: {t}\nThe text is fine.\nAnswer: {v}"), ["extra_text"]),
        (SECTIONS + "\nFeedback: <optional; one paragraph>", ["extra_text"]),
        ("Sure:\n```json\n" + AS_JSON + "\n```", ["extra_text"]),
        (AS_JSON + "\nHope this helps.", ["extra_text"]),
        ("\n".join(reversed(SECTIONS.split("\n"))), ["section_order"]),
        (SECTIONS + "\nSection 5: 2", ["duplicate_block"]),
        (SECTIONS + "\n" + SECTIONS, ["duplicate_block", "section_order"]),
        (AS_JSON.replace('"', "'"), ["json_repaired"]),
        (AS_JSON.replace("{", "{ /* mine */ "), ["json_repaired"]),
        (AS_JSON.replace("1, ", "1 ", 1), ["json_repaired"]),
        (SECTIONS + "\nFeedback: the sentencesâ€™ order", ["encoding_repaired"]),
        (SECTIONS + "\nFeedback: " + "x" * 5000, ["text_shortened"]),
    ],
)
def test_oddities_are_read_with_a_warning(raw, warnings):
    assert outcome(NAME, raw) == (SECTION_SCORES, warnings)


@pytest.mark.parametrize(
    ("raw", "code", "where"),
    [
        (
            lines("## {t}\nScore: {v}").replace("Score: 3", "Score: 2\nFinal score: 3"),
            "ambiguous_score",
            "Section 4",
        ),
        (lines("## {t}\n{v}").replace("\n3\n", "\n2\n3\n"), "ambiguous_score", "Section 4"),
        (AS_JSON + "\nSection 3: 2", "ambiguous_score", "Section 3"),
        ("analysisWe think: " + SECTIONS, "truncated", "think"),
        ("1, 2, 1, 3, 2", "missing_section", "Section 1"),
        ("1\n2\n1\n3\n2", "missing_section", "Section 1"),
        ("[1, 2, 1, 3, 2]", "missing_section", "Section 1"),
        (lines("{v} - {t}"), "missing_section", "Section 1"),
        (lines("Section {n}: {t}"), "missing_section", "Section 1"),
        (lines("Section {n}: {t}\n1. a b\n2. c d\n3. e f"), "missing_section", "Section 1"),
        (third("Section 3:"), "missing_section", "Section 3"),
        (third("Section 2 & 3: 1"), "missing_section", "Section 3"),
        ("I'm sorry, this was hard.\n" + third(""), "missing_section", "Section 3"),
        (AS_JSON.replace(', "Section 5": 2', ""), "missing_section", "Section 5"),
        (lines("Section {n}: {v}/3 ({t})"), "scale_mismatch", "Section 1"),
        (SECTIONS + "\nFeedback: Hard.\nSection 3: 3", "ambiguous_score", SECTION_TITLES[2]),
        (SECTIONS + "\nSection 6: 1", "unknown_key", "Section 6"),
        (SECTIONS + "\nSection 0: 1", "unknown_key", "Section 0"),
        (AS_JSON.replace("}", ', "extent": 9}'), "unknown_key", "extent"),
        (third("Section 3: Scene Coverage: 1"), "label_mismatch", "Section 3"),
        (third("Section 3: Coverage - 1"), "label_mismatch", "Section 3"),
        (third("3. Scene Coverage: 2"), "label_mismatch", "Section 3"),
        (third("Section 3 Scene Coverage: 2"), "label_mismatch", "Section 3"),
        (third("Scene Coverage: 1"), "ambiguous_score", "Section 5"),
        (SECTIONS + "\n" + third("Section 3: 2"), "ambiguous_score", "Section 3"),
        (third("| Section 3 | 1 | 2 |"), "ambiguous_score", "Section 3"),
        (third("Section 3 -1"), "out_of_range", "Section 3"),
        (third("Section 3: A"), "not_a_number", "Section 3"),
        (third("Section 3: good"), "not_a_number", "Section 3"),
        (AS_JSON.replace("3}", "null}").replace('3": 1', '3": null'), "not_a_number", "Section 3"),
        (AS_JSON.replace('3": 1', '3": true'), "not_a_number", "Section 3"),
        (AS_JSON.replace('3": 1', '3": 1.5'), "not_integer", "Section 3"),
        (AS_JSON.replace("}", ', "Section 1": 3}'), "duplicate_key", "Section 1"),
        (
            AS_JSON.replace("Section 3", "Section 3 (Text Coherence)"),
            "label_mismatch",
            "Section 3 (Text Coherence)",
        ),
        (SECTIONS[:-1], "truncated", "Section 5"),
        (SECTIONS[:-3], "truncated", "Section 5"),
        (SECTIONS[:-8], "truncated", "Section 5"),
        ('{"Section 1": 1, "Section 2": {"answer": 2}', "truncated", "character 43"),
        ('{"Section 1": 1 "Section 2": 2}', "invalid_json", "character 16"),
        (AS_JSON[:-1], "truncated", f"character {len(AS_JSON) - 1}"),
        (AS_JSON.replace('"', "'")[:-4], "truncated", f"character {len(AS_JSON) - 4}"),
        ("<think>\n" + SECTIONS, "truncated", "think"),
    ],
)
def test_what_cannot_be_read_is_refused(raw, code, where):
    assert outcome(NAME, raw) == (code, where)


def test_the_prompt_sent_back_is_no_answer_and_hides_none():
    prompt = prompt_text(render_prompt(library_rubric(NAME), SHOWN[NAME]))
    assert outcome(NAME, prompt) == ("missing_section", "Section 1")
    assert outcome(NAME, prompt + "\n\n" + SECTIONS) == (SECTION_SCORES, ["extra_text"])


@pytest.mark.parametrize(
    ("raw", "feedback"),
    [
        (SECTIONS + "\nFeedback: Hard.\n\nSection 9: is none.", "Hard.\n\nSection 9: is none."),
        (SECTIONS + "\n**Feedback:**\nHard.", "Hard."),
        ("Feedback: Hard.\n" + SECTIONS, "Hard."),
        (AS_JSON.replace("}", ', "Feedback": "Hard."}'), "Hard."),
        (SECTIONS + "\nAdditional feedback (optional): Hard.", "Hard."),
    ],
)
def test_feedback_is_kept(raw, feedback):
    assert read(NAME, raw).values["feedback"] == feedback


ASKED = "Section 1: Which answer follows the instruction better?\n"


@pytest.mark.parametrize(
    ("raw", "preferred"),
    [
        ("Section 1: No difference", 0),
        ("Section 1: Answer 2", 1),
        ("Section 1: Answer 2 is clearly better.", 1),
        (ASKED + "Answer 2", 1),
        (ASKED + "Answer 1 ignores the form.\nAnswer 2 names three rivers.\nFinal choice: 2", 1),
        (ASKED + "Answer 1: It is wordy.\nAnswer 2: It is right.\nAnswer: 2", 1),
        (
            ASKED + "### Answer 1\nIt is wordy.\n### Answer 2\nIt is right.\nAnswer: 2",
            "ambiguous_score",
        ),
        (ASKED + "Answer 1 is wordy.", "missing_section"),
        ("Section 1: Answer 1 is worse than Answer 2", "ambiguous_score"),
        ("Section 1: Answer 1 ignores it, Answer 2 does not", "ambiguous_score"),
        ("Section 1: 1\nFinal answer: 2", "ambiguous_score"),
    ],
)
def test_a_preference_is_chosen_and_not_spoken_of(raw, preferred):
    """In this test, answer 1 prefers output b and is stored as 2."""
    result = outcome("instruction-following-pair", raw)[0]
    assert result == (preferred if isinstance(preferred, str) else {"preference": preferred})
