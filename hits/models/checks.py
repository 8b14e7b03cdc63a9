"""Models for qualifications, known answers, and training and tests. Training and tests have no
assignments, so results and exports of responses do not include them."""

from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from hits.models.batches import Batch
from hits.models.enrolments import Enrolment
from people.models import Project, User
from stimuli.models import Item


class Qualification(models.Model):
    """A named qualification that people in a project can have."""

    project = models.ForeignKey(
        Project, on_delete=models.CASCADE, related_name="qualifications", db_index=False
    )
    name = models.CharField("name", max_length=120)
    created_at = models.DateTimeField("created", auto_now_add=True)
    created_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                name="qualification_once",
                fields=["project", "name"],
                violation_error_message=_("This name is already taken."),
            ),
            models.CheckConstraint(name="qualification_named", condition=~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name


class QualifiedPerson(models.Model):
    """A period in which a person has a qualification, with its start, origin and end. A
    qualification that was revoked and granted again has a row for each period."""

    class Origin(models.TextChoices):
        TEST = "test", _("Passed the test")
        HAND = "hand", capfirst(_("by hand"))
        IMPORT = "import", _("From a table")

    qualification = models.ForeignKey(
        Qualification, on_delete=models.CASCADE, related_name="people", db_index=False
    )
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="qualifications")
    origin = models.CharField("origin", max_length=6, choices=Origin)
    reason = models.CharField("reason", max_length=500, blank=True, default="")
    granted_at = models.DateTimeField("upheld", default=timezone.now)
    granted_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    expires_at = models.DateTimeField("expires", null=True, blank=True)
    revoked_at = models.DateTimeField("revoked", null=True, blank=True)
    revoked_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    revoked_reason = models.CharField("why revoked", max_length=500, blank=True, default="")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # hits.access: the one row that a claim reads if the audience requires a qualification.
            models.UniqueConstraint(
                name="qualifiedperson_once",
                fields=["qualification", "user"],
                condition=Q(revoked_at__isnull=True),
            ),
            models.CheckConstraint(
                name="qualifiedperson_origin", condition=Q(origin__in=["test", "hand", "import"])
            ),
            models.CheckConstraint(
                name="qualifiedperson_by_hand_with_reason",
                condition=~Q(origin="hand") | ~Q(reason=""),
            ),
            models.CheckConstraint(
                name="qualifiedperson_expires_later",
                condition=Q(expires_at__isnull=True) | Q(expires_at__gt=F("granted_at")),
            ),
            models.CheckConstraint(
                name="qualifiedperson_revoked_with_reason",
                condition=Q(revoked_at__isnull=True, revoked_by__isnull=True, revoked_reason="")
                | (Q(revoked_at__isnull=False) & ~Q(revoked_reason="")),
            ),
        ]

    @property
    def is_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()


class GoldKey(models.Model):
    """Known answers about an item's outputs. They define which answers pass. The item is in no main
    HIT. Publishing creates a gold HIT for each key with the purpose gold. Keys for training and
    test are shown before the work (`quality.training`).

    `quality.gold` explains the format of `rules`. A trigger rejects changes to them after
    publication.
    """

    class Kind(models.TextChoices):
        KNOWN = "known", capfirst(_("known answers"))
        PERCEPTUAL = "perceptual", capfirst(_("perceptual check"))
        INSTRUCTIONAL = "instructional", _("Attention check")
        DEGRADED = "degraded", capfirst(_("degraded copy"))

    class Purpose(models.TextChoices):
        GOLD = "gold", _("Gold")
        TRAINING = "training", _("Training")
        TEST = "test", _("Test")

    batch = models.ForeignKey(
        Batch, on_delete=models.CASCADE, related_name="gold_keys", db_index=False
    )
    kind = models.CharField(
        "kind", max_length=13, choices=Kind, default=Kind.KNOWN, db_default=Kind.KNOWN
    )
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="+")
    output_ids = ArrayField(models.BigIntegerField(), verbose_name="outputs")
    rules = models.JSONField("answers that pass")
    purpose = models.CharField(
        "purpose", max_length=8, choices=Purpose, default=Purpose.GOLD, db_default="gold"
    )
    # The place in the uploaded table, which is the order of training.
    place = models.PositiveIntegerField("place", default=0, db_default=0)
    explanation = models.TextField("why", blank=True, default="", db_default="")
    retired_at = models.DateTimeField("retired", null=True, blank=True)
    retired_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    retired_reason = models.TextField("why retired", blank=True, default="")

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            # Also finds a batch's gold, for example in a claim.
            models.UniqueConstraint(name="goldkey_once", fields=["batch", "output_ids"]),
            models.CheckConstraint(name="goldkey_has_outputs", condition=Q(output_ids__len__gte=1)),
            models.CheckConstraint(
                name="goldkey_purpose", condition=Q(purpose__in=["gold", "training", "test"])
            ),
            models.CheckConstraint(
                name="goldkey_retired_with_reason",
                condition=Q(retired_at__isnull=True, retired_by__isnull=True, retired_reason="")
                | (Q(retired_at__isnull=False) & ~Q(retired_reason="")),
            ),
        ]

    @property
    def outputs_slug(self) -> str:
        return "-".join(map(str, self.output_ids))


class CheckCredit(models.Model):
    """A check that the batch's escrow pays for and that no one has claimed yet. Claiming a check
    deletes a credit, and a check that ends without a response restores one."""

    batch = models.ForeignKey(
        Batch, on_delete=models.PROTECT, related_name="check_credits", db_index=False
    )

    class Meta:
        verbose_name = "unclaimed gold HIT or retest"
        verbose_name_plural = "unclaimed gold HITs and retests"
        indexes: ClassVar[list[models.Index]] = [
            # hits/queue/sql/checks.sql: the batch's first unlocked credit.
            models.Index(name="checkcredit_next", fields=["batch", "id"]),
        ]


class TrainingAttempt(models.Model):
    """A person's attempt at all training HITs of a batch, or at its test."""

    class Part(models.TextChoices):
        TRAINING = "training", _("Training")
        TEST = "test", _("Test")

    enrolment = models.ForeignKey(
        Enrolment, on_delete=models.PROTECT, related_name="training_attempts", db_index=False
    )
    part = models.CharField("part", max_length=8, choices=Part)
    number = models.PositiveSmallIntegerField("attempt")
    # The ids of the HITs' keys in the order drawn, fixed at the start.
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
    """A person's answers to one HIT in an attempt at the training or the test."""

    attempt = models.ForeignKey(
        TrainingAttempt, on_delete=models.CASCADE, related_name="answers", db_index=False
    )
    key = models.ForeignKey(GoldKey, on_delete=models.PROTECT, related_name="training_answers")
    shown_order = models.CharField("order shown", max_length=26)
    values = models.JSONField("answers")  # answers by question key
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
    """The pay for one person's training and test, which is in the batch's escrow until the person
    is paid. A person who starts the training reserves a place for a day. After that, someone else
    can take the place."""

    batch = models.ForeignKey(Batch, on_delete=models.PROTECT, related_name="training_places")
    enrolment = models.OneToOneField(
        Enrolment, on_delete=models.PROTECT, null=True, blank=True, related_name="training_place"
    )
    taken_at = models.DateTimeField("taken", null=True, blank=True)
    paid_at = models.DateTimeField("paid", null=True, blank=True)
    # Stored here because the enrolment can be another person's after a merge.
    paid_to = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )

    class Meta:
        verbose_name = "training place"
        verbose_name_plural = "training places"
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
