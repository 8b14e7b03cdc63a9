"""Upload of metrics from a table (a row per item, system and metric) or a dataset's scores."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from analysis.data.cells import number_of
from analysis.metrics.describing import describe_metric
from analysis.models import Metric, MetricValue
from core.errors import DocumentError, RateroomError
from core.tabular.findings import Findings
from core.tabular.formulas import unguarded
from core.tabular.reading import Record, open_table
from hits.batch_locks import lock_batch
from hits.models import HIT, Batch
from people.acts import record
from people.models import Act, User
from stimuli.imports.running import local_file
from stimuli.imports.scores import scores_of
from stimuli.models import Item, System

COLUMNS = ("item", "system", "metric", "value")
MOST_ROWS = 500_000
MOST_METRICS = 50  # metrics of a batch
MOST_BYTES = 50 * 1024 * 1024
AT_A_TIME = 5_000
LONGEST_NAME = Metric._meta.get_field("name").max_length or 0
Pair = tuple[int, int]  # the ids of an item and a system


@dataclass(frozen=True)
class Uploaded:
    """The result of an upload: the metrics, the number of `stored` values, and the number of
    skipped rows about outputs that the batch does not rate."""

    metrics: list[Metric]
    stored: int
    passed_over: int


@transaction.atomic
def upload_metrics(
    *, batch_id: int, path: Path, by: User | None, replace: bool = False
) -> Uploaded:
    """Store the metrics in the table at `path`, a CSV or JSONL file with the columns `item`,
    `system`, `metric` and `value`. If a row is invalid, nothing is stored.

    Rows about items and systems of the dataset that the batch does not rate are skipped. With
    `replace`, the table's values replace all values of existing metrics with the same names. Raises
    DocumentError, which lists every error by row, and RateroomError if the batch is not yet
    published.
    """
    batch = lock_batch(batch_id)
    if batch.state in {Batch.State.DRAFT, Batch.State.PUBLISHING}:
        raise RateroomError(_("Publish the batch first."), where=batch.title)
    metrics = {metric.name: metric for metric in batch.metrics.all()}
    reading = _Reading(batch, path.name, {} if replace else metrics, metrics)
    values = reading.values(path)
    stored = []
    for name, of_outputs in values.items():
        metric = metrics.get(name)
        verb = Act.Verb.AMENDED if metric else Act.Verb.CREATED
        metric = metric or Metric.objects.create(batch=batch, name=name, created_by=by)
        metric.values.all().delete()
        MetricValue.objects.bulk_create(
            (
                MetricValue(metric=metric, item_id=item, system_id=system, value=value)
                for (item, system), value in of_outputs.items()
            ),
            batch_size=AT_A_TIME,
        )
        after = {"values": len(of_outputs)}
        record(by, verb, metric, project_id=batch.project_id, after=after)
        stored.append(metric)
    return Uploaded(stored, sum(map(len, values.values())), reading.passed_over)


class _Reading:
    """Reading and checking of a table, row by row, for one batch."""

    def __init__(
        self,
        batch: Batch,
        document: str,
        taken: Mapping[str, Metric],
        metrics: Mapping[str, Metric],
    ) -> None:
        self.findings, self.document = Findings(document), document
        self.taken, self.metrics = taken, metrics
        data = batch.dataset_id
        self.items = dict(Item.objects.filter(dataset=data).values_list("external_id", "pk"))
        self.systems = dict(System.objects.filter(dataset=data).values_list("name", "pk"))
        rated = HIT.objects.filter(batch=batch, purpose=HIT.Purpose.MAIN)
        self.rated_items = set(rated.values_list("item", flat=True))
        self.rated_systems = set(batch.systems.values_list("pk", flat=True))
        self.by_metric: dict[str, dict[Pair, float]] = {}
        self.passed_over = 0

    def values(self, path: Path) -> dict[str, dict[Pair, float]]:
        """Return the values by metric, then by item and system. Raises DocumentError if the table
        has errors, too many rows, or no values for this batch."""
        table = open_table(path)
        names = {column.strip().lower(): column for column in table.columns}
        if absent := [name for name in COLUMNS if name not in names]:
            raise DocumentError.one(
                self.document,
                _("Missing columns: %(names)s.") % {"names": ", ".join(absent)},
                line=1,
            )
        for number, row in enumerate(table.records(self.findings), 1):
            if number > MOST_ROWS:
                raise DocumentError.one(
                    self.document,
                    _("The table has more than %(number)s rows.") % {"number": f"{MOST_ROWS:,}"},
                )
            self._take(row, {name: names[name] for name in COLUMNS})
        self.findings.stop_if_any()
        if not self.by_metric:
            raise DocumentError.one(
                self.document, _("The table has no values for outputs in this batch.")
            )
        return self.by_metric

    def _take(self, row: Record, names: Mapping[str, str]) -> None:
        cells = {
            name: unguarded(str(row.values.get(column) or "").strip())
            if name != "value"
            else str("" if (cell := row.values.get(column)) is None else cell).strip()
            for name, column in names.items()
        }
        item, system = self.items.get(cells["item"]), self.systems.get(cells["system"])
        value = number_of(cells["value"])
        if item is None:
            self._refuse(row, "item", cells["item"])
        if system is None:
            self._refuse(row, "system", cells["system"])
        if value is None:
            self.findings.refuse(
                _("“%(value)s” is not a number.") % {"value": cells["value"][:60]},
                row=row.row,
                column="value",
                remedy=_("Correct the value, or leave out the row."),
            )
        is_named = self._is_named(row, cells["metric"])
        if item is None or system is None or value is None or not is_named:
            return
        if item not in self.rated_items or system not in self.rated_systems:
            self.passed_over += 1
            return
        self._store(row, cells["metric"], (item, system), value)

    def _refuse(self, row: Record, column: str, name: str) -> None:
        self.findings.refuse(
            _("“%(name)s” was not found.") % {"name": name[:60]},
            row=row.row,
            column=column,
            remedy=_("Correct the value, or leave out the row."),
        )

    def _is_named(self, row: Record, name: str) -> bool:
        if not name or len(name) > LONGEST_NAME:
            self.findings.refuse(
                _("Enter a name of at most %(most)d characters.") % {"most": LONGEST_NAME},
                row=row.row,
                column="metric",
            )
            return False
        if name in self.taken:
            self.findings.refuse(
                _("The batch already has the metric “%(name)s”.") % {"name": name},
                row=row.row,
                column="metric",
                remedy=_("Tick “Replace metrics with the same name”, or rename the metric."),
            )
            return False
        return True

    def _store(self, row: Record, name: str, output: Pair, value: float) -> None:
        metric, of_metric = self.metrics.get(name), self.by_metric.setdefault(name, {})
        if output in of_metric:
            self.findings.refuse(
                _("An earlier row already has a value of “%(name)s” for this item and system.")
                % {"name": name},
                row=row.row,
            )
        elif metric and not metric.holds(value):
            self.findings.refuse(
                _("%(value)s is outside the range of “%(name)s”.") % {"value": value, "name": name},
                row=row.row,
                column="value",
                remedy=_("Widen the range, or upload correct values."),
            )
        elif len(self.by_metric) + len(self.metrics.keys() - self.by_metric.keys()) > MOST_METRICS:
            raise DocumentError.one(
                self.document,
                _("A batch can have at most %(most)s metrics.") % {"most": MOST_METRICS},
            )
        else:
            of_metric[output] = value


@transaction.atomic
def take_scores(*, batch: Batch, by: User | None) -> Uploaded:
    """Store the scores in the dataset's file as metrics of the batch, with their descriptions in
    that file. Repeating this stores the same metrics again. Raises RateroomError if the dataset has
    no scores or they cannot be stored."""
    brought_by = scores_of(batch.dataset_id)
    if brought_by is None:
        raise RateroomError(
            _("This dataset has no scores."),
            where=batch.title,
            remedy=_("Upload a table of metrics."),
        )
    with local_file(brought_by.scores) as path:
        uploaded = upload_metrics(batch_id=batch.pk, path=path, by=by, replace=True)
    descriptions = brought_by.contents["scores"]
    for metric in uploaded.metrics:
        _describe(metric, descriptions.get(metric.name, {}), by)
    return uploaded


def _describe(metric: Metric, description: Mapping[str, Any], by: User | None) -> None:
    """Store who calculated the score. Store the score's scale too, unless the metric has one."""
    metric.source = description.get("by", "")
    metric.save(update_fields=["source"])
    if description.get("best") and not metric.best:
        scale = {name: description[name] for name in ("best", "low", "high")}
        describe_metric(metric=metric, by=by, **scale)
