"""Tests of reading the format `bracketed`, with a header per panel and a line per criterion."""

import json
import re

import pytest

from surveys.loading import library_rubric
from tests.surveys.replies.perfect import (
    FIRST_SCORES,
    PAIR,
    PAIR_REASONS,
    PAIR_SCORES,
    SECOND_SCORES,
    outcome,
    read,
    separate,
)
from tests.surveys.shown import SHOWN

NAME = "contextual-caption-pair"
SCORES = FIRST_SCORES + SECOND_SCORES
AS_JSON = {
    block.split("]")[0]: {line[2:-3]: int(line[-1]) for line in block.strip().split("\n")[1:]}
    for block in SCORES.split("[")[1:]
}


def header(written: str) -> str:
    return PAIR.replace("[ASSISTANT1-Score]:", written)


def each(pattern: str) -> str:
    """Return a reply in which `pattern` replaces every line with a score."""
    return re.sub(r"- (.*): (\d)", pattern, PAIR)


@pytest.mark.parametrize(
    "raw",
    [
        *map(
            header,
            separate("""
                [ASSISTANT 1 - Score]: ¦ ASSISTANT1-Scores: ¦ ## [ASSISTANT1-Score]
                **[Assistant1-Score]** ¦ Caption 1 Score ¦ ### Caption 1 Scores:
                (4) [ASSISTANT1-Score]: ¦ 4. **[ASSISTANT1-Score]**: ¦ > [ASSISTANT1-Score]
                [ASSISTANT1-Rating]: ¦ [ASSISTANT1 Score] : ¦ Section 4: [ASSISTANT1-Score]
                Step 4 - [ASSISTANT1-Score]: ¦ Caption 1: scores ¦ [First Caption Score]:
                Scores for the first caption: ¦ 【ASSISTANT1-Score】:
            """),
        ),
        *map(header, ["\\[ASSISTANT1-Score\\]:", "ASSISTANT 1 \u2013 SCORE:"]),
        *map(
            header,
            [
                "[Score-ASSISTANT1]:",
                "[Scores for Assistant 1]:",
                "[assistant1_score]",
                "【ASSISTANT1-Score】".translate({0x3010: "[", 0x3011: "]"}),
            ],
        ),
        PAIR.replace("[ASSISTANT1-Reasoning]:", "## ASSISTANT1-Reasons"),
        PAIR.replace("[Comparison-Reasoning]:", "[Comparison]:"),
        PAIR.replace("[Comparison-Reasoning]:\n", "Comparison-Reasoning: "),
        re.sub(r"[\[\]]", "", PAIR),
        *map(
            each,
            [
                r"- \1 (\2)",
                r"- \1 - \2/5",
                r"- \1 = \2",
                r"1. \1: \2",
                r"- \1\n  \2",
                r"- \1:\n\2",
                r"* **\1:** \2",
                r"**\1**: **\2**",
            ],
        ),
        *map(
            each,
            [
                r"- \1 Score: \2",
                r"- \1 (1-5): \2",
                r"\1: \2<br>",
                r"| \1 | \2 |",
                r"- \1 → \2",
                r'"\1": \2,',
                r"- \1: [\2]",
                r"- \1: <\2>",
            ],
        ),
        *map(
            each,
            [
                r"- \1: \2 - it shows 3 dogs: Overall Quality",
                r"- \1: \2/5 (2 reasons)",
                r"• \1: \2 out of 5",
            ],
        ),
        PAIR_REASONS
        + SCORES.replace("\n- Relevance with Highlight", ", Relevance with Highlight")
        .replace("\n- Cons", "; Cons")
        .replace("\n- Over", ", Over"),
        *map(
            each,
            [r"🔹 **\1**: ⭐ \2/5", r"- \1: $\\boxed{\2}$", r"- \1 (how it fits): \2", r"+ \1: \2"],
        ),
        PAIR.replace("Relevance with Context: 3", "relevanceWithContext: 3"),
        PAIR.replace("\n[", "\n\n---\n\n["),
        "<answer>\n" + PAIR + "\n</answer>",
        PAIR.replace("Overall Quality: 2", "Overall: 2"),
        PAIR.replace("Overall Quality: 2", "Overall Score: 2"),
        PAIR.replace("Relevance with Context: 3", "Context Relevance: 3"),
        PAIR.replace("Relevance with Context: 3", "Relevance to the Context: 3"),
        PAIR.replace("Relevance with Highlight: 1", "relevance with highlights: 1"),
        PAIR.replace("\n", "\r\n"),
        PAIR.replace("\n", "\n\n"),
        "\ufeff" + PAIR.replace(" ", "\u00a0"),
        "```markdown\n" + PAIR + "\n```",
        "<think>[ASSISTANT1-Score]:\n- Overall Quality: 1</think>\n" + PAIR,
        PAIR.replace("fits", "[sic] it shows 3 dogs: 4/5\n[Note] Rate limit 502", 1),
        PAIR.replace("fits", "Consistency with Image: the image shows 3 dogs", 1),
        PAIR.replace(
            "The second is better.",
            "'Service unavailable', it says. I cannot see a dog, I'm sorry. Overall: 2 to 1.",
        ),
        PAIR.replace("good", "good; 4 of 5"),
        PAIR.replace(
            "]:\n- Relevance with Context: fits", "]:\nHm.\n- Relevance with Context: fits"
        ),
        PAIR.replace(
            "[ASSISTANT1-Score]:\n", "[ASSISTANT1-Score]:\n| Criterion | Score |\n|:---|---:|\n"
        ),
    ],
)
def test_variants_are_read_quietly(raw):
    assert outcome(NAME, raw) == (PAIR_SCORES, [])


