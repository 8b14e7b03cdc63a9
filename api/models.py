"""Writes that clients named with an idempotency key, stored so that repeats get the same reply."""

from typing import ClassVar

from django.db import models

from hits.models import BackgroundTask, Batch
from people.models import Project, User
from stimuli.models import Dataset

KEY_LENGTH = 200


class KeyedWrite(models.Model):
    """A completed write with its reply. It is deleted together with the object that was written.

    `answer` is null if the reply contained a secret. A repeat then runs the write again, and the
    same idempotency key produces the same reply.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="keyed_writes")
    key = models.CharField("key", max_length=KEY_LENGTH)
    request_sha256 = models.CharField("SHA-256 of the request", max_length=64)
    status = models.PositiveSmallIntegerField("status")
    answer = models.JSONField("answer", null=True)
    project = models.ForeignKey(Project, on_delete=models.CASCADE, null=True, related_name="+")
    dataset = models.ForeignKey(Dataset, on_delete=models.CASCADE, null=True, related_name="+")
    batch = models.ForeignKey(Batch, on_delete=models.CASCADE, null=True, related_name="+")
    # The work left to a worker. If it failed, the key can be used again.
    task = models.ForeignKey(BackgroundTask, on_delete=models.CASCADE, null=True, related_name="+")
    # Who can get the stored reply, in addition to the role and scope that every write needs.
    for_owners = models.BooleanField("for owners", default=False, db_default=False)
    scope = models.CharField("scope", max_length=10, default="", db_default="")
    created_at = models.DateTimeField("created", auto_now_add=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="keyed_write_once", fields=["user", "key"]),
        ]
