"""The pages around a batch's work (consent, demographics, comprehension check, exit questionnaire):
their texts, their results, and people's consent decisions."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework import serializers

from api.operations import Operation, Resource
from api.problems import Invalid
from api.resources.exports import as_file
from api.resources.rubrics import Checked, RubricSource
from api.resources.shapes import Changed, Shape, as_data, names
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

LONGEST = 1_000_000  # maximum length of the YAML in characters


class VersionShape(serializers.ModelSerializer):
    """A version of a page's text. A version never changes."""

    class Meta:
        model = PageVersion
        fields = names("id page name sha256 created_at")


class WholeVersion(VersionShape):
    """A version of a page's text, with the YAML source."""

    source = serializers.CharField()  # type: ignore[assignment]  # no source of its own

    class Meta(VersionShape.Meta):
        fields = names(*VersionShape.Meta.fields, "source")


class BarShape(serializers.Serializer):
    """An answer's text, the number of people who gave it, and the number of people who answered."""

    label = serializers.CharField()  # type: ignore[assignment]  # no label of its own
    number = serializers.IntegerField()
    of = serializers.IntegerField()


class DistributionShape(serializers.Serializer):
    """The distribution of answers to one question, or the latest texts for a free-text question."""

    label = serializers.CharField()  # type: ignore[assignment]  # no label of its own
    answered = serializers.IntegerField()
    bars = BarShape(many=True)
    texts = serializers.ListField(child=serializers.CharField())


class PageFiguresShape(serializers.Serializer):
    """Counts for a page: people who finished the page, failed it, are on it now, made no mistake,
    or deleted their answers. `wrong` gives the number of wrong answers to each question."""

    finished = serializers.IntegerField()
    failed = serializers.IntegerField()
    under_way = serializers.IntegerField()
    at_once = serializers.IntegerField()
    forgotten = serializers.IntegerField()
    distributions = DistributionShape(many=True)
    wrong = BarShape(many=True)


class PageShape(serializers.Serializer):
    """A page of a batch. `version` is null if the batch does not have the page. `figures` is null
    in a draft. `may_change` is true if you can replace the page's text."""

    page = serializers.ChoiceField(choices=Page.choices)
    version = WholeVersion(source="batch_page.version", allow_null=True, default=None)
    attached_at = serializers.DateTimeField(
        source="batch_page.attached_at", allow_null=True, default=None
    )
    may_change = serializers.BooleanField()
    is_unchanged_example = serializers.BooleanField()
    figures = PageFiguresShape(allow_null=True)


class ConsentsShape(serializers.Serializer):
    """The numbers of people who currently consent, declined or withdrew. `older` is the number of
    people who agreed to an earlier version of the text."""

    agreed = serializers.IntegerField()
    declined = serializers.IntegerField()
    withdrawn = serializers.IntegerField()
    older = serializers.IntegerField()


class PagesShape(serializers.Serializer):
    """The pages of the batch, in the order in which people see them."""

    pages = PageShape(many=True)
    consents = ConsentsShape()


class NewText(Shape):
    """A new text in one of three forms: YAML as described in docs/recruiting.md, the id of an
    existing text of the project, or the site's example."""

    source = serializers.CharField(  # type: ignore[assignment]  # no source of its own
        required=False,
        max_length=LONGEST,
        trim_whitespace=False,
        help_text="The text of the YAML file.",
    )
    version = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST)
    example = serializers.BooleanField(default=False)

    def validate(self, sent: dict[str, object]) -> dict[str, object]:
        """Return the data. Raises ValidationError unless exactly one of the three forms is
        given."""
        if sum([bool(sent["example"]), "version" in sent, "source" in sent]) != 1:
            raise serializers.ValidationError(
                "Send exactly one of `source`, `version` and `example`."
            )
        return sent


class WithPseudonyms(serializers.Serializer):
    """A setting that says whether to include pseudonyms. With `pseudonyms`, you can join the rows
    with responses to HITs. Without pseudonyms, the rows do not identify anyone."""

    pseudonyms = serializers.BooleanField(default=False)


class PageFilter(serializers.Serializer):
    """A filter for the texts of one kind of page."""

    page = serializers.ChoiceField(choices=Page.choices, required=False)


class ConsentDecisionShape(serializers.ModelSerializer):
    """A person's decision on one version of the consent."""

    annotator = serializers.CharField(source="enrolment.pseudonym")
    part = serializers.IntegerField(source="enrolment_id")
    version_sha256 = serializers.CharField(source="version.sha256")

    class Meta:
        model = ConsentDecision
        fields = names("id part annotator decision version version_sha256 decided_at")


