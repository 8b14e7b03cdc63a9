"""Celery finds an app's tasks here."""

from stimuli.imports.tasks import run_import, shrink_pictures

__all__ = ["run_import", "shrink_pictures"]
