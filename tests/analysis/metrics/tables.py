"""A batch that two people rated, and tables of metrics for its outputs."""

from pathlib import Path

from analysis.metrics.describing import describe_metric
from analysis.metrics.uploading import Uploaded, upload_metrics
from hits.models import Batch

HEAD = "item,system,metric,value"


def table(folder: Path, *lines: str, name: str = "metrics.csv", head: str = HEAD) -> Path:
    path = folder / name
    path.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")
    return path


def upload(batch: Batch, folder: Path, *lines: str, **options) -> Uploaded:
    return upload_metrics(batch_id=batch.pk, path=table(folder, *lines), by=None, **options)


def told(batch: Batch, best: str = "highest", low: float | None = None, high: float | None = None):
    """Describe every metric of the batch with this best end and range."""
    for metric in batch.metrics.all():
        describe_metric(metric=metric, best=best, low=low, high=high, by=None)
