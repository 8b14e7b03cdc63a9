"""Power and precision of a batch's design."""

from typing import Any

from rest_framework import serializers

from analysis.power.asking import ask_for_power
from analysis.power.wishes import AGREEMENT, PowerWish
from api.operations import Operation, Resource
from api.resources.background import TaskShape
from api.resources.shapes import Shape
from core.database.whole_numbers import LARGEST
from hits.models import BackgroundTask


class PowerAsk(Shape):
    """A question about a batch's design: the power to detect that two systems differ by `distance`
    on `criterion`, and the width of intervals. Agreement between people is taken from the published
    batch `like`, or assumed. `distance` is in the criterion's units: share won minus share lost for
    preferences, ranks for rankings. A judge rates each eligible output `judge_samples` times.
    `people` is the number of annotators. A published batch can be its own `like`; the costs are
    then those of the additional work. With a `budget`, results include the best ways to spend the
    budget."""

    criterion = serializers.CharField(max_length=200)
    distance = serializers.FloatField(min_value=1e-9, max_value=1e9)
    agreement = serializers.ChoiceField(choices=list(AGREEMENT), default="moderate")
    like = serializers.IntegerField(min_value=1, max_value=LARGEST, allow_null=True, default=None)
    judge_samples = serializers.IntegerField(min_value=0, max_value=20, default=0)
    people = serializers.IntegerField(min_value=1, max_value=1000, default=20)
    budget = serializers.FloatField(min_value=0.01, max_value=1e9, allow_null=True, default=None)


class PowerOfBatch(Resource):
    @Operation("ask_for_power", body=PowerAsk, answer=TaskShape, status=202, later=TaskShape)
    def post(self, batch: int, sent: dict[str, Any]) -> BackgroundTask:
        """Start a task that simulates the batch's design and similar designs. The task's `result`
        has a row per design with its cost (null if a judge's prices are unknown). `chance` is the
        power after Holm's correction. Power and the widths of 95 % intervals have Monte Carlo
        errors. Rows with `judge_samples` describe the batch's design with more samples from the
        judge. The same question returns the same task."""
        row = self.batch(batch, write=True)
        return ask_for_power(batch=row, wish=PowerWish(**sent), by=self.user)
