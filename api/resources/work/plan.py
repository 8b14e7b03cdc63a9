"""A batch's study plan: its hypothesis, and the comparison of the plan with what was done."""

from typing import Any, ClassVar

from rest_framework import serializers

from analysis.report.osf import osf_form
from analysis.report.plan import hypothesis_of
from analysis.requests import plan_to_read
from api.operations import Operation, Resource
from api.resources.shapes import Changed, KnownFieldsOnly
from hits.batches.rule_plans import STATED
from hits.models import Hypothesis
from quality.declared.declaring import set_hypothesis


class HypothesisShape(KnownFieldsOnly, serializers.ModelSerializer):
    """A hypothesis, the reason for the sample size, and the primary comparison. The comparison is
    between two systems, given by name, on a criterion, given by key. An empty `text` deletes the
    hypothesis and the comparison."""

    text = serializers.CharField(allow_blank=True, max_length=2000)

    class Meta:
        model = Hypothesis
        fields: ClassVar[list[str]] = list(STATED)


class PlanLineShape(serializers.Serializer):
    """A line of the study plan: what was planned and what happened. `deviates` is true if the two
    differ."""

    title = serializers.CharField()
    planned = serializers.CharField()
    happened = serializers.CharField()
    deviates = serializers.BooleanField()


class BatchPlanShape(serializers.Serializer):
    """The study plan. `lines` is empty until the batch is published. `osf` is the plan in Markdown,
    in the order of the questions in OSF's preregistration form."""

    hypothesis = HypothesisShape(allow_null=True)
    lines = PlanLineShape(many=True)
    osf = serializers.CharField()


class PlanOfBatch(Resource):
    @Operation("read_study_plan", answer=BatchPlanShape)
    def get(self, batch: int) -> dict[str, object]:
        """Return the study plan compared with what was actually done."""
        row = self.batch(batch)
        return {
            "hypothesis": hypothesis_of(row),
            "lines": plan_to_read(row, self.user),
            "osf": osf_form(row),
        }

    @Operation("state_hypothesis", body=HypothesisShape, answer=Changed)
    def post(self, batch: int, sent: dict[str, Any]) -> dict[str, int]:
        """Set the hypothesis and primary comparison of a draft, or delete them."""
        row = self.batch(batch, write=True)
        return {"changed": int(set_hypothesis(batch_id=row.pk, stated=sent, by=self.user))}
