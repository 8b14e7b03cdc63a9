"""Tests of reading the format `marks`, with scores between two copies of a Greek letter."""

import pytest

from surveys.loading import library_rubric
from tests.surveys.replies.perfect import MARK_SCORES, MARKED, outcome, read, separate
from tests.surveys.shown import SHOWN

NAME = "video-caption"
LETTERS = "αβψδ"
LATEX = {"α": "alpha", "β": "beta", "ψ": "psi", "δ": "delta"}


def accuracy(written: str) -> str:
    return MARKED.replace("α90α", written)


def spelled(pattern: str) -> str:
    return "".join(
        pattern.replace("NAME", LATEX[character]) if character in LATEX else character
        for character in MARKED
    )


@pytest.mark.parametrize(
    "raw",
    [
        *map(
            spelled,
            [r"$\NAME$", r"\(\NAME\)", r"\NAME", r"\NAME ", r"{\NAME}", "NAME", "[NAME]", "&NAME;"],
        ),
        *map(
            accuracy,
            separate("""
                α 90 α ¦ α90.0α ¦ α90/100α ¦ α90 out of 100α ¦ α90%α ¦ α９０α ¦ α٩٠α ¦ **α90α**
                α**90**α ¦ α<b>90</b>α ¦ (α90α) ¦ αα90αα ¦ α: 90 α ¦ α{90}α ¦ α90 pointsα
                α90 (good)α ¦ a90a ¦ Α90Α ¦ ∝90∝ ¦ ɑ90ɑ ¦ а90а ¦ 𝛼90𝛼 ¦ α90a ¦ alpha90alpha
                α90&alpha; ¦ α$90$α ¦ α90α (out of 100)
            """),
        ),
        *map(
            accuracy,
            [
                "$\\alpha 90\\alpha$",
                "\u200b\u03b1\xa090\u03b1",
                "\u03b1\\boxed{90}\u03b1",
                "$\\alpha \\mathbf{90} \\alpha$",
                "\u03b19\ufe0f\u20e30\ufe0f\u20e3\u03b1",
            ],
        ),
        "Sold at the B2B fair with D3D; I gave a 90 a day ago.\n" + MARKED,
        MARKED.replace("The Accuracy score is", "**Accuracy (0–100):**"),
        "Fine.\nα90α (Accuracy)\nβ70β (Completeness)\nψ80ψ (Conciseness)\nδ95δ (Relevance)",
        MARKED.replace("β", "ß"),
        MARKED.replace("ψ", "Ψ").replace("δ", "∂"),
        MARKED.replace("ψ", "Ѱ").replace("δ", "Δ"),
        MARKED[:-1],
        MARKED.replace("\n", "\r\n"),
        MARKED.replace("\n", " "),
        MARKED.replace("Accuracy", "accuracy"),
        accuracy("α90α/100"),
        accuracy("α90α%"),
        MARKED.replace(" score is ", ": "),
        (
            "It is right.\n| Dimension | Score |\n|---|---|\n| Accuracy | α90α |\n"
            "| Completeness | β70β |\n"
            "| Conciseness | ψ80ψ |\n| Relevance | δ95δ |"
        ),
        "\ufeff```\n" + MARKED + "\n```",
        "<think>α10α β10β ψ10ψ δ10δ</think>\n" + MARKED,
        "The Accuracy score is α{{accuracy_score}}α.\nThe Relevance score is δ<relevance score>δ.\n"
        + MARKED,
        "Wrap Accuracy score in α\nWrap Completeness score in β\n" + MARKED,
        "Accuracy (α): 2 mistakes; Relevance (δ) has 3 issues. Completeness: 7/10 of it. "
        "α 3 errors.\n" + MARKED,
        "The sign says 'Service unavailable'. I cannot see a dog, I'm sorry to say.\n" + MARKED,
        "Accuracy: 9/10 on my own scale.\n" + MARKED,
        "Die Straße ist naß, a 4 b 5.\n" + MARKED,
    ],
)
def test_variants_are_read_quietly(raw):
    assert outcome(NAME, raw) == (MARK_SCORES, [])


def test_reasons_before_between_and_behind_the_marks_are_stored_whole():
    raw = (
        "It is short.\nThe Accuracy score is α90α. The boat is right.\nThe bay too.\n"
        "The Completeness score is β70β.\nThe sunrise is missing.\n"
        "The Conciseness score is ψ80ψ and the Relevance score is δ95δ.\nAll of it is on topic."
    )
    reading = read(NAME, raw)
    assert reading.values["reason"] == (
        "It is short.\nThe boat is right.\nThe bay too.\nThe sunrise is missing.\n"
        "All of it is on topic."
    )


