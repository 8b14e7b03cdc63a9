"""Metrics compared with people, as a table for papers."""

from analysis.comparison.catalogue import full_title
from analysis.comparison.results import Comparison
from analysis.report.page.metrics import COLUMNS, metric_reasons, metric_tables
from analysis.report.paper.intervals import interval_note
from analysis.report.paper.judges import short_name
from analysis.report.paper.shape import DASH, PaperTable, Row


def metrics_table(result: Comparison) -> PaperTable | None:
    """Return each metric's correlations with people, criterion by criterion."""
    tables = metric_tables(result)
    if not tables:
        return None
    rows = [
        Row((table.criterion.facts.title, metric.metric), cells)
        for table in tables
        for metric, cells in table.metrics
    ]
    tau = result.settings.tau
    heads = [short_name(name, tau) for name in COLUMNS]
    columns = "; ".join(
        f"{head}: {full_title(name, level='interval', tau=tau)}"
        for name, head in zip(COLUMNS, heads, strict=True)
    )
    caption = (
        f"{columns}. Correlations are with the mean of people; above 0 a metric agrees with people "
        f"on what is better. {interval_note(result, COLUMNS)} {DASH}: cannot be estimated."
    )
    title = "Metrics compared with people"
    names, notes = ("Criterion", "Metric"), metric_reasons(result)
    return PaperTable("metrics", title, caption, names, heads, rows, notes)
