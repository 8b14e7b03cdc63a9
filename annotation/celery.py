"""The Celery application; tasks live in each app's `tasks.py`."""

import logging
import os

from celery import Celery
from celery.signals import setup_logging, worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation.settings")

# Arrow's allocator would claim a gibibyte at its first use, and so use up what a task's child
# process may take.
os.environ.setdefault("MIMALLOC_ARENA_EAGER_COMMIT", "0")

logger = logging.getLogger(__name__)
app = Celery("annotation")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_as_the_site(**_kwargs: object) -> None:
    """Workers and beat log as web servers do, with the ids of requests."""
    from django.conf import settings
    from django.utils.log import configure_logging

    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
    if settings.LOG_JSON:
        from celery.apps import worker

        # What a worker says of a signal would go to the terminal as it is.
        vars(worker)["safe_say"] = lambda text, *_stream: logger.info(text)


@worker_init.connect
def check_database(**_kwargs: object) -> None:
    """A worker behind a pooler would lose its locks: it does not start."""
    from core.database.poolers import refuse_pooler

    refuse_pooler()


@worker_init.connect
def load_addresses(**_kwargs: object) -> None:
    """Each long task has a child process, and would load all pages again to name the address of
    one: half a second. Loaded before the first is forked, all share them."""
    from django.urls import reverse

    reverse("admin:index")
