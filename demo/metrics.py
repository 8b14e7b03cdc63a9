"""Simulated automatic metrics for the demo's texts: the true quality plus noise."""

import csv
import random
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from analysis.metrics.describing import describe_metric
from analysis.metrics.uploading import upload_metrics
from analysis.models import Metric
from demo.truth import truths
from hits.models import Batch
from hits.models.work import OUTPUT_SYSTEMS
from people.models import User


@dataclass(frozen=True)
class Simulated:
    """A metric with values from `low` to `high`. `noise` is the standard deviation of its noise as
    a share of this range."""

    name: str
    best: str
    low: float
    high: float
    noise: float


METRICS = (
    Simulated("BLEU-4 (simulated)", Metric.Best.HIGHEST, 0, 1, 0.35),
    Simulated("METEOR (simulated)", Metric.Best.HIGHEST, 0, 1, 0.25),
    Simulated("CIDEr (simulated)", Metric.Best.HIGHEST, 0, 10, 0.2),
    Simulated("Perplexity (simulated)", Metric.Best.LOWEST, 1, 200, 0.4),
)


def simulate_metrics(batch: Batch, *, by: User) -> None:
    """Upload simulated metrics for the batch's outputs, and set each metric's range and
    direction."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "metrics.csv"
        _write(path, batch)
        uploaded = upload_metrics(batch_id=batch.pk, path=path, by=by)
    simulated = {metric.name: metric for metric in METRICS}
    for metric in uploaded.metrics:
        row = simulated[metric.name]
        describe_metric(metric=metric, best=row.best, low=row.low, high=row.high, by=by)


def _write(path: Path, batch: Batch) -> None:
    quality = truths(batch.rubric_version.rubric.name)
    hits = batch.hits.annotate(systems=OUTPUT_SYSTEMS).order_by("pk")
    outputs = {
        (item, system): None
        for item, systems in hits.values_list("item__external_id", "systems")
        for system in systems
    }
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(["item", "system", "metric", "value"])
        lines.writerows(
            [item, system, metric.name, _value(metric, quality[item, system].overall, item, system)]
            for item, system in outputs
            for metric in METRICS
        )


def _value(metric: Simulated, quality: float, item: str, system: str) -> float:
    chance = random.Random(f"{metric.name}, {item}, {system}")
    share = min(1.0, max(0.0, quality + chance.gauss(0, metric.noise)))
    upright = share if metric.best == Metric.Best.HIGHEST else 1 - share
    return round(metric.low + upright * (metric.high - metric.low), 3)
