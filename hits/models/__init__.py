"""What is promised (`batches`), who did what (`work`), and what was objected to (`appeals`)."""

from hits.models.appeals import Appeal
from hits.models.batches import Batch, Enrolment
from hits.models.work import HIT, Answer, Assignment, Draft, DraftVersion, RaisedConcern, Viewing

__all__ = [
    "HIT",
    "Answer",
    "Appeal",
    "Assignment",
    "Batch",
    "Draft",
    "DraftVersion",
    "Enrolment",
    "RaisedConcern",
    "Viewing",
]
