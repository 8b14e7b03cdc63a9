"""Celery tasks of this app, in the module where Celery looks for tasks."""

from stimuli.imports.tasks import run_import, shrink_pictures

__all__ = ["run_import", "shrink_pictures"]
