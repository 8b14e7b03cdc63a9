"""API tokens and their limits."""

from dataclasses import dataclass
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 80


class Scope(models.TextChoices):
    """A permission of an API token. No permission includes another, except that every token can
    read."""

    READ = "read", _("Read")
    WRITE = "write", _("Change data, batches and settings")
    MONEY = "money", _("Spend money: publish, approve, pay")
    PEOPLE = "people", _("Create projects, invite people, change and remove roles")


@dataclass(frozen=True)
class Limit:
    """The limits of an API token: its project (None for all of the person's projects) and its
    permissions. `people.access` applies the limits, so all permission functions respect them."""

    project_id: int | None
    scopes: frozenset[str]

    @property
    def write(self) -> bool:
        """Return whether the token can change anything in its projects."""
        return not self.scopes.isdisjoint({Scope.WRITE, Scope.MONEY})


class ApiToken(models.Model):
    """An API token that acts for `user` until it expires or is revoked. Only its hash is stored.
    `hint` has the token's last characters, so that people can recognise it."""

    user = models.ForeignKey("people.User", on_delete=models.CASCADE, related_name="api_tokens")
    project = models.ForeignKey(
        "people.Project",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="project",
    )
    name = models.CharField("name", max_length=NAME_LENGTH)
    scopes = ArrayField(
        models.CharField(max_length=10, choices=Scope),
        verbose_name="scopes",
        db_default=[Scope.READ],
    )
    token_sha256 = models.CharField(max_length=64, unique=True, editable=False)
    hint = models.CharField(max_length=4, editable=False)
    created_at = models.DateTimeField("created", auto_now_add=True)
    expires_at = models.DateTimeField("expires")
    last_used_at = models.DateTimeField("last used", null=True, blank=True)
    ended_at = models.DateTimeField("ended", null=True, blank=True)

    class Meta:
        app_label = "people"
        verbose_name = "API token"
        verbose_name_plural = "API tokens"
        ordering: ClassVar[list[str]] = ["-id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                name="api_token_scopes",
                condition=Q(scopes__contained_by=list(Scope), scopes__contains=[Scope.READ]),
            ),
            models.CheckConstraint(
                name="api_token_expires", condition=Q(expires_at__gt=F("created_at"))
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @classmethod
    def usable(cls) -> "QuerySet[ApiToken]":
        """Return the tokens that have neither expired nor been revoked."""
        return cls.objects.filter(ended_at__isnull=True, expires_at__gt=timezone.now())

    @property
    def is_usable(self) -> bool:
        return self.ended_at is None and self.expires_at > timezone.now()

    @property
    def limit(self) -> Limit:
        return Limit(self.project_id, frozenset(self.scopes))

    def allows(self, scope: str) -> bool:
        """Return whether the token allows requests that need `scope`."""
        return scope in self.scopes

    @property
    def may(self) -> list[str]:
        """Return the names of the token's permissions. Reading is named only if the token has no
        other permission."""
        labels = [str(scope.label) for scope in Scope if scope in self.scopes]
        return labels[1:] or labels
