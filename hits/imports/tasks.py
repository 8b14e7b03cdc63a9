"""The Celery envelope of an import."""

from hits.imports.running import perform_import
from hits.outages import outlasting_task


@outlasting_task
def run_import(import_id: int) -> None:
    """Import what was uploaded for this DatasetImport."""
    perform_import(import_id=import_id)
