"""Adjudicators' answers to HITs whose answers differ by a stated rule. They are never an
annotator's work, and are not paid."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from hits.models.answers import AnsweredValue, exactly_one_value
from hits.models.batches import Batch
from hits.models.work import HIT
from people.models import User


class AdjudicationRule(models.Model):
    """The rule that decides when the answers to a HIT differ enough for a decision: numbers that
    are `span` or more apart, or a choice without a majority."""

    batch = models.OneToOneField(Batch, on_delete=models.PROTECT, related_name="adjudication_rule")
    span = models.PositiveSmallIntegerField("numbers apart by at least", null=True, blank=True)
    no_majority = models.BooleanField("no majority for a choice", default=True)
    stated_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    stated_at = models.DateTimeField("stated", auto_now=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="adjudicationrule_says_something",
                condition=Q(span__isnull=False, span__gte=1)
                | Q(span__isnull=True, no_majority=True),
            ),
        ]


class Adjudication(models.Model):
    """A person's decision on a HIT, with its own answers. After a new decision, the earlier one
    stays as history."""

    # No index: the constraint `adjudication_once` begins with the HIT.
    hit = models.ForeignKey(
        HIT, on_delete=models.PROTECT, related_name="adjudications", db_index=False
    )
    adjudicator = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    shown_order = models.CharField("order shown", max_length=26)
    rubric_sha256 = models.CharField("SHA-256 of the rubric", max_length=64)
    decided_at = models.DateTimeField("decided", auto_now_add=True)
    replaced_at = models.DateTimeField("decided again", null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="adjudication_once", fields=["hit"], condition=Q(replaced_at__isnull=True)
            ),
        ]


class AdjudicatedAnswer(AnsweredValue):
    """The value of one question in an adjudication; the primary key allows only one."""

    pk = models.CompositePrimaryKey("adjudication_id", "key")
    adjudication = models.ForeignKey(
        Adjudication, on_delete=models.PROTECT, related_name="answers", db_index=False
    )
    key = models.CharField("question", max_length=120)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="adjudicatedanswer_is_one_value", condition=exactly_one_value()
            ),
        ]
