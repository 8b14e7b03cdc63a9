"""Noting what happened, for those endpoints of its project that want to hear of it."""

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

VERSION = 1  # of payloads; names may be added without a new one


def wanting(kind: Kind) -> QuerySet[Endpoint]:
    return Endpoint.objects.filter(off_at__isnull=True, kinds__contains=[kind])


@transaction.atomic
def note(
    *, kind: Kind, project_id: int, subject: str, data: Mapping[str, object], path: str
) -> Event | None:
    """Note a fact in the transaction that makes it so: once, however often it is said.

    `subject` tells this fact from others of its kind in the project, `data` is the payload's own
    part (ids, names and counts; nothing about a person), `path` the page it leads to. One statement
    and None if no endpoint wants to hear of it.
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
    """Note a fact for these endpoints of the project. One that had it before does not get it
    again."""
    now = timezone.now()
    body = payload(kind, project, data, now)
    event, _made = Event.objects.get_or_create(
        project=project,
        kind=kind,
        subject=subject,
        defaults={"body": body, "happened_at": now, "request_id": request_id()},
    )
    if not event.body:  # of long ago, and now for an endpoint that is new
        event.body = body
        event.save(update_fields=["body"])
    Delivery.objects.bulk_create(
        [Delivery(endpoint=endpoint, event=event) for endpoint in endpoints], ignore_conflicts=True
    )
    return event


def payload(kind: Kind, project: Project, data: Mapping[str, object], now: datetime) -> str:
    """Return what is sent, as JSON."""
    content = {
        "type": kind.value,
        "version": VERSION,
        "timestamp": now.isoformat(timespec="milliseconds"),
        "data": {"project": {"id": project.pk, "name": project.name}, **data},
    }
    return json.dumps(content, ensure_ascii=False)


def url_of(path: str) -> str:
    """Return a page's whole address."""
    return urljoin(settings.SITE_URL, path)
