"""Figures about the machine: which parts answer, free disk space, the last backup, failed
sign-ins."""

import contextlib
import logging
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from allauth.mfa.signals import authentication_failed
from django.conf import settings
from django.core.cache import cache
from django.dispatch import receiver
from django.utils import timezone
from prometheus_client import Counter
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from redis import RedisError

from annotation.monitoring import parts
from people.sign_in.failures import sign_in_failed

BACKUP = "monitoring:backup"
FAILED = Counter("rateroom_failed_sign_ins", "Sign-ins that failed, by reason.", ["reason"])
REASONS = ("password", "limit", "factor")
for _reason in REASONS:
    FAILED.labels(_reason)  # from 0 on, so that the first failure is an increase
logger = logging.getLogger(__name__)


@receiver(sign_in_failed, dispatch_uid="monitoring.count_sign_in")
@receiver(authentication_failed, dispatch_uid="monitoring.count_factor")
def count_failure(reason: str = "factor", **_more: object) -> None:
    """Count it; the signal of a wrong second factor names another kind of reason, or none."""
    FAILED.labels(reason if reason in REASONS else "factor").inc()


def part_figures(states: Mapping[str, str]) -> Iterator[Metric]:
    """Yield 1 for each part that answers, and 0 for the others."""
    answering = GaugeMetricFamily("rateroom_up", "Whether this part answers.", labels=["part"])
    for part, state in states.items():
        answering.add_metric([part], state == parts.OK)
    yield answering


def disk_figures() -> Iterator[Metric]:
    """Yield size and free space of the disks of the folders that the site writes to."""
    size = GaugeMetricFamily("rateroom_disk_size_bytes", "Size of the disk.", labels=["folder"])
    free = GaugeMetricFamily("rateroom_disk_free_bytes", "Free space on it.", labels=["folder"])
    folders: dict[str, str | Path] = {"data": settings.VAR_DIR, "temporary": tempfile.gettempdir()}
    if not settings.RATEROOM_MEDIA:
        folders["media"] = settings.MEDIA_ROOT
    for name, folder in folders.items():
        if Path(folder).is_dir():
            usage = shutil.disk_usage(folder)
            size.add_metric([name], usage.total)
            free.add_metric([name], usage.free)
    yield size
    yield free


def record_backup(*, succeeded: bool) -> None:
    """Store the time and result of a backup for the metrics. Without Valkey, only log a line."""
    try:
        outcome = cache.get(BACKUP) or {"succeeded_at": None}
        if succeeded:
            outcome["succeeded_at"] = timezone.now().timestamp()
        cache.set(BACKUP, outcome | {"failed": not succeeded}, timeout=None)
    except RedisError as error:
        logger.warning("The metrics cannot show this backup: Valkey does not answer (%s).", error)


def backup_figures() -> Iterator[Metric]:
    """Yield the result of the last backup and the time of the last good one; nothing before the
    first."""
    with contextlib.suppress(RedisError):
        outcome = cache.get(BACKUP)
        if outcome is None:
            return
        yield GaugeMetricFamily(
            "rateroom_backup_failed",
            "1 if the last backup failed.",
            value=outcome["failed"],
        )
        if outcome["succeeded_at"]:
            yield GaugeMetricFamily(
                "rateroom_backup_succeeded_timestamp_seconds",
                "When a backup last succeeded, in seconds since 1970.",
                value=outcome["succeeded_at"],
            )
