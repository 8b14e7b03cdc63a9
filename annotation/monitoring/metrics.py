"""The metrics for Prometheus: requests counted by this machine's processes, the state of the
machine, and the current state of the database and the queues."""

import contextlib
import logging
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from time import perf_counter, time

import redis
from allauth.mfa.signals import authentication_failed
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import MiddlewareNotUsed
from django.db import connection
from django.db.models import Count, Min, OuterRef, Q, Subquery, Sum
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import timezone
from prometheus_client import REGISTRY, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from redis import RedisError

from analysis.models import Report
from annotation.monitoring import parts
from annotation.monitoring.money import judge_figures, ledger_figures
from annotation.monitoring.outboxes import email_figures, prolific_figures, webhook_figures
from annotation.monitoring.request_ids_of_tasks import sent_at
from hits.models import Assignment, BackgroundTask, Batch, Enrolment
from judges.models import JudgeRun, Verdict
from people.sign_in.failures import sign_in_failed
from stimuli.models import DatasetImport

BACKUP = "monitoring:backup"
FAILED = Counter("rateroom_failed_sign_ins", "Failed sign-ins by reason.", ["reason"])
REASONS = ("password", "limit", "factor")
for _reason in REASONS:
    FAILED.labels(_reason)  # start at 0, so that the first failure is an increase
logger = logging.getLogger(__name__)


@receiver(sign_in_failed, dispatch_uid="monitoring.count_sign_in")
@receiver(authentication_failed, dispatch_uid="monitoring.count_factor")
def count_failure(reason: str = "factor", **_more: object) -> None:
    """Count a failed login. A signal without a known reason comes from a wrong second factor."""
    FAILED.labels(reason if reason in REASONS else "factor").inc()


def part_figures(states: Mapping[str, str]) -> Iterator[Metric]:
    """Yield a metric that is 1 for each part of the site that answers, and 0 for other parts."""
    answering = GaugeMetricFamily(
        "rateroom_up", "1 if this part of the site responds, otherwise 0.", labels=["part"]
    )
    for part, state in states.items():
        answering.add_metric([part], state == parts.OK)
    yield answering


def disk_figures() -> Iterator[Metric]:
    """Yield the size and free space of each disk that the site writes to."""
    size = GaugeMetricFamily("rateroom_disk_size_bytes", "Size of the disk.", labels=["folder"])
    free = GaugeMetricFamily(
        "rateroom_disk_free_bytes", "Free space on the disk.", labels=["folder"]
    )
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
    """Store a backup's time and result for the metrics. If Valkey cannot be reached, only log a
    warning."""
    try:
        outcome = cache.get(BACKUP) or {"succeeded_at": None}
        if succeeded:
            outcome["succeeded_at"] = timezone.now().timestamp()
        cache.set(BACKUP, outcome | {"failed": not succeeded}, timeout=None)
    except RedisError as error:
        logger.warning(
            "The metrics cannot show this backup, because Valkey does not respond (%s).", error
        )


def backup_figures() -> Iterator[Metric]:
    """Yield the last backup's result and the time of the last success, if there was a backup."""
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


