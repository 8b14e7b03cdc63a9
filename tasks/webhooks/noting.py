"""Recording of events for those endpoints of a project that receive this kind of event."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from urllib.parse import urljoin

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from people.models import Project
from people.requests.ids import request_id
from tasks.webhooks.models import Delivery, Endpoint, Event, Kind

VERSION = 1  # version of payloads; a new key does not change it


def wanting(kind: Kind) -> QuerySet[Endpoint]:
    return Endpoint.objects.filter(off_at__isnull=True, kinds__contains=[kind])


@transaction.atomic
def note(
    *, kind: Kind, project_id: int, subject: str, data: Mapping[str, object], path: str
) -> Event | None:
    """Record an event in the transaction that causes it, for all endpoints that receive this kind
    of event. Return the event. If no endpoint receives this kind, return None after one SQL
    statement. If the event is already recorded, nothing changes.

    `subject` distinguishes the event from other events of the same kind in the project. `data` is
    the specific part of the payload: ids, names and counts, but no personal data. `path` is the
    page that the payload links to.
    """
    endpoints = list(wanting(kind).filter(project=project_id).only("pk"))
    if not endpoints:
        return None
    project = Project.objects.only("name").get(pk=project_id)
    return note_for(
        endpoints, kind=kind, project=project, subject=subject, data={**data, "url": url_of(path)}
    )


@transaction.atomic
def note_for(
    endpoints: Iterable[Endpoint],
    *,
    kind: Kind,
    project: Project,
    subject: str,
    data: Mapping[str, object],
) -> Event:
    """Record an event for these endpoints of the project, and return the event. Endpoints that
    already have the event do not receive it again."""
    now = timezone.now()
    body = payload(kind, project, data, now)
    event, _made = Event.objects.get_or_create(
        project=project,
        kind=kind,
        subject=subject,
        defaults={"body": body, "happened_at": now, "request_id": request_id()},
    )
    if not event.body:  # an old event whose body was deleted
        event.body = body
        event.save(update_fields=["body"])
    Delivery.objects.bulk_create(
        [Delivery(endpoint=endpoint, event=event) for endpoint in endpoints], ignore_conflicts=True
    )
    return event


def payload(kind: Kind, project: Project, data: Mapping[str, object], now: datetime) -> str:
    """Return the payload of an event as JSON."""
    content = {
        "type": kind.value,
        "version": VERSION,
        "timestamp": now.isoformat(timespec="milliseconds"),
        "data": {"project": {"id": project.pk, "name": project.name}, **data},
    }
    return json.dumps(content, ensure_ascii=False)


def url_of(path: str) -> str:
    """Return the full URL of a page."""
    return urljoin(settings.SITE_URL, path)
