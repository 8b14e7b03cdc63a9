"""The Django project, with its settings, URLs, Celery application, system checks and monitoring."""

from annotation.celery import app as celery_app

__version__ = "0.1.0"
__all__ = ["__version__", "celery_app"]
