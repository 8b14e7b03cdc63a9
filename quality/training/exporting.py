"""Exporting the answers to training and test HITs as CSV."""

import csv
import io

from core.tabular.formulas import guarded
from hits.models import Batch, TrainingAnswer

ANSWER_COLUMNS = (
    "Pseudonym",
    "Part",
    "Attempt",
    "Place",
    "Item",
    "Question",
    "Answer",
    "Right",
    "AnsweredAt",
)


def answers_csv(batch: Batch) -> str:
    """Return a CSV table with a row for each answer to a question of a training or test HIT."""
    answers = TrainingAnswer.objects.filter(attempt__enrolment__batch=batch).select_related(
        "attempt__enrolment", "key__item"
    )
    table = io.StringIO()
    writer = csv.writer(table)
    writer.writerow(ANSWER_COLUMNS)
    for answer in answers.order_by("attempt__enrolment", "attempt", "pk").iterator(2000):
        attempt = answer.attempt
        for question, value in answer.values.items():
            writer.writerow(
                guarded(str(cell))
                for cell in (
                    attempt.enrolment.pseudonym,
                    attempt.part,
                    attempt.number,
                    attempt.key_ids.index(answer.key_id) + 1,
                    answer.key.item.external_id,
                    question,
                    value,
                    int(answer.passed),
                    answer.answered_at.isoformat(),
                )
            )
    return table.getvalue()
