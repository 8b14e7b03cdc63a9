"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AnalysisConfig(AppConfig):
    name = "analysis"
    verbose_name = "Analysis"

    def ready(self) -> None:
        from analysis.data.rating_rows import RatingRows
        from hits.exports.choice import Table
        from hits.exports.queries import TABLES

        TABLES[Table.RATINGS] = RatingRows
