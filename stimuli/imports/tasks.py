"""The Celery envelope of an import."""

from database.outages import outlasting_task
from stimuli.imports.running import perform_import


@outlasting_task
def run_import(import_id: int) -> None:
    """Import what was uploaded for this DatasetImport."""
    perform_import(import_id=import_id)
