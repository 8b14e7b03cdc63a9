"""Answers: as they come in, and as files that are streamed; snapshots that can be cited."""

from typing import Any, ClassVar

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
from api.resources.shapes import Shape
from hits.access import answer_for_researcher
from hits.background.asking import ask_for_snapshot, is_long_export
from hits.exports import ExportChoice, Form, Pseudonyms, Table, dictionary_csv, export_pieces
from hits.exports.adjudicated import adjudicated_csv
from hits.exports.choice import check_choice, names_in
from hits.exports.snapshots import make_snapshot
from hits.models import HIT, Assignment, BackgroundTask, Batch, ExportSnapshot
from hits.models.exclusions import Exclusion
from hits.models.work import OUTPUT_SYSTEMS
from hits.states import ANSWERED
from people.acts import record
from people.models import Act

DECISIONS = [(state.value, state.label) for state in ANSWERED]


class ExportQuery(serializers.Serializer):
    """What the file holds, as on the desk's page. `annotators`: pseudonyms, commas between."""

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
    """What a snapshot keeps."""


class SnapshotShape(serializers.ModelSerializer):
    """An export kept byte for byte under the SHA-256 of its bytes."""

    class Meta:
        model = ExportSnapshot
        fields: ClassVar[list[str]] = [
            "sha256",
            "form",
            "parameters",
            "rows",
            "size",
            "erased",
            "created_at",
        ]


class AnswerFilter(serializers.Serializer):
    """Which answers are listed, in the order of submission. `since`: submitted at or after."""

    since = serializers.DateTimeField(required=False)
    states = serializers.MultipleChoiceField(choices=DECISIONS, required=False)


class AnswerShape(serializers.Serializer):
    """One answered assignment. `systems` are in canonical order: `a.` in a question's key is of the
    first. `counted`: whether figures use it."""

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
    """The earliest first."""

    ordering = ("submitted_at", "pk")


class Answers(Resource):
    pagination_class = BySubmission

    @Operation("list_answers", query=AnswerFilter, answer=AnswerShape, paged=True)
    def get(self, _request: Request, batch: int, sent: dict[str, object]) -> QuerySet[Assignment]:
        """The answers, as they come in. Ask again with `since` at the last one's time, less a
        minute, and pass over what you have: a submission may become visible a moment late."""
        return answers_of(self.batch(batch), sent)


def answers_of(batch: Batch, sent: dict[str, Any]) -> QuerySet[Assignment]:
    """The batch's answered assignments of main HITs that a filter names, with their answers."""
    rows = Assignment.objects.filter(
        batch=batch, hit__purpose=HIT.Purpose.MAIN, state__in=sent.get("states") or ANSWERED
    )
    if since := sent.get("since"):
        rows = rows.filter(submitted_at__gte=since)
    return with_answers(rows)


