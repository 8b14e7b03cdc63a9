"""Messages between an annotator and the researchers of a batch."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from hits.models.enrolments import Enrolment
from people.models import User


class Message(models.Model):
    """One message of the thread that an enrolment has; plain text. `read_at`: since when the other
    side has dealt with it."""

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
            # hits.messages.reading: a thread in its order.
            models.Index(name="message_of_thread", fields=["enrolment", "id"]),
            # hits.messages.reading: what either side has not read, which is little.
            models.Index(
                name="message_unread",
                fields=["enrolment", "by_annotator"],
                condition=Q(read_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"Message {self.pk}"
