"""App configuration, which registers the app's tables, background work and documentation."""

from django.apps import AppConfig

from core.reference import register


class AnalysisConfig(AppConfig):
    name = "analysis"

    def ready(self) -> None:
        from analysis.data import mark_rows
        from analysis.data.rating_rows import COLUMNS, RatingRows
        from analysis.gate.asking import perform_gate
        from analysis.power.asking import perform_power
        from analysis.report.checklist.facts import register as register_facts
        from hits.background.performing import register as register_work
        from hits.exports.choice import Table
        from hits.exports.dictionary import columns_table
        from hits.exports.queries import TABLES
        from hits.models import BackgroundTask

        TABLES[Table.RATINGS] = RatingRows
        TABLES[Table.MARKS] = mark_rows.MarkRows
        register_facts()
        register_work(BackgroundTask.Kind.POWER, perform_power)
        register_work(BackgroundTask.Kind.GATE, perform_gate)
        register("ratings", lambda: columns_table(COLUMNS))
        register("marks", lambda: columns_table(mark_rows.COLUMNS))
        register("statistics", _statistics)


def _statistics() -> str:
    from analysis.reference import statistics_reference  # imported here: it loads every statistic

    return statistics_reference()
