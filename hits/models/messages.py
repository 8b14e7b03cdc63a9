"""Models for messages between annotators and researchers, and for annotators' reports of broken
HITs."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from hits.models.enrolments import Enrolment
from hits.models.work import Assignment
from people.models import User


class Message(models.Model):
    """A plain-text message in the thread of an enrolment. `read_at` is the time when the recipient
    read it or marked it as read."""

    enrolment = models.ForeignKey(
        Enrolment, on_delete=models.PROTECT, related_name="messages", db_index=False
    )
    by_annotator = models.BooleanField("by the annotator")
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="messages")
    text = models.TextField("text", max_length=4000)
    sent_at = models.DateTimeField("sent", auto_now_add=True)
    read_at = models.DateTimeField("read", null=True, blank=True)

    class Meta:
        indexes: ClassVar[list[models.Index]] = [
            # hits.messages: the messages of a thread in order.
            models.Index(name="message_of_thread", fields=["enrolment", "id"]),
            # hits.messages: the few unread messages of either side.
            models.Index(
                name="message_unread",
                fields=["enrolment", "by_annotator"],
                condition=Q(read_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"Message {self.pk}"


class BrokenReport(models.Model):
    """An annotator's report that the HIT of an assignment is broken. `hits.broken` processes
    reports."""

    class Category(models.TextChoices):
        MEDIA = "media", _("A picture, clip or sound does not load or play")
        TEXT = "text", _("Text is missing, cut off or unreadable")
        MISMATCH = "mismatch", _("The contents of this HIT do not belong together")
        QUESTIONS = "questions", _("The questions cannot be answered for this HIT")
        HARMFUL = "harmful", _("The content is disturbing")
        OTHER = "other", _("Something else")

    class Decision(models.TextChoices):
        OPEN = "", _("Waiting")
        PUT_BACK = "put_back", _("HIT available again")
        CLOSED = "closed", _("HIT closed permanently")

    assignment = models.OneToOneField(
        Assignment, on_delete=models.PROTECT, related_name="broken_report"
    )
    category = models.CharField("problem", max_length=9, choices=Category)
    text = models.TextField("description", blank=True, max_length=2000)
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
