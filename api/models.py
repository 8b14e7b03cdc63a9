"""Writes that a client named by a key, so that a repeat is answered and not done again."""

from typing import ClassVar

from django.db import models

from hits.models import BackgroundTask, Batch
from people.models import Project, User
from stimuli.models import Dataset

KEY_LENGTH = 200


class KeyedWrite(models.Model):
    """A write that was done, with its answer; it goes with what the write was about.

    `answer` is null where it held a secret: the write is then asked again, and by its key gives
    the same.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="keyed_writes")
    key = models.CharField("key", max_length=KEY_LENGTH)
    request_sha256 = models.CharField("SHA-256 of the request", max_length=64)
    status = models.PositiveSmallIntegerField("status")
    answer = models.JSONField("answer", null=True)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, null=True, related_name="+")
    dataset = models.ForeignKey(Dataset, on_delete=models.CASCADE, null=True, related_name="+")
    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, null=True, related_name="+")
    # What was left to a worker; where it failed, the key may be used again.
    task = models.ForeignKey(BackgroundTask, on_delete=models.CASCADE, null=True, related_name="+")
    # Who may be given the answer again, besides the role and scope that every write needs.
    for_owners = models.BooleanField("for owners", default=False, db_default=False)
    scope = models.CharField("scope", max_length=10, default="", db_default="")
    created_at = models.DateTimeField("created", auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="keyed_write_once", fields=["user", "key"]),
        ]
