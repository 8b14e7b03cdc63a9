"""Models for citable snapshots of exports, and for the keys of projects' stable pseudonyms."""

import secrets
from typing import ClassVar

from django.db import models
from django.db.models import Q

from hits.models.batches import Batch
from people.models import Project, User


def new_secret() -> bytes:
    return secrets.token_bytes(32)


class PseudonymKey(models.Model):
    """A project's secret key for pseudonyms. It never changes, so that pseudonyms stay the same."""

    project = models.OneToOneField(
        Project, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    secret = models.BinaryField("secret", default=new_secret, editable=False)


class ExportSnapshot(models.Model):
    """A snapshot of an export, stored byte for byte under its SHA-256.

    The bytes are stored, because later decisions or exclusions would change an export with the same
    options. If rows are deleted, a new snapshot replaces this one, and lists the deleted
    assignments in `erased`. This snapshot then keeps its hash but not its file.
    """

    batch = models.ForeignKey(Batch, on_delete=models.PROTECT, related_name="export_snapshots")
    sha256 = models.CharField("SHA-256", max_length=64)
    form = models.CharField("format", max_length=10)
    parameters = models.JSONField("choices")
    rows = models.PositiveBigIntegerField("rows")
    size = models.PositiveBigIntegerField("bytes")
    file = models.CharField("file", max_length=200, blank=True)
    replaces = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="replaced_by"
    )
    erased = models.JSONField("erased assignments", default=list, blank=True)
    created_at = models.DateTimeField("created", auto_now_add=True)
    created_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )

    class Meta:
        ordering: ClassVar[list[str]] = ["-id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # The address of a snapshot contains the batch and the hash.
            models.UniqueConstraint(name="export_snapshot_once", fields=["batch", "sha256"]),
            models.CheckConstraint(
                name="export_snapshot_sha256", condition=Q(sha256__regex="^[0-9a-f]{64}\\Z")
            ),
            models.CheckConstraint(
                name="export_snapshot_names_what_was_erased",
                condition=Q(replaces__isnull=True, erased=[])
                | (Q(replaces__isnull=False) & ~Q(erased=[])),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.form} {self.sha256[:12]}"
