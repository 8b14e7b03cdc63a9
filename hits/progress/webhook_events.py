"""Webhook events of batches. Each event is recorded once, in the transaction that causes it. Events
have ids, names and counts, but no data about a person."""

from collections.abc import Iterable, Mapping
from datetime import timedelta

from django.core.cache import cache
from django.db import transaction
from django.db.models import Q, QuerySet, Sum
from django.urls import reverse
from django.utils import timezone

from hits.models import Appeal, Batch, Enrolment
from hits.progress.running import progress_of
from tasks.webhooks.models import Delivery, Endpoint, Kind
from tasks.webhooks.noting import note, note_for, url_of, wanting

# A batch is still counted for this long after it closes, to include its last responses.
CLOSED_SINCE = timedelta(hours=1)
# The responses are recounted after this many seconds even without a new submission, to notice other
# changes such as an overturned rejection.
RECOUNTED_AFTER = 300


def about(batch: Batch) -> dict[str, object]:
    return {"batch": {"id": batch.pk, "title": batch.title}}


def tell_of_publication(batch: Batch) -> None:
    """Send webhooks the event that the batch was published: all HITs are created and people can
    work on them."""
    note(
        kind=Kind.PUBLISHED,
        project_id=batch.project_id,
        subject=f"batch:{batch.pk}",
        data={**about(batch), "hits": batch.hits_planned, "assignments": batch.assignments_planned},
        path=page_of(batch),
    )


def tell_of_done(batch: Batch) -> None:
    """Send webhooks the event that all HITs are answered. The event can occur again after an
    amendment."""
    progress = progress_of(batch)
    note(
        kind=Kind.DONE,
        project_id=batch.project_id,
        subject=f"batch:{batch.pk}:{timezone.now().isoformat()}",
        data={**about(batch), "answered": progress.answered, "to_review": progress.waiting},
        path=page_of(batch),
    )


def tell_of_appeal(appeal: Appeal) -> None:
    """Send webhooks the event that a rejection was appealed, without the annotator's name or the
    appeal's text."""
    batch = appeal.assignment.batch
    note(
        kind=Kind.OBJECTION,
        project_id=batch.project_id,
        subject=f"appeal:{appeal.pk}",
        data={
            **about(batch),
            "assignment": {"id": appeal.assignment_id},
            "objection": {"id": appeal.pk},
        },
        path=reverse("admin:appeal", args=[appeal.pk]),
    )


def tell_of_progress() -> int:
    """Send webhooks the percentages of responses that batches have reached. Return the number of
    webhooks notified.

    Only one query runs if no webhook asks for percentages. The responses of a batch are counted
    only if a webhook waits for one of its percentages and there are new submissions.
    """
    endpoints = list(wanting(Kind.PROGRESS).select_related("project"))
    if not endpoints:
        return 0
    batches = list(_under_way({endpoint.project_id for endpoint in endpoints}))
    earlier = _told(endpoints, batches)
    missing_by_batch: dict[Batch, dict[Endpoint, set[int]]] = {}
    for batch in batches:
        missing_by_endpoint = {
            endpoint: missing
            for endpoint in endpoints
            if endpoint.project_id == batch.project_id
            and (missing := set(endpoint.percentages) - earlier.get((endpoint.pk, batch.pk), set()))
        }
        if missing_by_endpoint:
            missing_by_batch[batch] = missing_by_endpoint
    submitted = _submitted(missing_by_batch)
    return sum(
        _tell_reached(batch, missing)
        for batch, missing in missing_by_batch.items()
        if _has_news(batch, missing, submitted.get(batch.pk, 0))
    )


def page_of(batch: Batch) -> str:
    return reverse("admin:batch_running", args=[batch.pk])


def _under_way(project_ids: set[int]) -> QuerySet[Batch]:
    closed = Q(state=Batch.State.CLOSED, closed_at__gte=timezone.now() - CLOSED_SINCE)
    is_open = Q(state__in=[Batch.State.LIVE, Batch.State.PAUSED])
    batches = Batch.objects.filter(is_open | closed, project__in=project_ids).order_by("pk")
    return batches.only("title", "project")  # skip the sample's ids, which can be a long list


def _submitted(batches: Iterable[Batch]) -> dict[int, int]:
    rows = Enrolment.objects.filter(batch__in=batches).order_by().values_list("batch")
    return dict(rows.annotate(Sum("submitted")))


def _told(
    endpoints: Iterable[Endpoint], batches: Iterable[Batch]
) -> dict[tuple[int, int], set[int]]:
    """Return the percentages that were already sent, by the ids of the endpoint and the batch."""
    percentages = {at for endpoint in endpoints for at in endpoint.percentages}
    subjects = [_subject(batch, at) for batch in batches for at in percentages]
    rows = Delivery.objects.filter(
        endpoint__in=endpoints, event__kind=Kind.PROGRESS, event__subject__in=subjects
    )
    percents: dict[tuple[int, int], set[int]] = {}
    for endpoint_id, subject in rows.values_list("endpoint", "event__subject"):
        _batch, batch_id, percent = subject.split(":")
        percents.setdefault((endpoint_id, int(batch_id)), set()).add(int(percent))
    return percents


def _has_news(batch: Batch, waiting: Mapping[Endpoint, set[int]], submitted: int) -> bool:
    """Return whether the number of submissions or the awaited percentages have changed since the
    last call, and remember both in the cache."""
    counted = [submitted, sorted({at for missing in waiting.values() for at in missing})]
    name = f"webhooks:counted:{batch.pk}"
    if cache.get(name) == counted:
        return False
    cache.set(name, counted, RECOUNTED_AFTER)
    return True


@transaction.atomic
def _tell_reached(batch: Batch, waiting: Mapping[Endpoint, set[int]]) -> int:
    progress = progress_of(batch)
    answered, wanted = progress.answered, progress.wanted
    count = 0
    for percent in sorted({at for missing in waiting.values() for at in missing}):
        endpoints = [endpoint for endpoint, missing in waiting.items() if percent in missing]
        if not wanted or answered * 100 < percent * wanted:
            continue
        note_for(
            endpoints,
            kind=Kind.PROGRESS,
            project=endpoints[0].project,
            subject=_subject(batch, percent),
            data={
                **about(batch),
                "percent": percent,
                "answered": answered,
                "wanted": wanted,
                "url": url_of(page_of(batch)),
            },
        )
        count += len(endpoints)
    return count


def _subject(batch: Batch, percent: int) -> str:
    return f"batch:{batch.pk}:{percent}"
