"""Automatic metrics of a batch's outputs. The report compares them with people's ratings."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers

from analysis.metrics.describing import delete_metric, describe_metric
from analysis.metrics.uploading import MOST_BYTES, Uploaded, take_scores, upload_metrics
from analysis.metrics.views import metrics_with_counts
from analysis.models import Metric
from api.operations import Operation, Resource
from api.problems import Invalid
from api.resources.shapes import Changed, Shape, names
from core.errors import Problem
from core.tabular.uploaded import uploaded


class MetricShape(serializers.ModelSerializer):
    """A metric. `best` is "" until someone sets which end of its scale is best. `number` is the
    number of the metric's values."""

    number = serializers.SerializerMethodField()

    class Meta:
        model = Metric
        fields = names("id name source best low high number created_at")

    def get_number(self, metric: Metric) -> int:
        return metric.values.count()


class MetricTable(serializers.Serializer):
    """A form with a table (CSV or JSON Lines). The table has the columns item, system, metric and
    value. With `replace`, the table's values replace those of the batch's metrics with the same
    names."""

    table = serializers.FileField()
    replace = serializers.BooleanField(default=False)


class UploadedShape(Shape):
    """The result of an upload: `stored` is the number of stored values, and `passed_over` the
    number of rows skipped because the batch does not rate their outputs."""

    metrics = MetricShape(many=True)
    stored = serializers.IntegerField()
    passed_over = serializers.IntegerField()


class MetricTerms(Shape):
    """The best end of a metric's scale, and the metric's range. A null bound means no limit."""

    best = serializers.ChoiceField(choices=Metric.Best.choices)
    low = serializers.FloatField(allow_null=True, default=None)
    high = serializers.FloatField(allow_null=True, default=None)


class Metrics(Resource):
    @Operation("list_metrics", answer=MetricShape, paged=True)
    def get(self, batch: int) -> QuerySet[Metric]:
        """List the batch's metrics."""
        return metrics_with_counts(self.batch(batch)).order_by("pk")

    @Operation("upload_metrics", body=MetricTable, answer=UploadedShape, status=201)
    def post(self, batch: int, sent: dict[str, Any]) -> Uploaded:
        """Store the metrics in a table. If a row is invalid, nothing is stored."""
        row, table = self.batch(batch, write=True), sent["table"]
        if table.size > MOST_BYTES:
            what = _("The table is larger than 50 MB. Upload it in parts.")
            raise Invalid([Problem(what, "table")])
        with uploaded(table) as path:
            return upload_metrics(batch_id=row.pk, path=path, by=self.user, replace=sent["replace"])


class TakeScores(Resource):
    @Operation("take_scores", answer=UploadedShape, status=201)
    def post(self, batch: int) -> Uploaded:
        """Store the scores imported with the dataset as metrics. A repeat changes nothing."""
        return take_scores(batch=self.batch(batch, write=True), by=self.user)


class OneMetric(Resource):
    @Operation("describe_metric", body=MetricTerms, answer=MetricShape)
    def put(self, batch: int, pk: int, sent: dict[str, Any]) -> Metric:
        """Set the metric's range, and which end of its scale is best."""
        return describe_metric(metric=self._metric(batch, pk), by=self.user, **sent)

    @Operation("delete_metric", answer=Changed)
    def delete(self, batch: int, pk: int) -> dict[str, int]:
        """Delete the metric with its values."""
        return {"changed": int(delete_metric(metric=self._metric(batch, pk), by=self.user))}

    def _metric(self, batch: int, pk: int) -> Metric:
        row = self.batch(batch, write=True)
        metric = Metric.objects.filter(batch=row, pk=pk).first()
        if metric is None:
            raise Http404
        metric.batch = row
        return metric
