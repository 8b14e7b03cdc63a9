"""The Celery application; tasks live in each app's `tasks.py`."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation.settings")

# Arrow's allocator would claim a gibibyte at its first use, and so use up what a task's child
# process may take.
os.environ.setdefault("MIMALLOC_ARENA_EAGER_COMMIT", "0")

app = Celery("annotation")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
