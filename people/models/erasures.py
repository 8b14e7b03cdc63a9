"""The model of a request to delete a person's data, which is pending, cancelled or done."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Erasure(models.Model):
    """A request to delete one person's data. The data is deleted automatically at `due_at`, unless
    the request is cancelled before then. `gone` has the number of deleted rows of each kind."""

    class Origin(models.TextChoices):
        PERSON = "person", _("requested by the person")
        OWNER = "owner", _("requested by an owner")
        RETENTION = "retention", _("end of the project’s retention period")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="erasures"
    )
    origin = models.CharField("origin", max_length=9, choices=Origin)
    texts = models.BooleanField("free texts too", default=False)
    asked_at = models.DateTimeField("asked for", auto_now_add=True)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    due_at = models.DateTimeField("due")
    stopped_at = models.DateTimeField("undone", null=True)
    done_at = models.DateTimeField("done", null=True)
    gone = models.JSONField("what went", default=dict)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # This constraint also speeds up the search for deletions that are due.
            models.UniqueConstraint(
                name="erasure_waiting_once",
                fields=["user"],
                condition=Q(stopped_at__isnull=True, done_at__isnull=True),
            ),
            models.CheckConstraint(
                name="erasure_done_or_stopped",
                condition=Q(stopped_at__isnull=True) | Q(done_at__isnull=True),
            ),
        ]

    @property
    def waits(self) -> bool:
        """Return whether the deletion can still be cancelled."""
        return self.stopped_at is None and self.done_at is None
