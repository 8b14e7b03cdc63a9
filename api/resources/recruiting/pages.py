"""The pages around a batch's work (consent, demographics, comprehension check, exit questionnaire):
their texts, results and consents."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request

from api.operations import Operation, Resource
from api.problems import Invalid
from api.resources.exports import as_file
from api.resources.rubrics import Checked, RubricSource
from api.resources.shapes import Changed, Shape, as_data
from core.database.whole_numbers import LARGEST
from core.errors import DocumentError, Problem
from hits.batch_locks import lock_batch
from hits.exports import Form
from hits.models import Batch
from people.access import is_writer
from recruiting.around.attaching import attach_page, detach_page, pages_of, store_page
from recruiting.around.exporting import export_page
from recruiting.around.figures import consents_of
from recruiting.around.models import ConsentDecision, Page, PageVersion
from recruiting.around.rows import PageRow, page_rows
from surveys.questionnaires.loading import example_source, load_questionnaire
from surveys.questionnaires.spec import PageKind

LONGEST = 1_000_000  # characters of YAML


class VersionShape(serializers.ModelSerializer):
    """A text of a page; it never changes."""

    class Meta:
        model = PageVersion
        fields: ClassVar[list[str]] = ["id", "page", "name", "sha256", "created_at"]


class WholeVersion(VersionShape):
    """With its YAML."""

    source = serializers.CharField()  # type: ignore[assignment]  # no source of its own

    class Meta(VersionShape.Meta):
        fields: ClassVar[list[str]] = [*VersionShape.Meta.fields, "source"]


class BarShape(serializers.Serializer):
    """One answer: what it says, how many gave it, and of how many."""

    label = serializers.CharField()  # type: ignore[assignment]  # no label of its own
    number = serializers.IntegerField()
    of = serializers.IntegerField()


class DistributionShape(serializers.Serializer):
    """The answers to one question; of a text question the latest texts."""

    label = serializers.CharField()  # type: ignore[assignment]  # no label of its own
    answered = serializers.IntegerField()
    bars = BarShape(many=True)
    texts = serializers.ListField(child=serializers.CharField())


class PageFiguresShape(serializers.Serializer):
    """How many people finished the page, failed it, are at it, gave no wrong answer, and deleted
    theirs; `wrong`: how often each question was answered wrongly."""

    finished = serializers.IntegerField()
    failed = serializers.IntegerField()
    under_way = serializers.IntegerField()
    at_once = serializers.IntegerField()
    forgotten = serializers.IntegerField()
    distributions = DistributionShape(many=True)
    wrong = BarShape(many=True)


class PageShape(serializers.Serializer):
    """A page that a batch may have. `version` is null where it has none, `figures` of a draft;
    `may_change`: whether the token may replace its text."""

    page = serializers.ChoiceField(choices=Page.choices)
    version = WholeVersion(source="batch_page.version", allow_null=True, default=None)
    attached_at = serializers.DateTimeField(
        source="batch_page.attached_at", allow_null=True, default=None
    )
    may_change = serializers.BooleanField()
    is_unchanged_example = serializers.BooleanField()
    figures = PageFiguresShape(allow_null=True)


class ConsentsShape(serializers.Serializer):
    """How many people agree now, declined, or withdrew; `older` of those who agree did to an
    earlier text."""

    agreed = serializers.IntegerField()
    declined = serializers.IntegerField()
    withdrawn = serializers.IntegerField()
    older = serializers.IntegerField()


class PagesShape(serializers.Serializer):
    """List the pages in the order in which people see them."""

    pages = PageShape(many=True)
    consents = ConsentsShape()


class NewText(Shape):
    """One of the three: YAML as docs/recruiting.md describes it, the number of a text of the
    project, or the example that comes with the site."""

    source = serializers.CharField(  # type: ignore[assignment]  # no source of its own
        required=False, max_length=LONGEST, trim_whitespace=False, help_text="YAML."
    )
    version = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST)
    example = serializers.BooleanField(default=False)

    def validate(self, sent: dict[str, object]) -> dict[str, object]:
        """One way alone. Raises ValidationError."""
        if sum([bool(sent["example"]), "version" in sent, "source" in sent]) != 1:
            raise serializers.ValidationError("Send `source`, `version` or `example`, one of them.")
        return sent


class WithPseudonyms(serializers.Serializer):
    """With `pseudonyms`, rows can be joined with the answers to HITs. Without, they identify no
    one."""

    pseudonyms = serializers.BooleanField(default=False)


class PageFilter(serializers.Serializer):
    """Texts of one page alone."""

    page = serializers.ChoiceField(choices=Page.choices, required=False)


class ConsentDecisionShape(serializers.ModelSerializer):
    """A person's decision on one version of the consent."""

    annotator = serializers.CharField(source="enrolment.pseudonym")
    part = serializers.IntegerField(source="enrolment_id")
    version_sha256 = serializers.CharField(source="version.sha256")

    class Meta:
        model = ConsentDecision
        fields: ClassVar[list[str]] = [
            "id",
            "part",
            "annotator",
            "decision",
            "version",
            "version_sha256",
            "decided_at",
        ]


