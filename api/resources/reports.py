"""Reports that compare people and judges. Workers compute the reports and their files."""

from typing import Any, get_args

from django.db.models import QuerySet
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from analysis.comparison.results import Comparison
from analysis.data.facts import Answers
from analysis.models import Report
from analysis.report.checklist.lines import Checklist, checklist
from analysis.report.checklist.stating import state
from analysis.report.content import comparison_of
from analysis.report.files import BUNDLE, content_of, file_names, open_kit, tells_means
from analysis.report.findings import findings
from analysis.report.page.corrected import corrected_tables
from analysis.requests import cancel_report, report_for, report_to_read, retry_report, settings_for
from api.operations import Operation, Resource
from api.problems import HIDDEN, Conflict, Invalid
from api.resources.shapes import Money, Shape, names
from core.database.whole_numbers import LARGEST
from core.errors import Problem
from hits.batches.unveiling import sees_means
from hits.models import Batch
from people.models import User


class ReportWish(Shape):
    """The responses to include in the report, and other batches with the same rubric to add."""

    answers = serializers.ChoiceField(choices=get_args(Answers), default="counted")
    together_with = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=LARGEST), default=list, max_length=50
    )


class SavingShape(serializers.Serializer):
    """The savings from using a judge. `rated` is the number of items that people rated. `needed` is
    the number of items that people would have to rate without the judge for intervals of the same
    width. `paid` is people's pay with fees, and `alone` is what that pay would have been without
    the judge. `judge_cost` is null if the judge's prices are unknown."""

    criterion = serializers.CharField(source="criterion.facts.key")
    judge = serializers.CharField()
    rated = serializers.FloatField(source="saving.rated")
    needed = serializers.FloatField(source="saving.needed")
    paid = Money(source="saving.paid")
    alone = Money(source="saving.alone")
    judge_cost = Money(source="saving.judge", allow_null=True)


class ReportShape(serializers.ModelSerializer):
    """A report. When the report is `done`, `findings` states the results in sentences. When it is
    `illustrated`, all its files exist. `saved` has the savings from using judges. It is empty while
    means by system are hidden."""

    saved = serializers.SerializerMethodField()
    findings = serializers.SerializerMethodField()
    files = serializers.SerializerMethodField()

    class Meta:
        model = Report
        fields = names(
            "id batch with_batches state progress error illustrated created_at finished_at saved "
            "findings files"
        )

    def to_representation(self, report: Report) -> dict[str, object]:
        """Return the report as data, reading the comparison only once for all fields."""
        self.comparison = comparison_of(report)
        representation: dict[str, object] = super().to_representation(report)
        return representation

    @extend_schema_field(SavingShape(many=True))
    def get_saved(self, report: Report) -> object:
        if self.comparison is None or not _sees_means(report, self.context["request"].user):
            return []
        tables = corrected_tables(self.comparison, report.batches)
        return SavingShape([each for each in tables if each.saving], many=True).data

    def get_findings(self, _report: Report) -> list[str]:
        return [str(sentence) for sentence in findings(self.comparison)] if self.comparison else []

    def get_files(self, report: Report) -> list[str]:
        is_done = report.state == Report.State.DONE
        return file_names(report, self.comparison) if is_done and self.comparison else []


class ReportLine(serializers.ModelSerializer):
    """A report in a list of reports."""

    class Meta:
        model = Report
        fields = names("id state progress created_at finished_at")


class ChecklistLine(serializers.Serializer):
    """An item of the reporting checklist, with the `facts` from the database and the text that
    researchers `stated`. If `of_project` is true, the text applies to all batches of the
    project."""

    key = serializers.CharField(source="item.key")
    title = serializers.CharField(source="item.title")
    question = serializers.CharField(source="item.question")
    of_project = serializers.BooleanField(source="item.of_project")
    facts = serializers.CharField()
    stated = serializers.CharField()


class ChecklistShape(serializers.Serializer):
    """The reporting checklist with its items. `reported` is the number of items that have content,
    and `of` is the number of all items."""

    reported = serializers.SerializerMethodField()
    of = serializers.IntegerField()
    lines = ChecklistLine(many=True)

    def get_reported(self, lines: Checklist) -> int:
        return len(lines.reported)


