"""Appeals against rejections, reports of broken HITs, and the decisions on both."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from rest_framework import serializers

from api.operations import MONEY, Operation, Resource
from api.resources.shapes import Changed, Shape, names
from hits.access import hit_for_researcher
from hits.broken import close_hit, put_back
from hits.models import Appeal, BrokenReport
from hits.review.appeals import decide_appeal


class ObjectionShape(serializers.ModelSerializer):
    """An annotator's appeal against a rejection. `decision` is empty while the appeal is open."""

    assignment = serializers.IntegerField(source="assignment_id")
    annotator = serializers.CharField(source="assignment.enrolment.pseudonym")
    rejected_because = serializers.CharField(source="assignment.reason")

    class Meta:
        model = Appeal
        fields = names(
            "id assignment annotator rejected_because text made_at decision answer decided_at"
        )


class WaitingFilter(serializers.Serializer):
    """A filter for appeals or reports. If `waiting` is true, only those without a decision are
    listed."""

    waiting = serializers.BooleanField(default=False)


class ObjectionDecision(Shape):
    """A decision on an appeal. If `granted` is true, the rejection is overturned, and the response
    is paid. Otherwise, `answer` is required and is shown to the annotator."""

    granted = serializers.BooleanField()
    answer = serializers.CharField(required=False, allow_blank=True, default="", max_length=2000)


class BrokenReportShape(serializers.ModelSerializer):
    """An annotator's report of a problem with a HIT. `decision` is empty while the report is
    open."""

    hit = serializers.IntegerField(source="assignment.hit_id")
    item = serializers.CharField(source="assignment.hit.item.external_id")
    annotator = serializers.CharField(source="assignment.enrolment.pseudonym")

    class Meta:
        model = BrokenReport
        fields = names("id hit item annotator category text made_at decision decided_at")


class BrokenDecision(Shape):
    """A decision on a reported HIT: make the HIT available again (`put_back`), or close it. If a
    HIT is closed with `pay_reporters`, people who reported and returned it get its reward."""

    decision = serializers.ChoiceField(choices=["put_back", "close"])
    pay_reporters = serializers.BooleanField(default=False)


class Objections(Resource):
    @Operation("list_objections", query=WaitingFilter, answer=ObjectionShape, paged=True)
    def get(self, batch: int, sent: dict[str, object]) -> QuerySet[Appeal]:
        """List the batch's appeals."""
        rows = Appeal.objects.filter(assignment__batch=self.batch(batch))
        rows = rows.filter(decision="") if sent["waiting"] else rows
        return rows.select_related("assignment__enrolment")


class DecideObjection(Resource):
    @Operation("decide_objection", body=ObjectionDecision, answer=ObjectionShape, scope=MONEY)
    def post(self, batch: int, pk: int, sent: dict[str, Any]) -> Appeal:
        """Uphold or dismiss an appeal. Repeating the request changes nothing."""
        rows = Appeal.objects.filter(assignment__batch=self.batch(batch, write=True), pk=pk)
        if not rows.exists():
            raise Http404
        decide_appeal(appeal_id=pk, by=self.user, **sent)
        return rows.select_related("assignment__enrolment").get()


class BrokenReports(Resource):
    @Operation("list_broken_reports", query=WaitingFilter, answer=BrokenReportShape, paged=True)
    def get(self, batch: int, sent: dict[str, object]) -> QuerySet[BrokenReport]:
        """List the reports of problems with the batch's HITs."""
        rows = BrokenReport.objects.filter(assignment__batch=self.batch(batch))
        rows = rows.filter(decision="") if sent["waiting"] else rows
        return rows.select_related("assignment__enrolment", "assignment__hit__item")


class DecideReported(Resource):
    @Operation("decide_reported_hit", body=BrokenDecision, answer=Changed, scope=MONEY)
    def post(self, batch: int, hit: int, sent: dict[str, Any]) -> dict[str, int]:
        """Decide on a reported HIT. Repeating the request changes nothing."""
        row = hit_for_researcher(self.user, hit, write=True)
        if row.batch_id != self.batch(batch, write=True).pk:
            raise Http404
        if sent["decision"] == "close":
            done = close_hit(hit=row, pay_reporters=sent["pay_reporters"], by=self.user)
        else:
            done = put_back(hit=row, by=self.user)
        return {"changed": int(done)}
