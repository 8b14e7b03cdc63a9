"""The Celery envelope of an import."""

from celery import shared_task

from hits.imports.running import perform_import
from hits.outages import RETRY


@shared_task(**RETRY)
def run_import(import_id: int) -> None:
    """Import what was uploaded for this DatasetImport."""
    perform_import(import_id=import_id)
