"""Training and tests before the work: attempts, answers and pay. They are not assignments, so they
are in no result and no export of answers."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from hits.models.batches import Batch
from hits.models.checks import GoldKey
from hits.models.enrolments import Enrolment
from people.models import User


class TrainingAttempt(models.Model):
    """One of a person's runs through a batch's training HITs, or through its test."""

    class Part(models.TextChoices):
        TRAINING = "training", _("Training")
        TEST = "test", _("Test")

    enrolment = models.ForeignKey(
        Enrolment, on_delete=models.PROTECT, related_name="training_attempts", db_index=False
    )
    part = models.CharField("part", max_length=8, choices=Part)
    number = models.PositiveSmallIntegerField("attempt")
    # The HITs in the order drawn, fixed at the start.
    key_ids = ArrayField(models.BigIntegerField(), verbose_name="HITs")
    started_at = models.DateTimeField("started", default=timezone.now)
    finished_at = models.DateTimeField("finished", null=True, blank=True)
    right = models.PositiveSmallIntegerField("right", null=True, blank=True)
    passed = models.BooleanField("passed", null=True, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="trainingattempt_once", fields=["enrolment", "part", "number"]
            ),
            models.UniqueConstraint(
                name="trainingattempt_one_open",
                fields=["enrolment"],
                condition=Q(finished_at__isnull=True),
            ),
            models.CheckConstraint(
                name="trainingattempt_part", condition=Q(part__in=["training", "test"])
            ),
            models.CheckConstraint(
                name="trainingattempt_has_hits", condition=Q(number__gte=1, key_ids__len__gte=1)
            ),
            models.CheckConstraint(
                name="trainingattempt_finished_with_result",
                condition=Q(finished_at__isnull=True, right__isnull=True, passed__isnull=True)
                | Q(
                    finished_at__isnull=False,
                    right__isnull=False,
                    passed__isnull=False,
                    right__lte=F("key_ids__len"),
                ),
            ),
        ]

    @property
    def asked(self) -> int:
        return len(self.key_ids)


class TrainingAnswer(models.Model):
    """The answers to one HIT in an attempt."""

    attempt = models.ForeignKey(
        TrainingAttempt, on_delete=models.CASCADE, related_name="answers", db_index=False
    )
    key = models.ForeignKey(GoldKey, on_delete=models.PROTECT, related_name="training_answers")
    shown_order = models.CharField("order shown", max_length=26)
    values = models.JSONField("answers")  # by question key
    passed = models.BooleanField("right")
    answered_at = models.DateTimeField("answered", default=timezone.now)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="traininganswer_once", fields=["attempt", "key"]),
            models.CheckConstraint(
                name="traininganswer_shown_order", condition=Q(shown_order__regex="^[a-z]+\\Z")
            ),
        ]


class TrainingPlace(models.Model):
    """One person's pay for training and test, in the batch's escrow until it is paid. A person who
    starts reserves a place for a day; after that, the next person who starts can take it."""

    batch = models.ForeignKey(Batch, on_delete=models.PROTECT, related_name="training_places")
    enrolment = models.OneToOneField(
        Enrolment, on_delete=models.PROTECT, null=True, blank=True, related_name="training_place"
    )
    taken_at = models.DateTimeField("taken", null=True, blank=True)
    paid_at = models.DateTimeField("paid", null=True, blank=True)
    # Not through the enrolment, which can be another person's after a merge.
    paid_to = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )

    class Meta:
        verbose_name = "training paid for"
        verbose_name_plural = "trainings paid for"
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="trainingplace_taken_by_somebody",
                condition=Q(enrolment__isnull=True, taken_at__isnull=True, paid_at__isnull=True)
                | Q(enrolment__isnull=False, taken_at__isnull=False),
            ),
            models.CheckConstraint(
                name="trainingplace_paid_to_somebody",
                condition=Q(paid_at__isnull=True, paid_to__isnull=True)
                | Q(paid_at__isnull=False, paid_to__isnull=False),
            ),
        ]
