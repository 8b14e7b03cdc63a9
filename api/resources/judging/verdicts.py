"""A judge's verdicts on the HITs, with any problems in reading its replies."""

from typing import Any

from django.db.models import Prefetch, QuerySet
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.operations import Operation, Resource
from api.resources.judging.runs import run_of
from api.resources.shapes import names
from hits.models import HIT
from hits.models.work import OUTPUT_SYSTEMS
from judges.models import Verdict


class VerdictFilter(serializers.Serializer):
    """Filters for verdicts: only refused verdicts, or only those with one error code."""

    refused = serializers.BooleanField(default=False)
    error = serializers.CharField(required=False, max_length=40)


class VerdictShape(serializers.ModelSerializer):
    """A judge's reply. A reply that was read completely has `answers` by question. A refused reply
    has an `error_code`. `warnings` lists deviations that did not prevent the reply from being
    read."""

    item = serializers.CharField(source="hit.item.external_id")
    systems = serializers.SerializerMethodField()
    answers = serializers.SerializerMethodField()
    warnings = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Verdict
        fields = names(
            "id hit item systems shown_order sample criterion answers error_code error_detail "
            "warnings raw_reply tokens_in tokens_out latency_ms finish_reason prompt_sha256 "
            "created_at"
        )

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_systems(self, verdict: Verdict) -> object:
        return verdict.hit.systems  # type: ignore[attr-defined]

    def get_answers(self, verdict: Verdict) -> dict[str, Any]:
        return {answer.key: answer.value for answer in verdict.answers.all()}


class Verdicts(Resource):
    @Operation("list_verdicts", query=VerdictFilter, answer=VerdictShape, paged=True)
    def get(self, pk: int, sent: dict[str, object]) -> QuerySet[Verdict]:
        """List the verdicts of the run, newest first."""
        rows = Verdict.objects.filter(run=run_of(self, pk))
        if sent["refused"]:
            rows = rows.exclude(error_code="")
        if "error" in sent:
            rows = rows.filter(error_code=sent["error"])
        hits = HIT.objects.annotate(systems=OUTPUT_SYSTEMS).select_related("item")
        return rows.prefetch_related(Prefetch("hit", hits), "answers")