class Statements(Shape):
    """Texts for items of the checklist. The text "" removes the stored text. `covers_demographics`
    says whether the existing consent texts allow you to publish counts of demographic answers."""

    statements = serializers.DictField(
        child=serializers.CharField(allow_blank=True), required=False, default=dict
    )
    covers_demographics = serializers.BooleanField(required=False, allow_null=True, default=None)


class ChecklistOfBatch(Resource):
    @Operation("read_checklist", answer=ChecklistShape)
    def get(self, batch: int) -> Checklist:
        """Return the reporting checklist, with the statistics of the latest report."""
        return _checklist(self.batch(batch))

    @Operation("state_checklist", body=Statements, answer=ChecklistShape)
    def post(self, batch: int, sent: dict[str, Any]) -> Checklist:
        """Store texts for items of the checklist. Items that you leave out do not change."""
        row = self.batch(batch, write=True)
        state(batch=row, by=self.user, **sent)
        return _checklist(row)


def _checklist(batch: Batch) -> Checklist:
    report = report_to_read(batch)
    return checklist(batch, comparison_of(report) if report else None)


class Reports(Resource):
    @Operation("list_reports", answer=ReportLine, paged=True)
    def get(self, batch: int) -> QuerySet[Report]:
        """List the batch's reports."""
        return Report.objects.filter(batch=self.batch(batch)).defer("result")

    @Operation("ask_for_report", body=ReportWish, answer=ReportShape, status=202)
    def post(self, batch: int, sent: dict[str, Any]) -> Report:
        """Return the report on current ratings. If this report does not exist yet, a worker
        computes it."""
        numbers = sorted(set(sent["together_with"]) - {batch})
        others = [self.batch(number, write=True) for number in numbers]
        row = self.batch(batch, write=True)
        if Batch.State.DRAFT in {each.state for each in (row, *others)}:
            what = _("This batch is not published yet, so it has no results.")
            raise Invalid([Problem(what)])
        settings = settings_for([row, *others], sent["answers"])
        return report_for(row, settings, together_with=others)


class OneReport(Resource):
    @Operation("read_report", answer=ReportShape)
    def get(self, batch: int, pk: int) -> Report:
        """Return one report with its progress."""
        return report_of(self, batch, pk)


class AgainReport(Resource):
    @Operation("retry_report", answer=ReportShape, status=202)
    def post(self, batch: int, pk: int) -> Report:
        """Recompute a failed or cancelled report."""
        report = report_of(self, batch, pk, write=True)
        retry_report(report)
        return report


class CancelReport(Resource):
    @Operation("cancel_report", answer=ReportShape)
    def post(self, batch: int, pk: int) -> Report:
        """Cancel the computation of the report."""
        cancel_report(report_of(self, batch, pk, write=True), by=self.user)
        return report_of(self, batch, pk)


class ReportFile(Resource):
    @Operation("read_report_file", files=["application/octet-stream"])
    def get(self, batch: int, pk: int, name: str) -> HttpResponseBase:
        """Return one file of the report: a table, the methods text, all statistics as JSON or CSV,
        or the bundle of all files. Files with means by system are refused (409) while these means
        are hidden."""
        report = report_of(self, batch, pk)
        comparison: Comparison | None = comparison_of(report)
        if comparison is None:
            raise Conflict("The report is not done yet.")
        if not _sees_means(report, self.user) and tells_means(comparison, name):
            raise Conflict(HIDDEN)
        if name == BUNDLE and report.bundle:
            return FileResponse(open_kit(report, comparison), filename=f"report-{pk}.zip")
        content = content_of(report, comparison, name)
        if content is None:
            raise Http404
        content_type, text = content
        return HttpResponse(text, content_type=f"{content_type}; charset=utf-8")


def _sees_means(report: Report, user: User) -> bool:
    return all(sees_means(each, user) for each in report.batches)


def report_of(view: Resource, batch: int, pk: int, *, write: bool = False) -> Report:
    """Return the report. Raises Http404 or PermissionDenied if the person has no access to one of
    its batches."""
    report = Report.objects.filter(pk=pk, batch=view.batch(batch, write=write)).first()
    if report is None:
        raise Http404
    for number in report.with_batches:
        view.batch(number, write=write)
    return report
