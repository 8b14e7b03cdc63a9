"""Appeals of annotators against rejections, and their outcomes."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hits.models.work import Assignment
from people.models import User


class Appeal(models.Model):
    """An appeal, at most one per rejection. Upheld: the rejection is overturned and paid."""

    class Decision(models.TextChoices):
        OPEN = "", _("Waiting")
        GRANTED = "granted", _("upheld")
        DISMISSED = "dismissed", _("Dismissed")

    assignment = models.OneToOneField(Assignment, on_delete=models.PROTECT, related_name="appeal")
    text = models.TextField("what the annotator says", max_length=2000)
    made_at = models.DateTimeField("made", auto_now_add=True)
    decision = models.CharField(
        "decision", max_length=9, choices=Decision, default=Decision.OPEN, blank=True
    )
    answer = models.TextField("answer", blank=True, max_length=2000)
    decided_at = models.DateTimeField("decided", null=True, blank=True)
    decided_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["-id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="appeal_decided_or_open",
                condition=Q(decision="", decided_at__isnull=True)
                | (~Q(decision="") & Q(decided_at__isnull=False)),
            ),
        ]
