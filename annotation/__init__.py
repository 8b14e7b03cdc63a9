"""The Django project: settings, URLs, Celery, system checks and the embedded services."""

from annotation.celery import app as celery_app

__all__ = ["celery_app"]
