"""Review decisions that are not posted yet."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from hits.models.work import Assignment
from hits.states import RejectionCategory, State
from people.models import User


class HeldDecision(models.Model):
    """An approval or rejection that its author can still undo. `hits.review.undoing` posts it when
    it is due, and deletes the row."""

    assignment = models.OneToOneField(
        Assignment, on_delete=models.CASCADE, primary_key=True, related_name="held_decision"
    )
    state = models.CharField(
        "decision",
        max_length=10,
        choices=[(state.value, state.label) for state in (State.APPROVED, State.REJECTED)],
    )
    reason = models.TextField("reason", blank=True)
    rejection = models.CharField(
        "what was wrong", max_length=12, choices=RejectionCategory, blank=True
    )
    evidence = models.TextField("evidence", blank=True)
    decided_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", db_index=False)
    due_at = models.DateTimeField("posted at")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="held_decision_is_an_approval_or_a_rejection_with_reason",
                condition=Q(state="approved", reason="", rejection="", evidence="")
                | (Q(state="rejected") & ~Q(reason="") & ~Q(rejection="")),
            ),
        ]
