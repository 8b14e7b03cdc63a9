"""Celery tasks of this app. Celery looks for tasks in a module with this name."""

from stimuli.imports.tasks import run_import, shrink_pictures

__all__ = ["run_import", "shrink_pictures"]
