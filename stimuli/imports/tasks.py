"""Celery tasks for imports."""

from functools import partial

from django.conf import settings

from core.database.outages import outlasting_task
from stimuli.imports.running import perform_import
from stimuli.imports.smaller import add_small_copies
from stimuli.models import DatasetImport
from tasks.long_work.children import run_in_child
from tasks.long_work.performing import perform


@outlasting_task(minutes=120)
def run_import(import_id: int) -> None:
    perform(DatasetImport(pk=import_id), partial(perform_import, import_id=import_id))


@outlasting_task(minutes=120)
def shrink_pictures() -> None:
    """Store the missing smaller copies of very large pictures. This task runs every day."""
    run_in_child(add_small_copies, memory=settings.TASK_MEMORY_BYTES, wanted=lambda: True)
