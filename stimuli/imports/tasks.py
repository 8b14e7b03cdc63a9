"""The Celery envelope of an import."""

from functools import partial

from core.database.outages import outlasting_task
from stimuli.imports.running import perform_import
from stimuli.models import DatasetImport
from tasks.long_work.performing import perform


@outlasting_task(minutes=120)
def run_import(import_id: int) -> None:
    """Import what was uploaded for this DatasetImport."""
    perform(DatasetImport(pk=import_id), partial(perform_import, import_id=import_id))
