"""App configuration."""

from django.apps import AppConfig
from django.urls import register_converter

from core.reference import register
from hits.addresses import AssignmentConverter


class HitsConfig(AppConfig):
    name = "hits"

    def ready(self) -> None:
        # The import connects the receivers of sign-ins.
        from hits.batches import expected
        from hits.exports.dictionary import columns_reference

        register("columns", columns_reference)
        register_converter(AssignmentConverter, "assignment")
