"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RecruitingConfig(AppConfig):
    name = "recruiting"
    verbose_name = _("Recruiting")

    def ready(self) -> None:
        from recruiting import signals  # noqa: F401
