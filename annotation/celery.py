"""The Celery application. The tasks of each app are in the app's `tasks.py`."""

import logging
import os

from celery import Celery
from celery.signals import setup_logging, worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation.settings")

# Arrow's allocator would claim a gibibyte at its first use, which would exceed the memory limit of
# a task's child process.
os.environ.setdefault("MIMALLOC_ARENA_EAGER_COMMIT", "0")

logger = logging.getLogger(__name__)
app = Celery("annotation")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect
def log_as_the_site(**_kwargs: object) -> None:
    """Configure logging of workers and beat like that of the web servers, with request ids."""
    from django.conf import settings
    from django.utils.log import configure_logging

    configure_logging(settings.LOGGING_CONFIG, settings.LOGGING)
    if settings.LOG_JSON:
        from celery.apps import worker

        # Otherwise a worker would print its messages about signals to the terminal unformatted.
        vars(worker)["safe_say"] = lambda text, *_stream: logger.info(text)


@worker_init.connect
def check_database(**_kwargs: object) -> None:
    """Stop a worker from starting if its database connection goes through a pooler, because the
    worker would lose its locks."""
    from core.database.poolers import refuse_pooler

    refuse_pooler()


@worker_init.connect
def load_addresses(**_kwargs: object) -> None:
    """Load all URLs before the first child process is forked, so that all child processes share
    them. Otherwise, each long task would spend half a second loading URLs in its child process."""
    from django.urls import reverse

    reverse("admin:index")
