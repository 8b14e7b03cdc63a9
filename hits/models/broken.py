"""Reports about HITs that cannot be done, and the decisions on them."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hits.models.work import Assignment
from people.models import User


class BrokenReport(models.Model):
    """One annotator's report about the HIT of one assignment; `hits.broken` handles it."""

    class Category(models.TextChoices):
        MEDIA = "media", _("A picture, clip or sound does not load or play")
        TEXT = "text", _("A text is missing, cut off or unreadable")
        MISMATCH = "mismatch", _("What is shown does not belong together")
        QUESTIONS = "questions", _("The questions cannot be answered for it")
        HARMFUL = "harmful", _("It shows something disturbing")
        OTHER = "other", _("Something else")

    class Decision(models.TextChoices):
        OPEN = "", _("Waiting")
        PUT_BACK = "put_back", _("handed out again")
        CLOSED = "closed", _("closed for good")

    assignment = models.OneToOneField(
        Assignment, on_delete=models.PROTECT, related_name="broken_report"
    )
    category = models.CharField("what is wrong", max_length=9, choices=Category)
    text = models.TextField("in their words", blank=True, max_length=2000)
    made_at = models.DateTimeField("made", auto_now_add=True)
    decision = models.CharField(
        "decision", max_length=8, choices=Decision, default=Decision.OPEN, blank=True
    )
    decided_at = models.DateTimeField("decided", null=True, blank=True)
    decided_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            # desk.broken: the few reports that wait for a decision.
            models.Index(name="brokenreport_open", fields=["made_at"], condition=Q(decision="")),
        ]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="brokenreport_decided_or_open",
                condition=Q(decision="", decided_at__isnull=True)
                | (~Q(decision="") & Q(decided_at__isnull=False)),
            ),
        ]
