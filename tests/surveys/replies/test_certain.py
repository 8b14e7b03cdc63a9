"""Tests that only certain scores are read, for each rule of docs/replies.md in every format."""

import json

import pytest

from surveys.base import ShownOutput, Stimulus
from surveys.loading import load_rubric
from surveys.replies import ReplyError
from tests.surveys.replies.perfect import (
    ENTRY_SCORES,
    FIRST_SCORES,
    MARK_SCORES,
    MARKED,
    PAIR,
    PAIR_SCORES,
    POINTED,
    SECTION_SCORES,
    SECTION_TITLES,
    SECTIONS,
    TAG_SCORES,
    TAGGED,
    outcome,
    read,
    separate,
)

# Every format with a way to write one score of a perfect reply anew.
FORMATS = {
    "image-paragraph": (lambda text: SECTIONS.replace("3: 1", f"3: {text}"), "Section 3"),
    "contextual-caption-pair": (
        lambda text: PAIR.replace("Context: 3", f"Context: {text}"),
        "ASSISTANT1-Score, Relevance with Context",
    ),
    "video-caption": (lambda text: MARKED.replace("α90α", f"α{text}α"), "Accuracy"),
    "comparative-summary": (lambda text: TAGGED.replace(">4<", f">{text}<"), "score"),
    "key-points": (
        lambda text: POINTED.replace('"key_point_2": 0', f'"key_point_2": "{text}"', 1),
        "key_points_scores, 2",
    ),
}
PERFECT = {
    "image-paragraph": (SECTIONS, SECTION_SCORES),
    "contextual-caption-pair": (PAIR, PAIR_SCORES),
    "video-caption": (MARKED, MARK_SCORES),
    "comparative-summary": (TAGGED, TAG_SCORES),
    "key-points": (POINTED, ENTRY_SCORES),
}
DANGEROUS = separate("""
    1 tower is visible, nothing contradicted, so 0 ¦ 1 option was considered; I choose 0
    1 (worst) to 5 (best): 4 ¦ 1 (mentioned) but 0 (wrong) ¦ 1 minus 1 for wordiness = 0 ¦ 1 plus 1
    1. Let me reconsider: 0 ¦ 1. Final answer 0 ¦ 1, rather 2 ¦ 1 - corrected: 2 objects
    1. Besser gesagt: 0 ¦ 1, en realidad 0 ¦ 1 (en fait 0)
""")


@pytest.mark.parametrize("written", DANGEROUS)
def test_a_number_that_may_be_no_score_is_refused_with_its_words(written):
    for name, (reply, where) in FORMATS.items():
        with pytest.raises(ReplyError) as refusal:
            read(name, reply(written))
        outcome_here = (name, refusal.value.code, refusal.value.where)
        assert outcome_here == (name, "ambiguous_score", where)
        assert f"“{written[:40]}" in str(refusal.value), name


@pytest.mark.parametrize("name", FORMATS)
def test_a_subtraction_is_refused(name):
    reply, where = FORMATS[name]
    assert outcome(name, reply("100 - 15 = 85")) == ("not_integer", where)


@pytest.mark.parametrize(
    "written",
    separate("""
        1 (it names 3 dogs) ¦ 1 (2 of the 7 details are missing) ¦ 1, as 3 people are named
        1 because caption 2 is shorter ¦ 1 - built in 1987 ¦ 1. Türme: 3 Türme fehlen
        1 (nombra 3 perros) ¦ 1, car il y a 3 fautes ¦ 1 (a solid 1)
    """),
)
def test_numbers_that_count_or_name_are_passed_over(written):
    for name, (reply, _where) in FORMATS.items():
        values, _warnings = outcome(name, reply(written))
        assert 1 in values.values(), name


