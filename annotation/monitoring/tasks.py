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
        logger.error("The balance of %s ledger accounts differs from the recorded work.", accounts)
