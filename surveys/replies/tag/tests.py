"""Tests of reading the format `tag`, in which the score is in a tag after the explanation."""

import pytest

from surveys.loading import library_rubric
from tests.surveys.replies.perfect import TAG_SCORES, TAGGED, outcome, read, separate
from tests.surveys.shown import SHOWN

NAME = "comparative-summary"
WHERE = "Informativeness"


def tagged(score: str) -> str:
    return TAGGED.replace("<score>4</score>", score)


@pytest.mark.parametrize(
    "raw",
    [
        *map(
            tagged,
            separate("""
                <Score>4</Score> ¦ < score >4</ score > ¦ <score>4/5</score> ¦ <score> 4 </score>
                `<score>4</score>` ¦ **<score>4</score>** ¦ [score]4[/score]
                &lt;score&gt;4&lt;/score&gt; ¦ &amp;lt;score&amp;gt;4&amp;lt;/score&amp;gt;
                <score><b>4</b></score> ¦ <score>４</score> ¦ <score>4 (good)</score>
                <score>4 out of 5</score> ¦ <score>[4]</score> ¦ <score>{4}</score>
                <score>⭐ 4</score> ¦ <score>4</score> (out of 5)
                <score>4</score> on a scale of 1 to 5
            """),
        ),
        *map(
            tagged,
            [
                "<SCORE>\n4\n</SCORE>",
                "\\<score\\>4\\</score\\>",
                "<score>4<\\/score>",
                "<score>\u200b4\u200b</score>",
                "<score>\\boxed{4}</score>",
            ],
        ),
        "All is there.\nFinal score in the requested format:\n\nScore- <score>4</score>",
        "<response><explanation>All is there.</explanation><score>4</score></response>",
        "Product 1:\n- Base price: 20\n- Rating: 3\n\n" + TAGGED,
        TAGGED.replace("Score- ", ""),
        TAGGED.replace("\n", "\r\n"),
        "Informativeness: 3 of 5 aspects are named.\n" + TAGGED,
        "\ufeff```\n" + TAGGED + "\n```",
        "<think>Perhaps <score>2</score>. No, <score>3</score>.</think>\n" + TAGGED,
        "Perhaps <score>2</score>.\n</think>\n" + TAGGED,
        "<think>a<think>b</think>\n<score>1</score></think>" + TAGGED,
        "<|channel|>analysis<|message|><score>2</score><|end|>"
        "<|start|>assistant<|channel|>final<|message|>" + TAGGED + "<|return|>",
        "I must use the format: Score- <score>5</score>\n" + TAGGED,
        "The tag is to be e.g. <score>5</score>.\n" + TAGGED,
        "<score>1</score> - It fails.\n<score>3</score> -It is fair.\n"
        "<score>5</score> - It covers all.\n\n" + TAGGED,
        "<score></score> is the tag.\n" + TAGGED,
        "The caption reads 'service unavailable' and I cannot see a price. I'm sorry.\n" + TAGGED,
        "Product 2 has a rating of 4.5 and costs $3; score: 4.8 of 5 by buyers.\n" + TAGGED,
        "Score- <score>4</score>\nThe summary covers all.",
        TAGGED.replace("All", "1. All\n2. Both\n- 3 pros: fine; 4/10 cons. All"),
    ],
)
def test_variants_are_read_quietly(raw):
    assert outcome(NAME, raw) == (TAG_SCORES, [])


