"""Celery tasks of webhooks. Each task only calls functions of other modules."""

import logging

from celery import shared_task
from django.core.cache import cache

from tasks.webhooks import delivering, retention

logger = logging.getLogger(__name__)


@shared_task
def send_due() -> None:
    """Start a sending task for each endpoint with a due delivery. This task runs every five
    seconds."""
    for endpoint_id in delivering.endpoints_due():
        # Request no other worker for the endpoint until the last one has started.
        if cache.add(_asked(endpoint_id), 1, timeout=60):
            deliver.delay(endpoint_id)


@shared_task(expires=60)
def deliver(endpoint_id: int) -> None:
    cache.delete(_asked(endpoint_id))
    delivering.deliver(endpoint_id=endpoint_id)


def _asked(endpoint_id: int) -> str:
    return f"webhooks:asked:{endpoint_id}"


@shared_task
def forget_old() -> None:
    """Delete the contents of old events, and old deliveries. This task runs every day."""
    contents, lines = retention.forget_old()
    logger.info("Webhooks: deleted the contents of %s events and %s deliveries.", contents, lines)
