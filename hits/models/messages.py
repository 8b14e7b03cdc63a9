"""Messages between an annotator and the researchers of a batch."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from hits.models.enrolments import Enrolment
from people.models import User


class Message(models.Model):
    """One message in the thread of an enrolment, in plain text. `read_at`: when the other side read
    or settled it."""

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
            # hits.messages.reading: the messages of a thread in order.
            models.Index(name="message_of_thread", fields=["enrolment", "id"]),
            # hits.messages.reading: the few unread messages of either side.
            models.Index(
                name="message_unread",
                fields=["enrolment", "by_annotator"],
                condition=Q(read_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"Message {self.pk}"