class PagesOfBatch(Resource):
    @Operation("list_pages", answer=PagesShape)
    def get(self, batch: int) -> dict[str, object]:
        """List the pages around the batch's work, and the number of people per consent decision."""
        row = self.batch(batch)
        rows = _rows(self, row)
        consent = next(each.batch_page for each in rows if each.page == Page.CONSENT)
        consents = consents_of(row, consent.version if consent else None)
        return {"pages": rows, "consents": consents}


class OnePage(Resource):
    def entity(self) -> Mapping[str, object]:
        """Return the page as a GET request does, and lock the batch until the write is done."""
        row = self.batch(self.kwargs["batch"])
        lock_batch(row.pk)
        return PageShape(_row(self, row, self.kwargs["page"])).data

    @Operation("read_page", answer=PageShape)
    def get(self, batch: int, page: str) -> PageRow:
        """Return one page with its text and results."""
        return _row(self, self.batch(batch), page)

    @Operation("set_page", body=NewText, answer=PageShape)
    def put(self, batch: int, page: str, sent: dict[str, Any]) -> PageRow:
        """Set the text of a page. In a published batch you can replace only the consent, and
        everyone is then asked again for consent."""
        row = self.batch(batch, write=True)
        _known(page)
        if "version" in sent:
            versions = PageVersion.objects.filter(project=row.project_id, page=page)
            version = versions.filter(pk=sent["version"]).first()
            if version is None:
                what = "The project has no version of this page with this number."
                raise Invalid([Problem(what, "version")])
        else:
            source = sent.get("source") or example_source(PageKind(page))
            version = store_page(batch=row, page=page, source=source, by=self.user)
        attach_page(batch=row, version=version, by=self.user)
        return _row(self, row, page)

    @Operation("remove_page", answer=Changed)
    def delete(self, batch: int, page: str) -> dict[str, int]:
        """Remove the page from a draft."""
        row = self.batch(batch, write=True)
        return {"changed": int(detach_page(batch=row, page=_known(page), by=self.user))}


class PageAnswers(Resource):
    @Operation("export_page_answers", query=WithPseudonyms, files=["text/csv"])
    def get(self, batch: int, page: str, sent: dict[str, bool]) -> HttpResponseBase:
        """Return the answers on the page as CSV. The download is recorded as an export."""
        row = self.batch(batch)
        batch_page = pages_of(row).get(_known(page))
        if batch_page is None:
            raise Http404
        text = export_page(
            batch=row, version=batch_page.version, with_pseudonyms=sent["pseudonyms"], by=self.user
        )
        response = as_file(HttpResponse(text), Form.CSV, f"batch-{batch}-{page}")
        response["Cache-Control"] = "no-store"
        return response


class CheckPage(Resource):
    @Operation("check_page", body=RubricSource, answer=Checked, scope="read")
    def post(self, sent: dict[str, Any]) -> dict[str, object]:
        """Check the text of a page for errors. Nothing is stored."""
        try:
            spec = load_questionnaire(sent["source"])
        except DocumentError as error:
            return {"valid": False, "sha256": None, "problems": list(map(as_data, error.problems))}
        return {"valid": True, "sha256": spec.sha256, "problems": []}


class TextsOfProject(Resource):
    @Operation("list_page_texts", query=PageFilter, answer=VersionShape, paged=True)
    def get(self, project: int, sent: dict[str, object]) -> QuerySet[PageVersion]:
        """List the page texts that the project's batches can use."""
        return PageVersion.objects.filter(project=self.project(project), **sent)


class Consents(Resource):
    @Operation("list_consents", answer=ConsentDecisionShape, paged=True)
    def get(self, batch: int) -> QuerySet[ConsentDecision]:
        """List consent decisions (agreed, declined or withdrew) for each version, newest first."""
        rows = ConsentDecision.objects.filter(enrolment__batch=self.batch(batch))
        return rows.select_related("enrolment", "version")


def _rows(view: Resource, batch: Batch) -> list[PageRow]:
    return page_rows(batch, may_write=is_writer(view.user, batch.project_id))


def _row(view: Resource, batch: Batch, page: str) -> PageRow:
    wanted = _known(page)
    return next(row for row in _rows(view, batch) if row.page == wanted)


def _known(page: str) -> Page:
    if page not in Page.values:
        raise Http404
    return Page(page)