@pytest.mark.parametrize(
    ("raw", "warnings"),
    [
        ("Sure!\n" + PAIR, ["extra_text"]),
        (PAIR + "\n\nI hope this helps!", ["extra_text"]),
        ("[Highlighted Segments]:\nsails\n[ASSISTANT1 Caption]:\nA mill.\n" + PAIR, ["extra_text"]),
        (json.dumps({"scores": AS_JSON}), ["missing_reasons"]),
        (
            "```json\n" + json.dumps(AS_JSON | {"Comparison-Reasoning": "The second."}) + "\n```",
            ["section_order", "missing_reasons"],
        ),
        (
            json.dumps(
                {
                    header_name.split("-")[0]: {"Score": AS_JSON[header_name]}
                    for header_name in AS_JSON
                }
            ),
            ["missing_reasons"],
        ),
        (PAIR.replace("Quality: 2", "Quality: 2\n- Total: 10\n- Average: 2.5"), ["extra_text"]),
        (
            "[ASSISTANT1-Score] (*example):\n- Relevance with Context: 5\n- Overall: 1\n\n" + PAIR,
            ["extra_text"],
        ),
        (SCORES + "\n" + PAIR_REASONS, ["section_order"]),
        (PAIR_REASONS + SECOND_SCORES + "\n" + FIRST_SCORES, ["section_order"]),
        (PAIR + "\n" + PAIR, ["duplicate_block", "section_order"]),
        (PAIR + "\n" + SECOND_SCORES, ["duplicate_block"]),
        (PAIR + "\n- Overall: 5", ["duplicate_block"]),
        (PAIR + "\n[ASSISTANT2-Score]\n- Overall: 5", ["duplicate_block"]),
        (SCORES, ["missing_reasons"]),
        (PAIR.replace("[Comparison-Reasoning]:\nThe second is better.\n", ""), ["missing_reasons"]),
        (PAIR.replace("takes it up", ""), ["missing_reasons"]),
        (PAIR.replace("is better", "isnâ€™t worse"), ["encoding_repaired"]),
        (PAIR.replace("is better", "x" * 5000), ["text_shortened"]),
        (PAIR_REASONS.replace("fits", "<your reasons>") + SCORES, ["missing_reasons"]),
    ],
)
def test_oddities_are_read_with_a_warning(raw, warnings):
    assert outcome(NAME, raw) == (PAIR_SCORES, warnings)


