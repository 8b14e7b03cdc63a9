"""Database rows of long tasks. A task has at most three attempts, and an attempt is counted before
it starts. A task can be cancelled or fail."""

import logging
from collections.abc import Iterator
from datetime import timedelta
from typing import ClassVar, Self

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.database.locks import Work, alone_at
from people.models import User

logger = logging.getLogger(__name__)

MOST_ATTEMPTS = 3
LOST_SECONDS = 900  # if a row has no worker for this long, its task is sent again

ATTEMPTS = (
    "The task was started {most} times, and its process was killed each time before it finished. "
    "{remedy}"
)


class Cancelled(Exception):
    """Raised if the work has been cancelled. Its results are not stored. The row records who
    cancelled the work."""


class WorkState(models.TextChoices):
    """The states of a long task, which are the same for all kinds of tasks."""

    WAITING = "waiting", _("Waiting")
    RUNNING = "running", _("Running")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")
    CANCELLED = "cancelled", _("Cancelled")


class LongWork(models.Model):
    """The columns of long tasks. Subclasses add the state and define which states need work."""

    attempts = models.PositiveSmallIntegerField("attempts", default=0, editable=False)
    sent_at = models.DateTimeField("sent to a worker", default=timezone.now, editable=False)
    cancelled_by = models.ForeignKey(
        User,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        editable=False,
        verbose_name="cancelled by",
    )
    cancelled_at = models.DateTimeField("cancelled", null=True, blank=True, editable=False)

    LOCK: ClassVar[Work]
    REMEDY: ClassVar[str]  # advice to the person if the work exceeds a limit

    class Meta:
        abstract = True

    @property
    def work_state(self) -> WorkState:
        """Return the row's state as one of the states that all kinds of long tasks share."""
        raise NotImplementedError

    @classmethod
    def under_way(cls) -> models.QuerySet[Self]:
        """Return the rows that a worker must still process."""
        raise NotImplementedError

    @classmethod
    def cancellable(cls) -> models.QuerySet[Self]:
        return cls.under_way()

    @classmethod
    def failed_with(cls, reason: str) -> dict[str, object]:
        """Return the field values for a row whose work failed for `reason`."""
        raise NotImplementedError

    @classmethod
    def cancelled_with(cls) -> dict[str, object]:
        """Return additional field values for a row whose work is cancelled."""
        raise NotImplementedError


def fresh() -> dict[str, object]:
    """Return the field values for a row whose work is requested, for the first time or again."""
    return {"attempts": 0, "sent_at": timezone.now(), "cancelled_by": None, "cancelled_at": None}


def begin_attempt(row: LongWork, **changes: object) -> bool:
    """Count an attempt at the work, and store `changes` at the same time. Return False if the work
    has ended. If no attempts are left, record the failure and return False.

    Call this function under the row's lock and outside a transaction, so that the count is
    committed before the work starts.
    """
    same = type(row).under_way().filter(pk=row.pk)
    begun = same.filter(attempts__lt=MOST_ATTEMPTS).update(
        attempts=F("attempts") + 1, sent_at=timezone.now(), **changes
    )
    if not begun and fail(row, ATTEMPTS.format(most=MOST_ATTEMPTS, remedy=row.REMEDY)):
        logger.warning(
            "%s %s was given up after %s attempts.", type(row).__name__, row.pk, MOST_ATTEMPTS
        )
    return begun == 1


def fail(row: LongWork, reason: str) -> bool:
    """Record that the work failed, with the reason. Return False if the work has already ended."""
    return type(row).under_way().filter(pk=row.pk).update(**row.failed_with(reason)) == 1


def cancel(row: LongWork, *, by: User | None) -> bool:
    """Cancel the work. Return False if it has ended. `by` is None if other work has replaced this
    work."""
    changes = {"cancelled_by": by, "cancelled_at": timezone.now(), **row.cancelled_with()}
    return type(row).cancellable().filter(pk=row.pk).update(**changes) == 1


def lost(kind: type[LongWork], waiting: Q | None = None) -> Iterator[int]:
    """Yield the ids of rows whose task was sent at least LOST_SECONDS ago, but which no worker has
    finished or is processing. These rows are marked as sent to a worker again."""
    before = timezone.now() - timedelta(seconds=LOST_SECONDS)
    rows = kind.under_way() if waiting is None else kind._default_manager.filter(waiting)
    for pk in rows.filter(sent_at__lt=before).values_list("pk", flat=True):
        with alone_at(kind.LOCK, pk, wait=False) as nobody_else:
            if nobody_else and kind._default_manager.filter(pk=pk, sent_at__lt=before).update(
                sent_at=timezone.now()
            ):
                yield pk