CORRECTIONS = {
    "image-paragraph": separate("""
        Correction: Section 2 should be 3. ¦ Final answer: Text Coherence 3
        Feedback: On reflection, Section 2 deserves 3. ¦ Korrektur: Abschnitt 2 sollte 3 sein.
        I'd give Section 2 a 1. ¦ 3
    """),
    "contextual-caption-pair": [
        *separate("""
        Correction: Overall Quality of caption 2 should be 3. ¦ Final answer: Overall Quality 1
        Corrección: debería ser 3. ¦ 3
    """),
        "[Comparison-Reasoning]:\nActually the first deserves 5.",
    ],
    "video-caption": separate("""
        Final answer: accuracy 60 ¦ Correction: the Relevance score should be 60.
        Let me reconsider: 60 for Accuracy. ¦ En fait, Accuracy mérite 60. ¦ 60
    """),
    "comparative-summary": separate("""
        Final answer: informativeness 3 ¦ Correction: it should be 3. ¦ Wait, I would give 3.
        Mejor dicho, 3. ¦ 3
    """),
    "key-points": separate("""
        Correction: key_point_2 should be 1. ¦ Final answer: describe the coat 0
        Actually, mention the dog deserves 1. ¦ Besser gesagt: mention the dog 1 ¦ 1
    """),
}


@pytest.mark.parametrize(
    ("name", "correction"), [(name, text) for name in CORRECTIONS for text in CORRECTIONS[name]]
)
def test_a_score_that_is_taken_back_behind_it_is_refused_with_the_line(name, correction):
    with pytest.raises(ReplyError) as refusal:
        read(name, f"{PERFECT[name][0]}\n\n{correction}")
    assert refusal.value.code == "ambiguous_score"
    assert correction.split("\n")[-1].removeprefix("Feedback: ")[:30] in str(refusal.value)


def test_a_correction_in_a_reason_is_refused():
    raw = POINTED.replace('"missing"', '"on reflection it should be 1"')
    assert outcome("key-points", raw) == ("ambiguous_score", "score")


@pytest.mark.parametrize("name", PERFECT)
@pytest.mark.parametrize(
    "closing", ["The text names 3 dogs.", "Sentence 3 was hard to judge.", "I hope this helps."]
)
def test_other_words_behind_the_scores_take_nothing_back(name, closing):
    raw, scores = PERFECT[name]
    assert outcome(name, f"{raw}\n\n{closing}")[0] == scores


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("image-paragraph", text)
        for text in ("3/3", "3 out of 3", "2 stars", "3 of 3", "3/3 points")
    ],
)
def test_an_amount_is_refused_where_an_options_number_is_a_name(name, written):
    reply, where = FORMATS[name]
    assert outcome(name, reply(written)) == ("scale_mismatch", where)


REVERSED = """
name: reversed
title: Rate
summary: Rate it.
instructions: Rate it.
stimulus: [{block: outputs}]
criteria: [{key: errors, title: Errors, level: ordinal, best: lowest}]
sections:
  - {key: reasons, kind: text, title: Reasons}
  - {key: scores, kind: scale, title: Scores, criteria: [errors], low: 1, high: 3,
     low_label: no errors, high_label: full of errors}
reply: FORMAT
"""
ONE_SCORE = {
    "{format: section-lines}": "Section 1: {}",
    "{format: bracketed, headers: {scores: Scores}}": "[Scores]\n- Errors: {}",
    "{format: marks, reasons: reasons, marks: {errors: α}}": "Fine.\nThe Errors score is α{}α.",
    "{format: tag, explanation: reasons}": "Fine.\nScore- <score>{}</score>",
}


@pytest.mark.parametrize("reply_format", ONE_SCORE)
@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("3/3", "scale_mismatch"),
        ("3 out of 3", "scale_mismatch"),
        ("3 stars", "scale_mismatch"),
        ("1 (full of errors)", "label_mismatch"),
        ("3. No errors", "label_mismatch"),
        ("3 (33%)", "ambiguous_score"),
    ],
)
def test_a_reversed_scale_takes_no_amounts_and_no_other_words(reply_format, written, code):
    rubric = load_rubric(REVERSED.replace("FORMAT", reply_format))
    shown = Stimulus(outputs=[ShownOutput("a", 1, "x")])
    with pytest.raises(ReplyError) as refusal:
        rubric.reply.read(rubric, shown, ONE_SCORE[reply_format].format(written))
    assert refusal.value.code == code
    clear = ONE_SCORE[reply_format].format("3 (full of errors)")
    assert rubric.reply.read(rubric, shown, clear).values["errors"] == 3


