"""The policy for a panel's blocks. It determines whether all scores are given, and which text
belongs to which question."""

from collections.abc import Iterable, Mapping, Sequence

from surveys.questions import Panel, Question, Value
from surveys.replies.asked import keep_text, same_name
from surveys.replies.base import ReplyError
from surveys.replies.bracketed.headers import Block
from surveys.replies.labels import LIST_NUMBER, Titles


def whole(
    panel: Panel, header: str, blocks: Sequence[Block], scores: Mapping[str, Value]
) -> Mapping[str, Value]:
    """Return a panel's scores. Raises ReplyError if a score is missing or the reply is cut off."""
    for question in panel.questions:
        if question.key not in scores and panel.gate is None:
            labels = [same_name(each.label) for each in panel.questions]
            ends = [same_name(block.text.rsplit("\n", 1)[-1]) for block in blocks]
            begun = any(label.startswith(end) for label in labels for end in ends)
            is_cut = blocks[-1].ends_reply and begun
            what, where = f"There is no score for {question.label}.", f"{header}, {question.label}"
            raise ReplyError("truncated" if is_cut else "missing_criterion", what, where=where)
    return scores


def store_texts(
    titles: Titles, blocks: Iterable[str], values: dict[str, Value], warnings: list[str]
) -> None:
    """Store the texts in a panel's blocks as answers. If the panel has several text questions,
    labels distinguish their answers."""
    questions = titles.questions
    texts: dict[str, list[str]] = {question.key: [] for question in questions}
    for block in blocks:
        labelled = _labelled(titles, block) if len(questions) > 1 else []
        for question, text in labelled or [(questions[0], block)]:
            if text not in texts[question.key]:
                texts[question.key].append(text)
    for question in questions:
        keep_text(values, question, "\n".join(texts[question.key]), warnings)
    if any(question.key not in values for question in questions):
        warnings.append("missing_reasons")


def _labelled(titles: Titles, block: str) -> Sequence[tuple[Question, str]]:
    """Return the questions whose labels start a line of the block, in the order of the block. Each
    comes with the text between its label and the next label."""
    texts: list[tuple[Question, list[str]]] = []
    for line in block.split("\n"):
        label = titles.labelled(LIST_NUMBER.sub("", line))
        if label is not None and label.parted:
            texts.append((label.question, [label.rest]))
        elif texts:
            texts[-1][1].append(line)
    return [(question, "\n".join(lines).strip()) for question, lines in texts]