class PagesOfBatch(Resource):
    @Operation("list_pages", answer=PagesShape)
    def get(self, _request: Request, batch: int) -> dict[str, object]:
        """The pages around the batch's work, and how many consent."""
        row = self.batch(batch)
        rows = _rows(self, row)
        consent = next(each.batch_page for each in rows if each.page == Page.CONSENT)
        consents = consents_of(row, consent.version if consent else None)
        return {"pages": rows, "consents": consents}


class OnePage(Resource):
    def entity(self) -> Mapping[str, object]:
        """Return the page as a GET does, locked until the write is done."""
        row = self.batch(self.kwargs["batch"])
        lock_batch(row.pk)
        return PageShape(_row(self, row, self.kwargs["page"])).data

    @Operation("read_page", answer=PageShape)
    def get(self, _request: Request, batch: int, page: str) -> PageRow:
        """One page, with its text and what came of it."""
        return _row(self, self.batch(batch), page)

    @Operation("set_page", body=NewText, answer=PageShape)
    def put(self, _request: Request, batch: int, page: str, sent: dict[str, Any]) -> PageRow:
        """Have the batch show a text. Of a published batch only the consent can be replaced, and
        then everybody is asked again."""
        row = self.batch(batch, write=True)
        _known(page)
        if "version" in sent:
            versions = PageVersion.objects.filter(project=row.project_id, page=page)
            version = versions.filter(pk=sent["version"]).first()
            if version is None:
                what = "The project has no such text of this page."
                raise Invalid([Problem(what, "version")])
        else:
            source = sent.get("source") or example_source(PageKind(page))
            version = store_page(batch=row, page=page, source=source, by=self.user)
        attach_page(batch=row, version=version, by=self.user)
        return _row(self, row, page)

    @Operation("remove_page", answer=Changed)
    def delete(self, _request: Request, batch: int, page: str) -> dict[str, int]:
        """Take the page from a draft."""
        row = self.batch(batch, write=True)
        return {"changed": int(detach_page(batch=row, page=_known(page), by=self.user))}


class PageAnswers(Resource):
    @Operation("export_page_answers", query=WithPseudonyms, files=["text/csv"])
    def get(
        self, _request: Request, batch: int, page: str, sent: dict[str, bool]
    ) -> HttpResponseBase:
        """The answers on the page as CSV. It is noted as an export."""
        row = self.batch(batch)
        batch_page = pages_of(row).get(_known(page))
        if batch_page is None:
            raise Http404
        text = export_page(
            batch=row,
            version=batch_page.version,
            with_pseudonyms=sent["pseudonyms"],
            by=self.user,
        )
        response = as_file(HttpResponse(text), Form.CSV, f"batch-{batch}-{page}")
        response["Cache-Control"] = "no-store"
        return response


class CheckPage(Resource):
    @Operation("check_page", body=RubricSource, answer=Checked, scope="read")
    def post(self, _request: Request, sent: dict[str, Any]) -> dict[str, object]:
        """Say what is wrong with a text of a page; nothing is stored."""
        try:
            spec = load_questionnaire(sent["source"])
        except DocumentError as error:
            return {"valid": False, "sha256": None, "problems": list(map(as_data, error.problems))}
        return {"valid": True, "sha256": spec.sha256, "problems": []}


class TextsOfProject(Resource):
    @Operation("list_page_texts", query=PageFilter, answer=VersionShape, paged=True)
    def get(
        self, _request: Request, project: int, sent: dict[str, object]
    ) -> QuerySet[PageVersion]:
        """The texts that the project's batches may show."""
        return PageVersion.objects.filter(project=self.project(project), **sent)


class Consents(Resource):
    @Operation("list_consents", answer=ConsentDecisionShape, paged=True)
    def get(self, _request: Request, batch: int) -> QuerySet[ConsentDecision]:
        """List who agreed to, declined or withdrew from each version, the latest first."""
        rows = ConsentDecision.objects.filter(enrolment__batch=self.batch(batch))
        return rows.select_related("enrolment", "version")


def _rows(view: Resource, batch: Batch) -> list[PageRow]:
    return page_rows(batch, may_write=is_writer(view.user, batch.project_id))


def _row(view: Resource, batch: Batch, page: str) -> PageRow:
    wanted = _known(page)
    return next(row for row in _rows(view, batch) if row.page == wanted)


def _known(page: str) -> Page:
    """Raises Http404 for a page that there is not."""
    if page not in Page.values:
        raise Http404
    return Page(page)
