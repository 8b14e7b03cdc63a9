"""Models of webhooks: a project's endpoints, its events, and deliveries of events to endpoints."""

from datetime import datetime
from typing import ClassVar
from urllib.parse import urlsplit
from uuid import uuid4

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from people.keys import sealed, unsealed
from people.models import Project

_PURPOSE = "rateroom web hook"
URL_LENGTH = 500


class Kind(models.TextChoices):
    """The kinds of events. The value of a kind is the `type` in the event's payload."""

    PUBLISHED = "batch.published", _("A batch is published")
    PROGRESS = "batch.progress", _("A batch reached a set percentage of responses")
    DONE = "batch.done", _("A batch is done")
    OBJECTION = "objection.made", _("An annotator has appealed a rejection")
    REPORT = "report.ready", _("Results are ready")
    TEST = "webhook.test", _("Test")


# The kinds of events that an endpoint can choose.
CHOICES = [choice for choice in Kind.choices if choice[0] != Kind.TEST]


class Endpoint(models.Model):
    """A URL that receives a project's events. The endpoint's secret is stored encrypted. After a
    rotation, events are also signed with the former secret until `former_until`.

    Only one worker at a time sends to the endpoint. This worker holds `lease` until `leased_until`.
    """

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="webhooks")
    # The key of the form or request, so that submitting it twice creates only one endpoint.
    key = models.CharField(max_length=60, editable=False)
    name = models.CharField("name", max_length=80)
    url = models.CharField("address", max_length=URL_LENGTH)
    kinds = ArrayField(models.CharField(max_length=20, choices=Kind), verbose_name="events")
    percentages = ArrayField(
        models.PositiveSmallIntegerField(), verbose_name="percentages", default=list
    )
    sealed_secret = models.BinaryField(editable=False)
    sealed_former = models.BinaryField(blank=True, default=b"", editable=False)
    former_until = models.DateTimeField(null=True, blank=True, editable=False)
    rotation_key = models.CharField(max_length=60, blank=True, editable=False)
    created_at = models.DateTimeField("created", auto_now_add=True)
    # The time since when all deliveries have failed. It is blank again after a success.
    failing_since = models.DateTimeField("failing since", null=True, blank=True)
    off_at = models.DateTimeField("switched off", null=True, blank=True)
    off_because = models.CharField("because", max_length=300, blank=True)
    lease = models.UUIDField(null=True, editable=False)
    leased_until = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = "webhook"
        verbose_name_plural = "webhooks"
        ordering: ClassVar[list[str]] = ["id"]
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="webhook_once", fields=["project", "key"]),
            models.CheckConstraint(
                name="webhook_has_kinds", condition=Q(kinds__len__gte=1) & ~Q(sealed_secret=b"")
            ),
            models.CheckConstraint(
                name="webhook_percentages_with_progress",
                condition=Q(kinds__contains=[Kind.PROGRESS.value], percentages__len__gte=1)
                | (~Q(kinds__contains=[Kind.PROGRESS.value]) & Q(percentages__len=0)),
            ),
            models.CheckConstraint(
                name="webhook_former_secret_ends",
                condition=Q(sealed_former=b"", former_until__isnull=True)
                | (~Q(sealed_former=b"") & Q(former_until__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def secret(self) -> str:
        return unsealed(bytes(self.sealed_secret), purpose=_PURPOSE)

    @secret.setter
    def secret(self, value: str) -> None:
        self.sealed_secret = sealed(value, purpose=_PURPOSE)

    def secrets(self, now: datetime) -> list[str]:
        """Return the secrets that are valid at `now`, starting with the newest."""
        if self.former_until is None or self.former_until <= now:
            return [self.secret]
        return [self.secret, unsealed(bytes(self.sealed_former), purpose=_PURPOSE)]

    @property
    def is_on(self) -> bool:
        return self.off_at is None

    @property
    def host(self) -> str:
        """Return only the host of the URL, because the rest of the URL may be secret."""
        return urlsplit(self.url).netloc

    @property
    def labels(self) -> list[str]:
        """Return the labels of the kinds of events that the endpoint receives."""
        at = ", ".join(f"{percent} %" for percent in self.percentages)
        return [
            f"{label} ({at})" if value == Kind.PROGRESS else str(label)
            for value, label in CHOICES
            if value in self.kinds
        ]


class Event(models.Model):
    """One event, stored in the transaction that causes it. `body` is sent byte for byte, and is ""
    after the content has been deleted."""

    project = models.ForeignKey(Project, on_delete=models.CASCADE, related_name="events")
    kind = models.CharField("event", max_length=20, choices=Kind)
    subject = models.CharField("about", max_length=120)  # for example "batch:12"
    body = models.TextField(blank=True)
    happened_at = models.DateTimeField("happened", default=timezone.now)
    # The id of the request that caused the event. Log lines about its deliveries have the same id.
    request_id = models.CharField(max_length=32, blank=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="event_once", fields=["project", "kind", "subject"]),
        ]
        indexes: ClassVar[list[models.Index]] = [
            # For tasks.webhooks.retention, which finds bodies that are due for deletion.
            models.Index(name="event_with_body", fields=["happened_at"], condition=~Q(body="")),
        ]


class Delivery(models.Model):
    """The delivery of an event to one endpoint. `message` identifies the delivery to the receiver
    and is the same in every attempt. `attempts` counts the attempts since the delivery was last
    requested."""

    class State(models.TextChoices):
        WAITING = "waiting", _("To be sent")
        DELIVERED = "delivered", capfirst(_("delivered"))
        FAILED = "failed", _("Failed")

    endpoint = models.ForeignKey(Endpoint, on_delete=models.CASCADE, related_name="deliveries")
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="deliveries")
    message = models.UUIDField(default=uuid4, unique=True, editable=False)
    state = models.CharField("state", max_length=9, choices=State, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField("attempts", default=0)
    next_at = models.DateTimeField("next attempt", null=True, default=timezone.now)
    created_at = models.DateTimeField("made", auto_now_add=True)
    ended_at = models.DateTimeField("ended", null=True)

    class Meta:
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(name="delivery_once", fields=["endpoint", "event"]),
            models.CheckConstraint(
                name="delivery_waits_or_ended",
                condition=Q(state="waiting", next_at__isnull=False, ended_at__isnull=True)
                | (~Q(state="waiting") & Q(next_at__isnull=True, ended_at__isnull=False)),
            ),
        ]
        indexes: ClassVar[list[models.Index]] = [
            # For tasks.webhooks.delivering, which finds an endpoint's due deliveries, and all
            # endpoints with due deliveries.
            models.Index(
                name="delivery_due", fields=["endpoint", "next_at"], condition=Q(state="waiting")
            ),
            # For the log of an endpoint, in total and by state, latest first.
            models.Index(name="delivery_log", fields=["endpoint", "-id"]),
            models.Index(name="delivery_log_by_state", fields=["endpoint", "state", "-id"]),
            # For tasks.webhooks.retention, which finds deliveries past their retention period.
            models.Index(
                name="delivery_ended", fields=["ended_at"], condition=Q(ended_at__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"msg_{self.message.hex}"


class Attempt(models.Model):
    """One attempt at a delivery. The row is committed before the call. If `ended_at` is null, the
    call is running, or its worker was killed and the outcome is unknown."""

    class Problem(models.TextChoices):
        NONE = "", _("None")
        STATUS = "status", _("The receiver did not accept the delivery.")
        REDIRECT = "redirect", _("The address redirects. We do not follow redirects.")
        ADDRESS = "address", _("We cannot send requests to this address.")
        SLOW = "slow", _("The receiver did not answer in time.")
        CONNECTION = "connection", _("The receiver cannot be reached.")
        SECRET = "secret", _("The secret can no longer be read. Create a new secret.")

    delivery = models.ForeignKey(Delivery, on_delete=models.CASCADE, related_name="calls")
    at = models.DateTimeField("when")
    ended_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField("status", null=True)
    problem = models.CharField("problem", max_length=10, choices=Problem, blank=True)
    detail = models.CharField("detail", max_length=300, blank=True)
    response = models.TextField("response", blank=True)  # the start of the response

    class Meta:
        ordering: ClassVar[list[str]] = ["id"]
