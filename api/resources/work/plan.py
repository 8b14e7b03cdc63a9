"""A batch's study plan: its hypothesis, and the plan with what happened."""

from typing import Any, ClassVar

from rest_framework import serializers
from rest_framework.request import Request

from analysis.report.osf import osf_form
from analysis.report.plan import hypothesis_of
from analysis.requests import plan_to_read
from api.operations import Operation, Resource
from api.resources.shapes import Changed, KnownFieldsOnly
from hits.batches.rule_plans import STATED
from hits.models import Hypothesis
from quality.declared.declaring import set_hypothesis


class HypothesisShape(KnownFieldsOnly, serializers.ModelSerializer):
    """A hypothesis, how the size of the sample was chosen, and the primary comparison: a criterion
    by its key, and two systems by their names. A blank `text` removes all."""

    text = serializers.CharField(allow_blank=True, max_length=2000)

    class Meta:
        model = Hypothesis
        fields: ClassVar[list[str]] = list(STATED)


class PlanLineShape(serializers.Serializer):
    """A part of the plan, and what happened; `deviates` is computed."""

    title = serializers.CharField()
    planned = serializers.CharField()
    happened = serializers.CharField()
    deviates = serializers.BooleanField()


class BatchPlanShape(serializers.Serializer):
    """`lines` are there once the batch is published. `osf` is Markdown by the questions of OSF's
    preregistration form."""

    hypothesis = HypothesisShape(allow_null=True)
    lines = PlanLineShape(many=True)
    osf = serializers.CharField()


class PlanOfBatch(Resource):
    @Operation("read_study_plan", answer=BatchPlanShape)
    def get(self, _request: Request, batch: int) -> dict[str, object]:
        """Return the study plan compared with what happened."""
        row = self.batch(batch)
        return {
            "hypothesis": hypothesis_of(row),
            "lines": plan_to_read(row, self.user),
            "osf": osf_form(row),
        }

    @Operation("state_hypothesis", body=HypothesisShape, answer=Changed)
    def post(self, _request: Request, batch: int, sent: dict[str, Any]) -> dict[str, int]:
        """Store a draft's hypothesis and primary comparison, or remove them."""
        row = self.batch(batch, write=True)
        return {"changed": int(set_hypothesis(batch_id=row.pk, stated=sent, by=self.user))}