def with_answers(rows: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """With all that AnswerShape shows."""
    standing = Exclusion.objects.filter(assignment=OuterRef("pk"), taken_back_at=None)
    return (
        rows.annotate(systems=OUTPUT_SYSTEMS, counted=~Exists(standing))
        .select_related("hit__item", "enrolment")
        .prefetch_related("answers")
    )


class AssignmentFilter(serializers.Serializer):
    """Assignments in one state, or in any."""

    state = serializers.ChoiceField(choices=Assignment.State.choices, required=False)


class AssignmentLine(serializers.ModelSerializer):
    """One wanted judgement: its annotator and its state; `annotator` is null while no one has
    it."""

    item = serializers.CharField(source="hit.item.external_id")
    annotator = serializers.SerializerMethodField()

    class Meta:
        model = Assignment
        fields: ClassVar[list[str]] = [
            "id",
            "hit",
            "item",
            "annotator",
            "state",
            "accepted_at",
            "deadline_at",
            "submitted_at",
            "ended_at",
            "decided_at",
            "reason",
        ]

    def get_annotator(self, assignment: Assignment) -> str | None:
        return assignment.enrolment.pseudonym if assignment.enrolment else None


class Assignments(Resource):
    @Operation("list_assignments", query=AssignmentFilter, answer=AssignmentLine, paged=True)
    def get(self, _request: Request, batch: int, sent: dict[str, object]) -> QuerySet[Assignment]:
        """Its assignments in every state, history among them."""
        rows = Assignment.objects.filter(batch=self.batch(batch), **sent)
        return rows.select_related("hit__item", "enrolment")


class OneAnswer(Resource):
    @Operation("read_answer", answer=AnswerShape)
    def get(self, _request: Request, assignment: int) -> Assignment:
        """One answered assignment."""
        row = answer_for_researcher(self.user, assignment)
        return with_answers(Assignment.objects.filter(pk=row.pk)).get()


class Export(Resource):
    @Operation("export_batch", query=ExportQuery, files=[form.content_type for form in Form])
    def get(self, request: Request, batch: int, sent: dict[str, object]) -> HttpResponseBase:
        """All answers as one file, streamed while it is read from the database."""
        row = self.batch(batch)
        choice = _choice(row, sent, request)
        record(
            actor=self.user,
            verb=Act.Verb.EXPORTED,
            subject=row,
            project_id=row.project_id,
            after=choice.noted(),
        )
        response = StreamingHttpResponse(export_pieces(row, choice))
        return as_file(response, choice.file_format, f"batch-{batch}-{choice.table}")


class FileForTool(Resource):
    @Operation("export_for_tool", files=["application/octet-stream"])
    def get(self, _request: Request, batch: int, tool: str) -> HttpResponseBase:
        """People's ratings that count, as another tool reads them: `every-eval-ever`,
        `hugging-face`, `inspect` or `preference-pairs`. The first and the third have means by
        system, which are refused (409) until the batch is closed or you `unveil` them."""
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
    def get(self, _request: Request, batch: int) -> HttpResponseBase:
        """What the columns of the batch's exports mean, as CSV."""
        return as_file(
            HttpResponse(dictionary_csv(self.batch(batch))), Form.CSV, f"batch-{batch}-dictionary"
        )


class Adjudicated(Resource):
    @Operation("export_adjudicated", files=["text/csv"])
    def get(self, _request: Request, batch: int) -> HttpResponseBase:
        """The adjudicators' answers, as CSV."""
        row = self.batch(batch)
        record(
            actor=self.user,
            verb=Act.Verb.EXPORTED,
            subject=row,
            project_id=row.project_id,
            after={"file": "adjudicated"},
        )
        response = StreamingHttpResponse(adjudicated_csv(row))
        return as_file(response, Form.CSV, f"batch-{batch}-adjudicated")


class Snapshots(Resource):
    @Operation("list_snapshots", answer=SnapshotShape, paged=True)
    def get(self, _request: Request, batch: int) -> QuerySet[ExportSnapshot]:
        """The snapshots of the batch's exports."""
        return ExportSnapshot.objects.filter(batch=self.batch(batch))

    @Operation(
        "keep_snapshot", body=SnapshotChoice, answer=SnapshotShape, status=201, later=TaskShape
    )
    def post(
        self, request: Request, batch: int, sent: dict[str, object]
    ) -> ExportSnapshot | BackgroundTask:
        """Keep an export as it is now. Where the same bytes are kept, that snapshot. One of more
        than 2,000 rows is made by a worker."""
        row = self.batch(batch, write=True)
        choice = _choice(row, sent, request)
        if is_long_export(row, choice):
            return ask_for_snapshot(batch=row, choice=choice, by=self.user)
        return make_snapshot(batch=row, choice=choice, by=self.user)


class SnapshotFile(Resource):
    @Operation("read_snapshot", files=[form.content_type for form in Form])
    def get(self, _request: Request, batch: int, sha256: str) -> HttpResponseBase:
        """The snapshot's bytes. None where rows of it were erased."""
        snapshot = ExportSnapshot.objects.filter(batch=self.batch(batch), sha256=sha256).first()
        if snapshot is None or not snapshot.file:
            raise Http404
        response = FileResponse(default_storage.open(snapshot.file))
        return as_file(response, snapshot.form, f"batch-{batch}-{sha256[:12]}")


def _choice(batch: Batch, sent: dict[str, Any], request: Request) -> ExportChoice:
    """Return what was chosen. Raises FieldsError."""
    chosen = {
        "states": tuple(sorted(sent.get("states") or ExportChoice.states)),
        "annotators": names_in(sent["annotators"]),
        "site": request.build_absolute_uri("/").removesuffix("/"),
    }
    choice = ExportChoice(**{**sent, **chosen})
    check_choice(batch, choice)
    return choice


def as_file(response: HttpResponseBase, form: str, name: str) -> HttpResponseBase:
    """A download of this name."""
    response["Content-Type"] = Form(form).content_type
    response["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return response