@pytest.mark.parametrize("pattern", ["1. {}", "1 - {}", "1 ({})", "Option 1: {}", "1. “{}”"])
def test_the_words_of_another_option_contradict_the_number(pattern):
    third = "It does not hang together; the sentences have no link and the text is hard to follow."
    raw = SECTIONS.replace("Section 2: 2", f"Section 2: {pattern.format(third)}")
    assert outcome("image-paragraph", raw) == ("label_mismatch", "Section 2")
    records = [{"section": n, "answer": 1, "option": third} for n in range(1, 6)]
    assert outcome("image-paragraph", json.dumps(records)) == ("label_mismatch", "Section 2")


def test_the_words_of_another_level_contradict_the_number():
    raw = TAGGED.replace("4<", "1. Mostly informative: most of the important aspects are covered.<")
    assert outcome("comparative-summary", raw) == ("label_mismatch", "score")


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("comparative-summary", "<score>5</score> is the best.\n" + TAGGED),
        ("comparative-summary", "Initial score: <score>2</score>\n" + TAGGED),
        ("comparative-summary", "Provisional score: 2\nFine.\n" + TAGGED),
        ("video-caption", "α100α is the best.\n" + MARKED),
        ("video-caption", "Provisional Accuracy: α60α.\n" + MARKED),
        ("image-paragraph", "Provisional scores:\nSection 1: 3\nFinal scores:\n" + SECTIONS),
        ("image-paragraph", "Section 1 (initial): 3\n" + SECTIONS),
        (
            "contextual-caption-pair",
            FIRST_SCORES.replace("]:", "] (provisional):").replace("3", "1") + PAIR,
        ),
        ("contextual-caption-pair", PAIR.replace("-Score]:", "-Score] (*example):")),
        ("key-points", f"Provisional:\n{POINTED.replace(': 1', ': 0')}\nFinal:\n{POINTED}"),
    ],
)
def test_marked_provisional_scores_echoes_and_copied_marks_are_passed_over(name, raw):
    assert outcome(name, raw)[0] == PERFECT[name][1]


@pytest.mark.parametrize(
    ("name", "raw", "code"),
    [
        ("comparative-summary", "<score>5</score> is the best", "missing_criterion"),
        ("comparative-summary", "<score>4</score> would be too kind", "ambiguous_score"),
        ("comparative-summary", "Draft: <score>4</score>", "ambiguous_score"),
        ("video-caption", MARKED.replace("α90α", "α90α seems too high"), "ambiguous_score"),
        ("video-caption", MARKED.replace("α90α", "α85β"), "marker_mismatch"),
        ("image-paragraph", "Provisional scores:\n" + SECTIONS, "ambiguous_score"),
        (
            "contextual-caption-pair",
            PAIR.replace("[ASSISTANT1-Score]:", "[ASSISTANT1-Score] (*example):"),
            "missing_section",
        ),
        ("key-points", f"Provisional:\n{POINTED}", "ambiguous_score"),
    ],
)
def test_what_is_only_spoken_of_is_no_answer(name, raw, code):
    assert outcome(name, raw)[0] == code


PREFERRED = "Section 1: 1\nReason: "


@pytest.mark.parametrize(
    ("reason", "preferred"),
    [
        ("Answer 1 names three rivers, Answer 2 does not.", 2),
        ("Actually Answer 2 is better.", "ambiguous_score"),
        ("No difference, on reflection.", "ambiguous_score"),
        ("I choose 2.", "ambiguous_score"),
    ],
)
def test_outputs_are_named_in_a_reason_and_not_chosen_anew(reason, preferred):
    result = outcome("instruction-following-pair", PREFERRED + reason)[0]
    assert result == (preferred if isinstance(preferred, str) else {"preference": preferred})


def test_a_label_of_another_section_behind_the_scores_is_named():
    raw = f"{SECTIONS}\nFeedback: Fine.\nCorrection: {SECTION_TITLES[1]} should be 3."
    assert outcome("image-paragraph", raw) == ("ambiguous_score", SECTION_TITLES[1])
