"""The policy for a block of texts: one text is all of it, several go by their labels."""

import re
from collections.abc import Sequence

from surveys.questions import Panel, Question, Value
from surveys.replies.asked import keep_text
from surveys.replies.labels import Titles

_LIST_NUMBER = re.compile(r"^\s*\(?\d{1,2}[.)]\s+")


def store_texts(
    panel: Panel, blocks: Sequence[str], values: dict[str, Value], warnings: list[str]
) -> None:
    """Store a panel's texts; those of several blocks follow one another."""
    text_questions = [question for question in panel.questions if question.is_text]
    texts: dict[str, list[str]] = {question.key: [] for question in text_questions}
    for block in blocks:
        labelled = _labelled(panel, block) if len(text_questions) > 1 else []
        for question, text in labelled or [(text_questions[0], block)]:
            if text not in texts[question.key]:
                texts[question.key].append(text)
    for question in text_questions:
        keep_text(values, question, "\n".join(texts[question.key]), warnings)
    if any(question.key not in values for question in text_questions):
        warnings.append("missing_reasons")


def _labelled(panel: Panel, block: str) -> list[tuple[Question, str]]:
    """(question, what follows its label), in the order written."""
    titles = Titles(panel.questions)
    texts: list[tuple[Question, list[str]]] = []
    for line in block.split("\n"):
        label = titles.labelled(_LIST_NUMBER.sub("", line))
        if label is not None and label.parted:
            texts.append((label.question, [label.rest]))
        elif texts:
            texts[-1][1].append(line)
    return [(question, "\n".join(lines).strip()) for question, lines in texts]
