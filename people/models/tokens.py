"""API tokens, and the limits that a token sets on its person's rights."""

from dataclasses import dataclass
from typing import ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 80


class Scope(models.TextChoices):
    """A permission of an API token. No permission includes another, and every token can read."""

    READ = "read", _("Read")
    WRITE = "write", _("Change data, batches and settings")
    MONEY = "money", _("Spend money: publish, approve, pay")
    PEOPLE = "people", _("Create projects, invite people, change and end roles")


@dataclass(frozen=True)
class Limit:
    """The limits of an API token: its project (None for all projects), and what the token can do
    there. `people.access` applies the limits, so all permission functions respect them."""

    project_id: int | None
    scopes: frozenset[str]

    @property
    def write(self) -> bool:
        """Return whether the token can change anything in its projects."""
        return not self.scopes.isdisjoint({Scope.WRITE, Scope.MONEY})


class ApiToken(models.Model):
    """An API token that acts for `user` until it expires or is revoked. Only the token's hash is
    stored, with `hint`, its last characters, so that people can recognise the token."""

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
        """Return the tokens that were not revoked and have not expired."""
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
        """Return phrases for what the token can do besides reading, or that it can only read."""
        labels = [str(scope.label) for scope in Scope if scope in self.scopes]
        return labels[1:] or labels
