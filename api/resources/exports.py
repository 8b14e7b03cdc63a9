"""Responses: listed as they are submitted, streamed as files, and stored as citable snapshots."""

from typing import Any

from django.core.files.storage import default_storage
from django.db.models import Exists, OuterRef, QuerySet
from django.http import FileResponse, Http404, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request

from analysis.writers.finding import is_hidden, open_file, tools
from api.operations import Operation, Resource
from api.pages import Pages
from api.problems import HIDDEN, Conflict
from api.resources.background import TaskShape
from api.resources.shapes import Shape, names
from hits.access import answer_for_researcher
from hits.background.asking import ask_for_snapshot, is_long_export
from hits.exports import ExportChoice, Form, Pseudonyms, Table, dictionary_csv, export_pieces
from hits.exports.adjudicated import adjudicated_csv
from hits.exports.choice import check_choice, names_in
from hits.exports.snapshots import make_snapshot
from hits.models import HIT, Assignment, BackgroundTask, Batch, ExportSnapshot
from hits.models.decisions import Exclusion
from hits.models.work import OUTPUT_SYSTEMS
from hits.states import ANSWERED
from people.acts import record
from people.models import Act

DECISIONS = [(state.value, state.label) for state in ANSWERED]


class ExportQuery(serializers.Serializer):
    """The options of a response file, as on the "Downloads" page. `annotators` are comma-separated
    pseudonyms."""

    table = serializers.ChoiceField(choices=Table.choices, default=Table.WIDE)
    file_format = serializers.ChoiceField(choices=Form.choices, default=Form.CSV)
    bom = serializers.BooleanField(default=False)
    states = serializers.MultipleChoiceField(choices=DECISIONS, required=False)
    counted = serializers.BooleanField(default=False)
    annotators = serializers.CharField(required=False, default="", allow_blank=True)
    since = serializers.DateField(required=False)
    until = serializers.DateField(required=False)
    pseudonyms = serializers.ChoiceField(choices=Pseudonyms.choices, default=Pseudonyms.BATCH)


class SnapshotChoice(ExportQuery, Shape):
    """The options for the contents of a snapshot."""


class SnapshotShape(serializers.ModelSerializer):
    """An export that is stored unchanged under its SHA-256 hash."""

    class Meta:
        model = ExportSnapshot
        fields = names("sha256 form parameters rows size erased created_at")


class AnswerFilter(serializers.Serializer):
    """Filters for responses, which are listed in order of submission. `since` selects responses
    submitted at this time or later."""

    since = serializers.DateTimeField(required=False)
    states = serializers.MultipleChoiceField(choices=DECISIONS, required=False)


class AnswerShape(serializers.Serializer):
    """The response to one assignment. `systems` are in canonical order; in the keys of questions,
    `a.` is the first system. `counted` is true if the response is included in the results."""

    assignment = serializers.IntegerField(source="pk")
    hit = serializers.IntegerField(source="hit_id")
    item = serializers.CharField(source="hit.item.external_id")
    systems = serializers.ListField(child=serializers.CharField())
    annotator = serializers.CharField(source="enrolment.pseudonym")
    state = serializers.ChoiceField(choices=DECISIONS)
    counted = serializers.BooleanField()
    shown_order = serializers.CharField()
    submitted_at = serializers.DateTimeField()
    work_seconds = serializers.FloatField()
    answers = serializers.SerializerMethodField()

    def get_answers(self, assignment: Assignment) -> dict[str, Any]:
        return {answer.key: answer.value for answer in assignment.answers.all()}


class BySubmission(Pages):
    """Pages in order of submission, oldest first."""

    ordering = ("submitted_at", "pk")


class Answers(Resource):
    pagination_class = BySubmission

    @Operation("list_answers", query=AnswerFilter, answer=AnswerShape, paged=True)
    def get(self, batch: int, sent: dict[str, object]) -> QuerySet[Assignment]:
        """List the responses in order of submission. To get new responses, set `since` to one
        minute before the last response, and skip responses that you already have. A submission can
        take a moment to appear."""
        return answers_of(self.batch(batch), sent)


def answers_of(batch: Batch, sent: dict[str, Any]) -> QuerySet[Assignment]:
    """Return the batch's assignments of main HITs that match the filter. Without a filter for
    states, these are the answered assignments."""
    rows = Assignment.objects.filter(
        batch=batch, hit__purpose=HIT.Purpose.MAIN, state__in=sent.get("states") or ANSWERED
    )
    if since := sent.get("since"):
        rows = rows.filter(submitted_at__gte=since)
    return with_answers(rows)


