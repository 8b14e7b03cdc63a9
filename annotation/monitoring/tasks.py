"""Celery tasks for the metrics."""

import logging

from celery import shared_task
from django.conf import settings

logger = logging.getLogger(__name__)


@shared_task
def check_ledger() -> None:
    """Every ten minutes, compare the ledger with the work done if METRICS_TOKEN is set."""
    from annotation.monitoring.money import check_ledger

    if settings.METRICS_TOKEN and (accounts := check_ledger()):
        logger.error("The ledger: %s accounts do not hold what the work says.", accounts)