@pytest.mark.parametrize(
    ("raw", "warnings"),
    [
        (tagged("4"), ["marker_missing"]),
        (tagged("4/5."), ["marker_missing"]),
        ("**Score:** 4/5\nAll is fine.", ["marker_missing"]),
        ("All is fine.\nFinal score: 4", ["marker_missing"]),
        ("All is fine.\nThe score is 4.", ["marker_missing"]),
        ("All is fine.\nInformativeness: 4", ["marker_missing"]),
        ("All is fine.\n| Score | 4 |", ["marker_missing"]),
        ("All is fine.\nScore- <4>", ["marker_missing"]),
        ("All is fine.\nFinal answer: $\\boxed{4}$", ["marker_missing"]),
        ('{"explanation": "All is fine.", "score": 4}', ["marker_missing"]),
        (
            '```json\n{\n  "Informativeness": "4/5",\n  "reason": "All is fine."\n}\n```',
            ["marker_missing"],
        ),
        ("<score>4</score>", ["missing_reasons"]),
        ("```xml\n<score>4</score>\n```", ["missing_reasons"]),
        (TAGGED + "\nHope this helps!", ["extra_text"]),
        (TAGGED + "\n" + TAGGED, ["duplicate_block"]),
        (TAGGED + "\n**Score- <score>4</score>**", ["duplicate_block"]),
        (TAGGED.replace("All", "Itâ€™s all"), ["encoding_repaired"]),
        ("x" * 5000 + "\n" + TAGGED, ["text_shortened"]),
        ("Rating: 4", ["marker_missing", "missing_reasons"]),
    ],
)
def test_oddities_are_read_with_a_warning(raw, warnings):
    assert outcome(NAME, raw) == (TAG_SCORES, warnings)


@pytest.mark.parametrize(
    ("raw", "code", "where"),
    [
        ("All aspects are there.", "missing_criterion", WHERE),
        ("I cannot find a price for the second product.", "missing_criterion", WHERE),
        (tagged("<score></score>"), "missing_criterion", WHERE),
        (tagged("<score>X</score>"), "missing_criterion", WHERE),
        (tagged("<score>whole number</score>"), "missing_criterion", WHERE),
        ("Give it in the format: Score- <score>5</score>", "missing_criterion", WHERE),
        ("<score>1</score> - bad\n<score>5</score> - good", "missing_criterion", WHERE),
        (tagged("<score>4"), "truncated", "score"),
        (tagged("<score>4</sco"), "truncated", "score"),
        (tagged("<sco"), "truncated", "score"),
        (TAGGED + "\nAnd again: <score>", "truncated", "score"),
        ("<think>Perhaps <score>2</score>", "truncated", "think"),
        (TAGGED + "\n" + tagged("<score>3</score>"), "ambiguous_score", "score"),
        ("Score: 2\n" + TAGGED, "ambiguous_score", "score"),
        (
            "Product 1:\n- Base price: 20\n- Rating: 4\nProduct 2: cheap and",
            "missing_criterion",
            WHERE,
        ),
        ('{"explanation": "All is fine.", "score": "4 of 10"}', "scale_mismatch", "score"),
        *[
            (tagged(f"<score>4</score> {scale}"), "scale_mismatch", "score")
            for scale in ("(out of 10)", "on a scale of ten")
        ],
        (tagged("4/10"), "scale_mismatch", "score"),
        (tagged("<score>4</score>/10"), "scale_mismatch", "score"),
        (tagged("<score>4</score> out of 10"), "scale_mismatch", "score"),
        (tagged("<score>80%</score>"), "scale_mismatch", "score"),
        (tagged("<score>null</score>"), "not_a_number", "score"),
        (tagged("N/A"), "not_a_number", "score"),
    ],
)
def test_what_cannot_be_read_is_refused(raw, code, where):
    assert outcome(NAME, raw) == (code, where)


def test_the_instructions_are_no_answer():
    rubric = library_rubric(NAME)
    assert outcome(NAME, rubric.reply.instructions(rubric, SHOWN[NAME])) == (
        "missing_criterion",
        WHERE,
    )


@pytest.mark.parametrize(
    ("raw", "explanation"),
    [
        (TAGGED, "All aspects are there."),
        ("Score- <score>4</score>\nThe summary covers all.", "The summary covers all"),
        ("<think>Hm.</think>\nFine.\n**Score-** <score>4</score>", "Fine."),
    ],
)
def test_the_explanation_is_what_stands_beside_the_score(raw, explanation):
    assert read(NAME, raw).values["explanation"] == explanation
