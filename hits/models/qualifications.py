"""Qualifications of people in a project; an audience can require one."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from people.models import Project, User


class Qualification(models.Model):
    """A qualification that people of a project can have, by name."""

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
    """A person's qualification: its start, source and end. If it is revoked and renewed, each
    period has its own row."""

    class Origin(models.TextChoices):
        TEST = "test", _("Passed its test")
        HAND = "hand", _("Granted by hand")
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
