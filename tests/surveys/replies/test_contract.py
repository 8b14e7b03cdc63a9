"""Tests that the rules of docs/replies.md and the cases here match."""

import re

import pytest

from tests.documentation import text_of
from tests.surveys.replies.perfect import (
    ENTRY_SCORES,
    MARK_SCORES,
    MARKED,
    PAIR,
    PAIR_SCORES,
    POINTED,
    SECTION_SCORES,
    SECTIONS,
    TAG_SCORES,
    TAGGED,
    outcome,
)

CONTRACT = text_of("replies")
PARAGRAPH, CAPTIONS, VIDEO = "image-paragraph", "contextual-caption-pair", "video-caption"
SUMMARY, POINTS, SOUND = "comparative-summary", "key-points", "audio-opinion-score"


def scored(written: str) -> str:
    return f"Fine.\nScore- <score>{written}</score>"


FOUR = {"informativeness": 4}
SECOND = SECTIONS.replace("2: 2", "2: {}")
# By rule: (rubric, reply, its scores or the code of its refusal).
CASES = {
    "1.1": [
        (SUMMARY, f"<think>Score: 2</think>{TAGGED}", TAG_SCORES),
        (SUMMARY, "<think>4", "truncated"),
    ],
    "1.2": [
        (SUMMARY, scored("**４**"), FOUR),
        (VIDEO, MARKED.replace("α90", r"$\alpha$90"), MARK_SCORES),
    ],
    "1.3": [(CAPTIONS, PAIR.replace("Overall Quality", "overall  quality"), PAIR_SCORES)],
    "2": [
        (SUMMARY, scored("the score is 4.0 points"), FOUR),
        (SUMMARY, scored("4-5"), "not_integer"),
    ],
    "2.1": [(SUMMARY, scored("4/5"), FOUR), (PARAGRAPH, SECOND.format("2/3"), "scale_mismatch")],
    "2.2": [(SUMMARY, scored("4 (80%)"), FOUR), (SUMMARY, scored("4 (70%)"), "ambiguous_score")],
    "3": [
        (SUMMARY, scored("4, good"), FOUR),
        (SUMMARY, scored("4 would be kind"), "ambiguous_score"),
    ],
    "3.1": [
        (SUMMARY, scored("4 (3 towers)"), FOUR),
        (SUMMARY, scored("4 (or 3)"), "ambiguous_score"),
    ],
    "3.2": [(SUMMARY, scored("4, actually 3 towers"), "ambiguous_score")],
    "3.3": [(SUMMARY, f"{TAGGED}\nI take back the score.", "score_in_doubt")],
    "3.4": [
        (SUMMARY, scored("4 (if it is real)"), "score_in_doubt"),
        (SUMMARY, "This is not a <score>4</score>", "score_in_doubt"),
        (SUMMARY, "It is at most <score>4</score>", "score_in_doubt"),
        (SUMMARY, "So I give the summary a <score>4</score>", FOUR),
    ],
    "3.5": [
        (SUMMARY, f"As a placeholder:\n{TAGGED}", "score_in_doubt"),
        (SUMMARY, f"I did not read the products.\n{TAGGED}", "score_in_doubt"),
        (SUMMARY, f"I cannot see the price in the text, nor a name.\n{TAGGED}", TAG_SCORES),
    ],
    "3.6": [
        (SUMMARY, f"{TAGGED}\nThe score could be another.", "score_in_doubt"),
        (SUMMARY, f"{TAGGED}\nThe score is not higher because a price is missing.", TAG_SCORES),
        (PARAGRAPH, f"{SECTIONS}\nThese answers belong to another text.", "score_in_doubt"),
        (PARAGRAPH, f"{SECTIONS}\nFeedback: I would not rely on it.", "score_in_doubt"),
        (PARAGRAPH, f"{SECTIONS}\nFeedback: I would remove the second line.", SECTION_SCORES),
    ],
    "3.7": [
        (PARAGRAPH, f"{SECTIONS}\nFeedback: Read every line as its opposite.", "score_in_doubt"),
        (PARAGRAPH, f"{SECTIONS}\nFeedback: This names each boat.", SECTION_SCORES),
        (PARAGRAPH, f"My answers of last week:\n{SECTIONS}", "score_in_doubt"),
        (PARAGRAPH, f"Here are my answers:\n{SECTIONS}", SECTION_SCORES),
        (SUMMARY, scored("4, whatever you like"), "score_in_doubt"),
        (SUMMARY, f"{TAGGED}\nMy clip stayed black.", "score_in_doubt"),
        (SUMMARY, "The user hopes for <score>4</score>", "score_in_doubt"),
        (SUMMARY, "The headphones get <score>4</score>", FOUR),
    ],
    "4": [
        (SOUND, scored("4 (Good)"), {"quality": 4}),
        (SOUND, scored("2, Good"), "label_mismatch"),
    ],
    "5": [
        (SUMMARY, f"{TAGGED}\n{TAGGED}", TAG_SCORES),
        (SUMMARY, f"{TAGGED} <score>3</score>", "ambiguous_score"),
    ],
    "5.1": [(SUMMARY, f"Draft: <score>2</score>\n{TAGGED}", TAG_SCORES)],
    "5.2": [(SUMMARY, f"<score>5</score> is the best.\n{TAGGED}", TAG_SCORES)],
    "5.3": [(CAPTIONS, PAIR.replace("-Score]:", "-Score] (*example):"), PAIR_SCORES)],
    "6.1": [(PARAGRAPH, f"{SECTIONS}\nSection 2 deserves 3.", "ambiguous_score")],
    "6.2": [(PARAGRAPH, f"{SECTIONS}\nSection 2 should be lower.", "ambiguous_score")],
    "7": [(SUMMARY, "Fine.\nScore- <score>4", "truncated")],
    "8.1": [
        (
            VIDEO,
            "| Criterion | Score |\n|---|---|\n"
            + "".join(f"| {key.title()} | {value} |\n" for key, value in MARK_SCORES.items()),
            MARK_SCORES,
        ),
        (SUMMARY, '<score value="4" max="10"/>', "scale_mismatch"),
    ],
    "8.2": [
        (SUMMARY, "Gut.\nInformationsgehalt: 4\n", FOUR),
        (SUMMARY, scored("on a scale of 1 to 5: 4"), FOUR),
        (SUMMARY, scored("on a scale of 1 to 10: 4"), "scale_mismatch"),
        (VIDEO, f"{MARKED}\nOverall: 80", MARK_SCORES),
    ],
    "section-lines": [
        (PARAGRAPH, SECTIONS, SECTION_SCORES),
        (PARAGRAPH, f"{SECTIONS}\nSection 6: 1", "unknown_key"),
    ],
    "bracketed": [(CAPTIONS, PAIR, PAIR_SCORES), (CAPTIONS, f"{PAIR}\n- Taste: 3", "unknown_key")],
    "marks": [
        (VIDEO, MARKED, MARK_SCORES),
        (VIDEO, MARKED.replace("α90α", "α90β"), "marker_mismatch"),
    ],
    "tag": [(SUMMARY, TAGGED, TAG_SCORES), (SUMMARY, f"{TAGGED}\nScore: 3", "ambiguous_score")],
    "entry-json": [
        (POINTS, POINTED, ENTRY_SCORES),
        (POINTS, POINTED.replace("mention", "see"), "unknown_key"),
    ],
}


def rules() -> set[str]:
    """Return the numbers of all rules. A section without numbered rules counts as one rule."""
    found: set[str] = set()
    for part in re.split(r"^## ", CONTRACT, flags=re.MULTILINE)[1:]:
        title, _line, section = part.partition("\n")
        number = title.partition(".")[0]
        named = re.findall(r"^\*\*(\d\.\d|`[a-z-]+`)", section, flags=re.MULTILINE)
        items = re.findall(r"^(\d)\. ", section, flags=re.MULTILINE)
        found |= {name.strip("`") for name in named} | {f"{number}.{item}" for item in items}
        found |= {number} if not items and number != "8" else set()
    return found


def test_every_rule_of_the_contract_has_a_case():
    assert rules() == set(CASES)


@pytest.mark.parametrize(
    ("rule", "name", "reply", "result"),
    [(rule, *case) for rule, cases in CASES.items() for case in cases],
)
def test_a_rule_holds(rule, name, reply, result):
    assert outcome(name, reply)[0] == result, rule
