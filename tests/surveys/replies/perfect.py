"""Correct replies in every format, and helpers to parse replies."""

import json
import re

from surveys.loading import library_rubric
from surveys.replies import Reading
from surveys.replies.base import ReplyError
from tests.surveys.shown import SHOWN

SECTIONS = "Section 1: 1\nSection 2: 2\nSection 3: 1\nSection 4: 3\nSection 5: 2"
SECTION_TITLES = (
    "Naturalness of description",
    "Text Coherence",
    "Choice of words",
    "Syntactic Structure",
    "Scene Coverage",
)
SECTION_SCORES = {"naturalness": 1, "coherence": 2, "word_choice": 1, "syntax": 3, "coverage": 2}

PAIR_REASONS = """[ASSISTANT1-Reasoning]:
- Relevance with Context: fits
- Relevance with Highlight: ignores it
- Consistency with Image: fine
- Overall Quality: fair
[ASSISTANT2-Reasoning]:
- Relevance with Context: fits
- Relevance with Highlight: takes it up
- Consistency with Image: fine
- Overall Quality: good
[Comparison-Reasoning]:
The second is better.
"""
FIRST_SCORES = """[ASSISTANT1-Score]:
- Relevance with Context: 3
- Relevance with Highlight: 1
- Consistency with Image: 4
- Overall Quality: 2
"""
SECOND_SCORES = """[ASSISTANT2-Score]:
- Relevance with Context: 4
- Relevance with Highlight: 5
- Consistency with Image: 4
- Overall Quality: 5"""
PAIR = PAIR_REASONS + FIRST_SCORES + SECOND_SCORES
# The first shown is canonical b.
PAIR_SCORES = {"b.context": 3, "b.highlight": 1, "b.consistency": 4, "b.overall": 2} | {
    "a.context": 4,
    "a.highlight": 5,
    "a.consistency": 4,
    "a.overall": 5,
}

MARKED = (
    "It is right.\nThe Accuracy score is α90α.\nThe Completeness score is β70β.\n"
    "The Conciseness score is ψ80ψ.\nThe Relevance score is δ95δ."
)
MARK_SCORES = {"accuracy": 90, "completeness": 70, "conciseness": 80, "relevance": 95}

TAGGED = "All aspects are there.\n\nScore- <score>4</score>"
TAG_SCORES = {"informativeness": 4}

ENTRIES = ("describe the coat", "key_point_2", "key_point_3", "mention the dog")
ENTRY_SCORES = {"key_point.1": 1, "key_point.2": 0, "key_point.3": 1, "key_point.4": 0}
POINTED = json.dumps(
    {
        "caption_evaluation": {
            "key_points_scores": dict(zip(ENTRIES, (1, 0, 1, 0), strict=True)),
            "total_score": 2,
            "score_reasons": dict(zip(ENTRIES, ("red", "none", "yes", "missing"), strict=True)),
        }
    }
)


def separate(table: str) -> list[str]:
    """Return the replies of a table, which are separated by broken bars or line ends."""
    return [reply.strip() for reply in re.split("[¦\n]", table) if reply.strip()]


def read(name: str, raw: str) -> Reading:
    """Parse `raw` as a reply to the library rubric `name`."""
    rubric = library_rubric(name)
    return rubric.reply.read(rubric, SHOWN[name], raw)


def outcome(name: str, raw: str) -> tuple:
    """Return the scores and warnings of a reply, or the error's code and place if it is refused."""
    try:
        reading = read(name, raw)
    except ReplyError as error:
        return error.code, error.where
    return {key: value for key, value in reading.values.items() if isinstance(value, int)}, list(
        reading.warnings
    )