def with_answers(rows: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Return these assignments with everything that AnswerShape shows, loaded together."""
    standing = Exclusion.objects.filter(assignment=OuterRef("pk"), taken_back_at=None)
    return (
        rows.annotate(systems=OUTPUT_SYSTEMS, counted=~Exists(standing))
        .select_related("hit__item", "enrolment")
        .prefetch_related("answers")
    )


class AssignmentFilter(serializers.Serializer):
    """A filter for assignments by state. Without the filter, assignments in all states are
    listed."""

    state = serializers.ChoiceField(choices=Assignment.State.choices, required=False)


class AssignmentLine(serializers.ModelSerializer):
    """One assignment with its annotator and state. `annotator` is null if no one has taken the
    assignment."""

    item = serializers.CharField(source="hit.item.external_id")
    annotator = serializers.SerializerMethodField()

    class Meta:
        model = Assignment
        fields = names(
            "id hit item annotator state accepted_at deadline_at submitted_at ended_at decided_at "
            "reason"
        )

    def get_annotator(self, assignment: Assignment) -> str | None:
        return assignment.enrolment.pseudonym if assignment.enrolment else None


class Assignments(Resource):
    @Operation("list_assignments", query=AssignmentFilter, answer=AssignmentLine, paged=True)
    def get(self, batch: int, sent: dict[str, object]) -> QuerySet[Assignment]:
        """List the batch's assignments in every state, including those that have ended."""
        rows = Assignment.objects.filter(batch=self.batch(batch), **sent)
        return rows.select_related("hit__item", "enrolment")


class OneAnswer(Resource):
    @Operation("read_answer", answer=AnswerShape)
    def get(self, assignment: int) -> Assignment:
        """Return one response."""
        row = answer_for_researcher(self.user, assignment)
        return with_answers(Assignment.objects.filter(pk=row.pk)).get()


class Export(Resource):
    @Operation("export_batch", query=ExportQuery, files=[form.content_type for form in Form])
    def get(self, batch: int, sent: dict[str, object]) -> HttpResponseBase:
        """Stream the responses that match the query as one file. The download is recorded as an
        export."""
        row = self.batch(batch)
        choice = _choice(row, sent, self.request)
        record(self.user, Act.Verb.EXPORTED, row, after=choice.noted())
        response = StreamingHttpResponse(export_pieces(row, choice))
        return as_file(response, choice.file_format, f"batch-{batch}-{choice.table}")


class FileForTool(Resource):
    @Operation("export_for_tool", files=["application/octet-stream"])
    def get(self, batch: int, tool: str) -> HttpResponseBase:
        """Return people's included ratings as a file for another tool: `every-eval-ever`,
        `hugging-face`, `inspect` or `preference-pairs`. `every-eval-ever` and `inspect` contain
        means by system, so they are refused (409) until you close or `unveil` the batch."""
        row, writer = self.batch(batch), tools().get(tool)
        if writer is None:
            raise Http404
        if is_hidden(row, writer, self.user):
            raise Conflict(HIDDEN)
        file = open_file(row, writer, by=self.user)
        name = f"batch-{batch}-{tool}.{writer.ending}"
        return FileResponse(file, content_type=writer.content_type, filename=name)


class Dictionary(Resource):
    @Operation("read_dictionary", files=["text/csv"])
    def get(self, batch: int) -> HttpResponseBase:
        """Return a CSV file that explains the columns of the batch's exports."""
        return as_file(
            HttpResponse(dictionary_csv(self.batch(batch))), Form.CSV, f"batch-{batch}-dictionary"
        )


class Adjudicated(Resource):
    @Operation("export_adjudicated", files=["text/csv"])
    def get(self, batch: int) -> HttpResponseBase:
        """Return the adjudicated answers as CSV. The download is recorded as an export."""
        row = self.batch(batch)
        record(self.user, Act.Verb.EXPORTED, row, after={"file": "adjudicated"})
        response = StreamingHttpResponse(adjudicated_csv(row))
        return as_file(response, Form.CSV, f"batch-{batch}-adjudicated")


class Snapshots(Resource):
    @Operation("list_snapshots", answer=SnapshotShape, paged=True)
    def get(self, batch: int) -> QuerySet[ExportSnapshot]:
        """List the snapshots of the batch's exports."""
        return ExportSnapshot.objects.filter(batch=self.batch(batch))

    @Operation(
        "keep_snapshot", body=SnapshotChoice, answer=SnapshotShape, status=201, later=TaskShape
    )
    def post(self, batch: int, sent: dict[str, object]) -> ExportSnapshot | BackgroundTask:
        """Store an export as it is now. If a snapshot with the same bytes exists, return that
        snapshot. A worker creates a snapshot of more than 2,000 rows."""
        row = self.batch(batch, write=True)
        choice = _choice(row, sent, self.request)
        if is_long_export(row, choice):
            return ask_for_snapshot(batch=row, choice=choice, by=self.user)
        return make_snapshot(batch=row, choice=choice, by=self.user)


class SnapshotFile(Resource):
    @Operation("read_snapshot", files=[form.content_type for form in Form])
    def get(self, batch: int, sha256: str) -> HttpResponseBase:
        """Return the snapshot's file. The file is unavailable if some of its rows were deleted."""
        snapshot = ExportSnapshot.objects.filter(batch=self.batch(batch), sha256=sha256).first()
        if snapshot is None or not snapshot.file:
            raise Http404
        response = FileResponse(default_storage.open(snapshot.file))
        return as_file(response, snapshot.form, f"batch-{batch}-{sha256[:12]}")


def _choice(batch: Batch, sent: dict[str, Any], request: Request) -> ExportChoice:
    """Return the validated options for an export. Raises FieldsError if an option is invalid."""
    chosen = {
        "states": tuple(sorted(sent.get("states") or ExportChoice.states)),
        "annotators": names_in(sent["annotators"]),
        "site": request.build_absolute_uri("/").removesuffix("/"),
    }
    choice = ExportChoice(**{**sent, **chosen})
    check_choice(batch, choice)
    return choice


def as_file(response: HttpResponseBase, form: str, name: str) -> HttpResponseBase:
    """Return the response as a download with this name."""
    response["Content-Type"] = Form(form).content_type
    response["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return response
