"""Prompt files for judges, result files from batch services, and a project's prompt templates."""

from typing import Any

from django.db.models import F, QuerySet
from django.http import Http404, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework import serializers

from api.operations import Operation, Resource
from api.problems import Invalid, not_found
from api.resources.datasets import JSON_LINES
from api.resources.judging.runs import run_of
from api.resources.shapes import Shape, names
from core.errors import Problem
from core.tabular.uploaded import uploaded
from judges.replies.importing import read_jsonl
from judges.runs.batch_files import PROVIDERS, batch_lines, import_results
from surveys.models import PromptTemplate, Rubric
from surveys.versions.templates import store_template

LONGEST = 100_000  # maximum length of a prompt in characters


class ResultsFile(serializers.Serializer):
    """A form with the results file (JSON Lines) from a provider's batch service."""

    results = serializers.FileField()


class ResultsOutcome(serializers.Serializer):
    """The number of replies that were `read`, the numbers of refused replies by error code, and the
    number of replies that were already stored."""

    read = serializers.IntegerField()
    failed = serializers.DictField(child=serializers.IntegerField())
    repeated = serializers.IntegerField()


class TemplateShape(serializers.ModelSerializer):
    """A project's own prompt template, which never changes. Judge runs can use it as `template`."""

    rubric = serializers.CharField(source="rubric.name")

    class Meta:
        model = PromptTemplate
        fields = names("id project rubric name system text sources omit created_at")


class NewTemplate(Shape):
    """A prompt template for the rubric with this name. `sources` gives the meaning of the
    template's placeholders, as described in docs/judges.md. You can leave out self-explanatory
    placeholders."""

    rubric = serializers.CharField(max_length=200)
    name = serializers.CharField(max_length=80)
    text = serializers.CharField(max_length=LONGEST, trim_whitespace=False)
    system = serializers.CharField(
        required=False, allow_blank=True, default="", max_length=LONGEST, trim_whitespace=False
    )
    sources = serializers.DictField(child=serializers.CharField(max_length=2000), default=dict)
    omit = serializers.ListField(
        child=serializers.CharField(max_length=200),
        default=list,
        help_text="Fields that are not shown to the judge.",
    )


class RunPrompts(Resource):
    @Operation("export_prompts", files=[JSON_LINES])
    def get(self, pk: int, provider: str) -> HttpResponseBase:
        """Return the prompts that have no reply yet, in the batch format of `openai` or
        `anthropic`."""
        run = run_of(self, pk)
        known_provider = next((name for name in PROVIDERS if name == provider), None)
        if known_provider is None:
            raise Http404
        lines = batch_lines(run, known_provider)
        response = StreamingHttpResponse(lines, content_type=JSON_LINES)
        response["Content-Disposition"] = f'attachment; filename="run-{pk}-{provider}.jsonl"'
        return response


class RunResults(Resource):
    @Operation("import_results", body=ResultsFile, answer=ResultsOutcome)
    def post(self, pk: int, sent: dict[str, Any]) -> object:
        """Import the results from a batch service. If a line is invalid, nothing is imported. Lines
        that are already stored are counted, but not imported again."""
        run = run_of(self, pk, write=True)
        with uploaded(sent["results"]) as path:
            try:
                return import_results(run=run, lines=read_jsonl(path), document=path.name)
            except UnicodeDecodeError as error:
                raise Invalid(
                    [Problem("The file is not UTF-8. Save it as UTF-8.", "results")]
                ) from error


class PromptTemplates(Resource):
    @Operation("list_prompt_templates", answer=TemplateShape, paged=True)
    def get(self, project: int) -> QuerySet[PromptTemplate]:
        """List the project's prompt templates."""
        rows = PromptTemplate.objects.filter(project=self.project(project))
        return rows.select_related("rubric")

    @Operation("store_prompt_template", body=NewTemplate, answer=TemplateShape, status=201)
    def post(self, project: int, sent: dict[str, Any]) -> PromptTemplate:
        """Store a prompt template, after checking it against the newest version of the rubric."""
        row = self.project(project, write=True)
        usable = Rubric.objects.filter(name=sent["rubric"])
        usable = usable.filter(project=row) | usable.filter(project__isnull=True)
        rubric = usable.order_by(F("project").asc(nulls_last=True)).first()
        if rubric is None:
            raise Invalid([not_found(sent["rubric"], "rubric")])
        return store_template(**sent | {"project": row, "rubric": rubric}, by=self.user)
