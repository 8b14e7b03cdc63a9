"""Models for decisions on pre-publish findings: items left out, masked outputs, and accepted
findings."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from hits.models.batches import Batch
from people.models import User
from stimuli.models import Item, Output


class LeftOutItem(models.Model):
    """An item that is left out of a draft's sample, with the check that found a problem in it.

    After publication, a trigger rejects changes, because the sample is promised.
    """

    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, related_name="left_out_items", db_index=False
    )
    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="+")
    check_name = models.CharField("check", max_length=40)
    left_out_at = models.DateTimeField("left out", auto_now_add=True)
    left_out_by = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # The index also serves the sample's query by batch and item.
            models.UniqueConstraint(name="left_out_item_once", fields=["batch", "item"]),
            models.CheckConstraint(
                name="left_out_item_names_its_check", condition=~Q(check_name="")
            ),
        ]


class MaskedOutput(models.Model):
    """The masked text of an output in this batch, and the check that found the words to mask.
    Annotators and judges see the masked text.

    After publication, a trigger refuses changes. The only exceptions are outputs that no HIT of the
    batch shows yet.
    """

    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, related_name="masked_outputs", db_index=False
    )
    output = models.ForeignKey(Output, on_delete=models.CASCADE, related_name="masks")
    text = models.TextField("text as shown")
    check_name = models.CharField("check", max_length=40)
    masked_at = models.DateTimeField("masked", auto_now_add=True)
    masked_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, related_name="+", db_index=False
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # The index also serves a page's query by batch and output.
            models.UniqueConstraint(name="masked_output_once", fields=["batch", "output"]),
            models.CheckConstraint(
                name="masked_output_names_its_check", condition=~Q(check_name="")
            ),
        ]


class AcceptedFinding(models.Model):
    """A finding of the pre-publish check that a person accepted. `fingerprint` is a hash of the
    rows that the check found. If the check later finds other rows, the finding counts as new."""

    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, related_name="accepted_findings", db_index=False
    )
    check_name = models.CharField("check", max_length=40)
    fingerprint = models.CharField("fingerprint", max_length=32)
    rows = models.PositiveIntegerField("rows")
    accepted_at = models.DateTimeField("accepted", auto_now_add=True)
    accepted_by = models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="accepted_finding_once", fields=["batch", "check_name", "fingerprint"]
            ),
            models.CheckConstraint(
                name="accepted_finding_names_its_check", condition=~Q(check_name="")
            ),
        ]