@pytest.mark.parametrize(
    ("raw", "warnings"),
    [
        (accuracy("90"), ["marker_missing"]),
        (accuracy("α90"), ["marker_missing"]),
        (accuracy("90α"), ["marker_missing"]),
        (accuracy("\ufffd90\ufffd"), ["marker_missing"]),
        (accuracy("90/100"), ["marker_missing"]),
        (
            MARKED.replace("The Accuracy score is α90α", "Accuracy (0-100): 90 (out of 100)"),
            ["marker_missing"],
        ),
        (
            (
                '{"accuracy_score": 90, "completeness_score": 70, "conciseness_score": 80, '
                '"relevance_score": 95}'
            ),
            ["marker_missing", "missing_reasons"],
        ),
        (MARKED.replace("δ95δ", "δ95"), ["marker_missing"]),
        (
            "".join(character for character in MARKED if character not in LETTERS),
            ["marker_missing"],
        ),
        (
            (
                "Fine.\n- **Accuracy**: 90\n- **Completeness**: 70\n- **Conciseness**: 80\n"
                "- **Relevance**: 95"
            ),
            ["marker_missing"],
        ),
        (
            "Fine.\nAccuracy: 90, Completeness: 70; Conciseness: 80, Relevance: 95",
            ["marker_missing"],
        ),
        ("Fine.\nα: 90\nβ: 70\nψ: 80\nδ: 95", ["marker_missing"]),
        (accuracy("Î±90Î±"), ["encoding_repaired"]),
        (accuracy("ÃŽÂ±90ÃŽÂ±"), ["encoding_repaired"]),
        (MARKED.replace("δ", "Î´").replace("ψ", "Ïˆ").replace("β", "Î²"), ["encoding_repaired"]),
        (MARKED + "\n" + MARKED, ["duplicate_block"]),
        (MARKED + "\nSo the Accuracy is α90α.", ["duplicate_block"]),
        ("α90α β70β ψ80ψ δ95δ", ["missing_reasons"]),
        ("α90α\nδ95δ\nψ80ψ\nβ70β", ["missing_reasons"]),
        ("x" * 5000 + "\n" + MARKED, ["text_shortened"]),
        (
            '{"Accuracy": 90, "Completeness": 70, "Conciseness": 80, "Relevance": 95}',
            ["marker_missing", "missing_reasons"],
        ),
    ],
)
def test_oddities_are_read_with_a_warning(raw, warnings):
    assert outcome(NAME, raw) == (MARK_SCORES, warnings)


@pytest.mark.parametrize(
    ("raw", "code", "where"),
    [
        ("90, 70, 80, 95", "missing_criterion", "Accuracy"),
        ("I cannot see a dog in it, and that is right.", "missing_criterion", "Accuracy"),
        (
            MARKED.replace("The Completeness score is β70β.\n", ""),
            "missing_criterion",
            "Completeness",
        ),
        (
            "I'm sorry, it is short. " + MARKED.replace("The Relevance score is δ95δ.", ""),
            "missing_criterion",
            "Relevance",
        ),
        (accuracy("α{{accuracy_score}}α"), "missing_criterion", "Accuracy"),
        (accuracy("α<accuracy score>α"), "missing_criterion", "Accuracy"),
        (accuracy("αα"), "missing_criterion", "Accuracy"),
        (MARKED[:-2], "truncated", "Relevance"),
        (MARKED[:-3], "truncated", "Relevance"),
        (MARKED[:-4], "truncated", "Relevance"),
        (MARKED[:-5], "truncated", "Relevance"),
        (MARKED[:-9], "truncated", "Relevance"),
        (MARKED.replace("δ95δ.", "8"), "truncated", "Relevance"),
        ("<think>" + MARKED, "truncated", "think"),
        (accuracy("β90β"), "marker_mismatch", "Accuracy"),
        (MARKED.replace("α90α", "β90β").replace("β70β", "α70α"), "marker_mismatch", "Accuracy"),
        (MARKED.replace("δ95δ", "ψ95ψ"), "marker_mismatch", "Relevance"),
        (MARKED.replace("α", "β").replace(" score is", ":"), "marker_mismatch", "Accuracy"),
        (MARKED + "\nThe Accuracy score is α80α.", "ambiguous_score", "Accuracy"),
        (MARKED + "\nα10α", "ambiguous_score", "Accuracy"),
        (accuracy("α90α, down from α95α"), "ambiguous_score", "Accuracy"),
        (accuracy("α90 → 85α"), "ambiguous_score", "Accuracy"),
        ("Accuracy: 85.\n" + MARKED, "ambiguous_score", "Accuracy"),
        *[
            (accuracy(written), "scale_mismatch", "Accuracy")
            for written in ("α9α out of ten", "α9α (out of 10)", "9 (out of 10)")
        ],
        (accuracy("α9 on a scale of 1-10α"), "scale_mismatch", "Accuracy"),
        ("α70α (Completeness)\n" + MARKED, "marker_mismatch", "Completeness"),
        (accuracy("α9/10α"), "scale_mismatch", "Accuracy"),
        (accuracy("α9α/10"), "scale_mismatch", "Accuracy"),
        (accuracy("α9α out of 10"), "scale_mismatch", "Accuracy"),
        (accuracy("αninetyα"), "not_a_number", "Accuracy"),
        (accuracy("high"), "not_a_number", "Accuracy"),
        (accuracy("α90-95α"), "not_integer", "Accuracy"),
        (accuracy("90-95"), "not_integer", "Accuracy"),
        (accuracy("9/10"), "scale_mismatch", "Accuracy"),
    ],
)
def test_what_cannot_be_read_is_refused(raw, code, where):
    assert outcome(NAME, raw) == (code, where)


def test_the_instructions_are_no_answer():
    rubric = library_rubric(NAME)
    assert outcome(NAME, rubric.reply.instructions(rubric, SHOWN[NAME])) == (
        "missing_criterion",
        "Accuracy",
    )


@pytest.mark.parametrize(
    "opening",
    ["It is right.", "It is right.\nAll 3 boats: seen.", "Relevance: good. Accuracy is fine."],
)
def test_the_reasons_are_what_stands_before_the_scores(opening):
    assert read(NAME, MARKED.replace("It is right.", opening)).values["reason"] == opening
