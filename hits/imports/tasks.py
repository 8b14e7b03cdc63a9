"""The Celery envelope of an import."""

from celery import shared_task

from hits.imports.running import perform_import
from hits.outages import AWAY, LONGEST_PAUSE, MOST_RETRIES


@shared_task(autoretry_for=AWAY, retry_backoff=1, retry_backoff_max=LONGEST_PAUSE, max_retries=MOST_RETRIES)
def run_import(import_id: int) -> None:
    """Import what was uploaded for this DatasetImport."""
    perform_import(import_id=import_id)
