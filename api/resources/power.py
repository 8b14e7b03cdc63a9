"""Power and precision of a draft's design."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from analysis.power.asking import ask_for_power
from analysis.power.wishes import AGREEMENT, PowerWish
from api.operations import Operation, Resource
from api.resources.background import TaskShape
from api.resources.shapes import Shape
from core.database.whole_numbers import LARGEST
from hits.models import BackgroundTask


class PowerAsk(Shape):
    """The chance to find two systems that are `distance` apart on `criterion`, and how wide
    intervals will be, where people agree as in the published batch `like`, or else about so. The
    distance is in the criterion's units: of preferences the share won less the share lost, of
    rankings places. A judge rates each eligible output `judge_samples` times. `people` take part.
    A published batch can be its own `like`; costs are then what a design adds. With a `budget`, its
    best splits are among the designs.
    """

    criterion = serializers.CharField(max_length=200)
    distance = serializers.FloatField(min_value=1e-9, max_value=1e9)
    agreement = serializers.ChoiceField(choices=list(AGREEMENT), default="moderate")
    like = serializers.IntegerField(min_value=1, max_value=LARGEST, allow_null=True, default=None)
    judge_samples = serializers.IntegerField(min_value=0, max_value=20, default=0)
    people = serializers.IntegerField(min_value=1, max_value=1000, default=20)
    budget = serializers.FloatField(min_value=0.01, max_value=1e9, allow_null=True, default=None)


class PowerOfBatch(Resource):
    @Operation("ask_for_power", body=PowerAsk, answer=TaskShape, status=202, later=TaskShape)
    def post(self, _request: Request, batch: int, sent: dict[str, Any]) -> BackgroundTask:
        """Have a worker simulate the batch's design, and others near it. The task's `result` has a
        row for each: its cost (null where a judge's prices are not known), the `chance` after Holm
        with its Monte-Carlo error, and the widths of 95 % intervals with theirs. Rows with
        `judge_samples` are the batch's own design with more of them. The same question again gets
        the same task."""
        row = self.batch(batch, write=True)
        return ask_for_power(batch=row, wish=PowerWish(**sent), by=self.user)
