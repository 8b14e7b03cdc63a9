"""Configuration of the app. The app stores the library's rubrics after every migration."""

from django.apps import AppConfig
from django.core.checks import register
from django.core.signals import setting_changed
from django.db.models.signals import post_migrate

from core import reference
from surveys.plugins.checks import check_parts


class SurveysConfig(AppConfig):
    name = "surveys"

    def ready(self) -> None:
        post_migrate.connect(store_library, sender=self)
        register(check_parts)
        reference.register("rubric", _rubric)
        setting_changed.connect(take_in_plugins)


def _rubric() -> str:
    from surveys.reference import rubric_reference  # imported late: it builds the rubric language

    return rubric_reference()


def take_in_plugins(*, setting: str, **_kwargs: object) -> None:
    """If the changed `setting` is `PLUGINS`, rebuild the rubric language. Django calls this
    function when a test changes a setting."""
    from surveys.plugins.registry import parts
    from surveys.spec import take_in_parts

    if setting == "PLUGINS":
        parts.cache_clear()
        take_in_parts()


def store_library(*, using: str, **_kwargs: object) -> None:
    """Store this release's library rubrics in the database, so that they are always available."""
    from django.apps import apps
    from django.db import connections

    from surveys.versions.storing import load_library

    tables = connections[using].introspection.table_names()
    if apps.get_model("surveys", "RubricVersion")._meta.db_table in tables:
        load_library()