@pytest.mark.parametrize(
    ("raw", "code", "where"),
    [
        ("Both are fine.", "missing_section", "ASSISTANT1-Score"),
        (PAIR_REASONS, "missing_section", "ASSISTANT1-Score"),
        (
            "I'm sorry to say that both are weak.\n" + PAIR_REASONS,
            "missing_section",
            "ASSISTANT1-Score",
        ),
        (PAIR_REASONS + FIRST_SCORES, "missing_section", "ASSISTANT2-Score"),
        (json.dumps(AS_JSON | {"ASSISTANT2-Score": {}}), "missing_section", "ASSISTANT2-Score"),
        (
            json.dumps(AS_JSON | {"ASSISTANT3-Score": {"Overall": 2}}),
            "unknown_key",
            "ASSISTANT3-Score",
        ),
        (PAIR.rsplit("\n", 1)[0], "missing_criterion", "ASSISTANT2-Score, Overall Quality"),
        (
            PAIR.replace("- Overall Quality: 2\n", ""),
            "missing_criterion",
            "ASSISTANT1-Score, Overall Quality",
        ),
        (
            PAIR.replace("Context: 3", "Context:"),
            "missing_criterion",
            "ASSISTANT1-Score, Relevance with Context",
        ),
        (each(r"- \2"), "missing_criterion", "ASSISTANT1-Score, Relevance with Context"),
        (each(r"- \2: \1"), "missing_criterion", "ASSISTANT1-Score, Relevance with Context"),
        (
            header("[ASSISTANT1-Score]: 3, 1, 4, 2").replace(FIRST_SCORES[21:], "\n"),
            "missing_criterion",
            "ASSISTANT1-Score, Relevance with Context",
        ),
        (header("[ASSISTANT3-Score]"), "unknown_key", "ASSISTANT3-Score"),
        (header("ASSISTANT3-Score:"), "unknown_key", "ASSISTANT3-Score"),
        (header("[Assistant A-Score]"), "unknown_key", "Assistant A-Score"),
        (PAIR + "\n[Conclusion]:\nThe second.", "unknown_key", "Conclusion"),
        (
            PAIR.replace("Quality: 2", "Quality: 2\n- Fluency: 4"),
            "unknown_key",
            "ASSISTANT1-Score, Fluency",
        ),
        (
            PAIR.replace("Relevance with Context: 3", "Relevance: 3"),
            "unknown_key",
            "ASSISTANT1-Score, Relevance",
        ),
        (PAIR + "\n- Overall: 1", "ambiguous_score", "ASSISTANT2-Score, Overall Quality"),
        (
            PAIR + "\n[ASSISTANT1-Score]\n- Overall: 1",
            "ambiguous_score",
            "ASSISTANT1-Score, Overall Quality",
        ),
        (
            PAIR + "\n" + PAIR.replace(": 4", ": 3"),
            "ambiguous_score",
            "ASSISTANT1-Score, Consistency with Image",
        ),
        (each(r"| \1 | \2 | 5 |"), "ambiguous_score", "ASSISTANT1-Score, Relevance with Context"),
        (PAIR[:-1], "truncated", "ASSISTANT2-Score, Overall Quality"),
        (PAIR[:-4], "truncated", "ASSISTANT2-Score, Overall Quality"),
        (PAIR[:-15], "truncated", "ASSISTANT2-Score, Overall Quality"),
        (PAIR[: PAIR.index("[ASSISTANT2-Score]") + 9], "truncated", "ASSISTANT2-Score"),
        (
            PAIR[: PAIR.index("[ASSISTANT2-Score]") + 22],
            "truncated",
            "ASSISTANT2-Score, Relevance with Context",
        ),
        ("<think>\n" + PAIR, "truncated", "think"),
    ],
)
def test_what_cannot_be_read_is_refused(raw, code, where):
    assert outcome(NAME, raw) == (code, where)


def test_the_form_sent_back_is_no_answer_and_hides_none():
    rubric = library_rubric(NAME)
    form = rubric.reply.instructions(rubric, SHOWN[NAME])
    assert outcome(NAME, form) == ("missing_section", "ASSISTANT1-Score")
    assert outcome(NAME, form + "\n\n" + PAIR) == (PAIR_SCORES, ["extra_text"])


def test_reasons_go_to_the_caption_and_criterion_they_name():
    texts = {key: value for key, value in read(NAME, PAIR).values.items() if isinstance(value, str)}
    assert texts == {
        "b.context.reasons": "fits",
        "b.highlight.reasons": "ignores it",
        "b.consistency.reasons": "fine",
        "b.overall.reasons": "fair",
        "a.context.reasons": "fits",
        "a.highlight.reasons": "takes it up",
        "a.consistency.reasons": "fine",
        "a.overall.reasons": "good",
        "comparison": "The second is better.",
    }


def test_reasons_given_twice_are_all_kept():
    again = PAIR + "\n" + PAIR.replace("The second is better.", "It is.")
    assert read(NAME, again).values["comparison"] == "The second is better.\nIt is."