SECONDS = Histogram(
    "rateroom_request_seconds",
    "Time to answer a request, by route.",
    ["method", "route"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
ANSWERS = Counter(
    "rateroom_requests", "Requests answered, by route and status.", ["route", "status"]
)
QUEUES = ("celery", "punctual")
LONG_TASKS = {
    "import": DatasetImport,
    "publication": Batch,
    "judge run": JudgeRun,
    "background task": BackgroundTask,
    "report": Report,
}


class RequestMetricsMiddleware:
    """Middleware that measures the number and duration of requests by route, without ids of objects
    or people. It is active only if METRICS_TOKEN is set."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not settings.METRICS_TOKEN:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        began = perf_counter()
        response = self.get_response(request)
        match = request.resolver_match
        route = match.route if match else "no route"
        method = request.method if request.method in {"GET", "HEAD", "POST"} else "other"
        SECONDS.labels(method, route).observe(perf_counter() - began)
        ANSWERS.labels(route, str(response.status_code)).inc()
        return response


def exposition() -> tuple[bytes, str]:
    """Return all metrics in the text format of Prometheus, with the content type of this format."""
    registry = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(REGISTRY)
    registry.register(SiteFigures())
    return generate_latest(registry), CONTENT_TYPE_LATEST


class SiteFigures:
    """The current state of the database and the queues. If a part does not answer, its metrics are
    left out, so that the other metrics can still be read."""

    def collect(self) -> Iterator[Metric]:
        states = parts.states()
        of_database = (
            self._assignments,
            self._work,
            self._long_tasks,
            self._judges,
            judge_figures,
            webhook_figures,
            prolific_figures,
            email_figures,
        )
        # The statistics of the database are left out if it is down, because each would wait for it.
        counted = of_database if states["database"] == parts.OK else ()
        yield from part_figures(states)
        for part in (disk_figures, *counted, ledger_figures, backup_figures, self._queues):
            try:
                yield from part()
            except Exception:  # noqa: BLE001 - the missing metrics show the failure
                connection.close_if_unusable_or_obsolete()

    def describe(self) -> list[Metric]:
        """Return an empty list, so that no queries are executed when the collector is
        registered."""
        return []

    def _assignments(self) -> Iterator[Metric]:
        now = timezone.now()
        # Uses the partial index of deadlines: few assignments are claimed.
        numbers = Assignment.objects.filter(state=Assignment.State.CLAIMED).aggregate(
            claimed=Count("pk", filter=Q(prefetched=False)),
            prefetched=Count("pk", filter=Q(prefetched=True)),
            overdue=Count("pk", filter=Q(deadline_at__lt=now)),
            earliest=Min("deadline_at", filter=Q(deadline_at__lt=now)),
        )
        states = GaugeMetricFamily(
            "rateroom_assignments", "Assignments in progress, by state.", labels=["state"]
        )
        for state in ("claimed", "prefetched", "overdue"):
            states.add_metric([state], numbers[state])
        yield states
        yield GaugeMetricFamily(
            "rateroom_oldest_overdue_seconds",
            "Seconds since the oldest deadline that has passed and is not processed yet.",
            value=(now - (numbers["earliest"] or now)).total_seconds(),
        )

    def _work(self) -> Iterator[Metric]:
        yield GaugeMetricFamily(
            "rateroom_submissions",
            "Submitted assignments in all batches.",
            value=Enrolment.objects.aggregate(all=Sum("submitted"))["all"] or 0,
        )
        yield GaugeMetricFamily(
            "rateroom_expiries",
            "Assignments in all batches that expired. Late submissions do not count.",
            value=_expiries(),
        )
        batches = GaugeMetricFamily("rateroom_batches", "Batches by state.", labels=["state"])
        counts = dict(Batch.objects.order_by().values_list("state").annotate(Count("pk")))
        for state in Batch.State.values:
            batches.add_metric([state], counts.get(state, 0))
        yield batches

    def _long_tasks(self) -> Iterator[Metric]:
        under_way = GaugeMetricFamily(
            "rateroom_long_tasks", "Background tasks that wait or are running.", labels=["kind"]
        )
        for kind, model in LONG_TASKS.items():
            under_way.add_metric([kind], model.under_way().count())
        yield under_way

    def _judges(self) -> Iterator[Metric]:
        sums = Verdict.objects.aggregate(read=Sum("tokens_in"), written=Sum("tokens_out"))
        tokens = GaugeMetricFamily(
            "rateroom_judge_tokens", "Tokens used by all judge runs.", labels=["direction"]
        )
        for direction in ("read", "written"):
            tokens.add_metric([direction], sums[direction] or 0)
        yield tokens

    def _queues(self) -> Iterator[Metric]:
        lengths = GaugeMetricFamily(
            "rateroom_queue_length", "Tasks that no worker has taken yet.", labels=["queue"]
        )
        ages = GaugeMetricFamily(
            "rateroom_queue_oldest_seconds",
            "Seconds for which the oldest task in the queue has waited for a worker.",
            labels=["queue"],
        )
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2) as valkey:
            for queue in QUEUES:
                lengths.add_metric([queue], float(str(valkey.llen(queue))))
                since = sent_at(valkey.lindex(queue, -1))  # new ones are added at the front
                ages.add_metric([queue], max(time() - since, 0) if since else 0)
        yield lengths
        yield ages


def _expiries() -> int:
    """Return the number of expired assignments. They are counted batch by batch, because a scan of
    all assignments would take too long."""
    expired = Assignment.objects.filter(batch=OuterRef("pk"), state=Assignment.State.EXPIRED)
    number = expired.order_by().values("batch").annotate(number=Count("pk")).values("number")
    total = Batch.objects.order_by().aggregate(all=Sum(Subquery(number)))["all"]
    return int(total or 0)
