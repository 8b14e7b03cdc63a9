"""Celery tasks for the metrics."""

import logging

from celery import shared_task
from django.conf import settings

logger = logging.getLogger(__name__)


@shared_task
def check_ledger() -> None:
    """Compare the ledger with the work done if METRICS_TOKEN is set, and log an error if they
    differ. This task runs every ten minutes."""
    from annotation.monitoring.money import check_ledger

    if settings.METRICS_TOKEN and (accounts := check_ledger()):
        logger.error("The ledger: %s accounts do not hold what the work says.", accounts)
