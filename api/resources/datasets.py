"""Datasets: imports of tables with media, and what they brought in."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

from django.db import transaction
from django.db.models import OuterRef, QuerySet
from django.http import Http404, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from pydantic import ValidationError
from rest_framework import serializers
from rest_framework.request import Request

from api.operations import Operation, Resource
from api.problems import Invalid
from api.resources.background import TaskShape
from api.resources.shapes import ProblemShape, Shape
from core.database.aggregates import number_of
from core.database.whole_numbers import LARGEST
from core.errors import Problem
from hits.archive.archiving import archive, take_from_archive
from hits.archive.deleting import delete
from hits.background.asking import ask_for_deletion, is_long_deletion
from hits.models import BackgroundTask
from people.access import projects_for
from stimuli.access import dataset_for_researcher, import_for_researcher
from stimuli.folders import as_table
from stimuli.imports import ImportOptions, cancel_import, dataset_name, import_again, request_import
from stimuli.models import Dataset, DatasetImport, Item, Medium, System
from stimuli.renaming import rename_dataset
from stimuli.serving import media_response

JSON_LINES = "application/jsonl"
AT_ONCE = 500  # items read at a time while they are streamed


class DatasetShape(serializers.ModelSerializer):
    """A dataset: `items` and `systems` are how many."""

    items = serializers.IntegerField(source="items_n")
    systems = serializers.IntegerField(source="systems_n")
    archived = serializers.SerializerMethodField()

    class Meta:
        model = Dataset
        fields: ClassVar[list[str]] = [
            "id",
            "project",
            "name",
            "items",
            "systems",
            "created_at",
            "archived",
        ]

    def get_archived(self, dataset: Dataset) -> bool:
        return dataset.archived_at is not None


class OfProject(serializers.Serializer):
    """Of one project; of all yours where none is named."""

    project = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST)


class MediumShape(serializers.Serializer):
    """A picture, clip or sound: stored here under `sha256`, or a link (`url`)."""

    field = serializers.CharField(allow_null=True)
    sha256 = serializers.CharField(allow_null=True)
    url = serializers.CharField(allow_null=True)
    content_type = serializers.CharField(allow_blank=True)


class OutputShape(serializers.Serializer):
    """What one system made of the item."""

    system = serializers.CharField()
    kind = serializers.CharField()
    text = serializers.CharField(allow_blank=True)
    media = MediumShape(many=True)


class ItemShape(serializers.Serializer):
    """An item as a rubric's page gets it."""

    item = serializers.CharField()
    fields = serializers.DictField()  # type: ignore[assignment]
    media = MediumShape(many=True)
    outputs = OutputShape(many=True)


class NewImport(serializers.Serializer):
    """A form with files. `table` is a table, or a file of another tool. `options` is a text of JSON
    as docs/importing.md describes it; without it the columns are told by their names."""

    table = serializers.FileField(help_text="CSV, JSON Lines, or another tool's.")
    archive = serializers.FileField(required=False, help_text="A ZIP of the media it names.")
    name = serializers.CharField(required=False, max_length=120, help_text="The dataset's.")
    options = serializers.CharField(required=False, allow_blank=True)


class FileScoreShape(serializers.Serializer):
    """A score in a file: `by` is the judge's model; what the file does not say is blank or null."""

    values = serializers.IntegerField()
    by = serializers.CharField()
    best = serializers.CharField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)


class ContentsShape(serializers.Serializer):
    """What a file of another tool holds; empty for a table. `left_out` counts records and scores by
    reason, `unknown` keys that were not understood."""

    format = serializers.CharField(required=False)
    records = serializers.IntegerField(required=False)
    items = serializers.IntegerField(required=False)
    systems = serializers.IntegerField(required=False)
    outputs = serializers.IntegerField(required=False)
    scores = serializers.DictField(child=FileScoreShape(), required=False)
    left_out = serializers.DictField(child=serializers.IntegerField(), required=False)
    unknown = serializers.DictField(child=serializers.IntegerField(), required=False)


class ImportShape(serializers.ModelSerializer):
    """An import on its way: `done` when its `dataset` is there, `failed` where `findings` say what
    was wrong, each with its line and column. Of a file of another tool `contents` says what was in
    it."""

    findings = ProblemShape(many=True)
    contents = ContentsShape()

    class Meta:
        model = DatasetImport
        fields: ClassVar[list[str]] = [
            "id",
            "project",
            "dataset_name",
            "state",
            "rows_done",
            "rows_total",
            "problems",
            "findings",
            "contents",
            "dataset",
            "created_at",
            "finished_at",
        ]


def _counted(rows: QuerySet[Dataset]) -> QuerySet[Dataset]:
    return rows.annotate(
        items_n=number_of(Item.objects.filter(dataset=OuterRef("pk")), by="dataset"),
        systems_n=number_of(System.objects.filter(dataset=OuterRef("pk")), by="dataset"),
    )


def _options(text: str) -> ImportOptions:
    """Raises Invalid with the place of each fault."""
    try:
        return ImportOptions.model_validate(json.loads(text) if text.strip() else {})
    except ValidationError as error:
        raise Invalid(
            Problem(each["msg"], ".".join(["options", *map(str, each["loc"])]))
            for each in error.errors()
        ) from error
    except (ValueError, RecursionError) as error:
        what = _("This is not JSON: %(error)s") % {"error": error}
        raise Invalid([Problem(what, "options")]) from error


class Imports(Resource):
    @Operation("list_imports", query=OfProject, answer=ImportShape, paged=True)
    def get(self, _request: Request, sent: dict[str, object]) -> QuerySet[DatasetImport]:
        """Return the imports of your projects."""
        return DatasetImport.objects.filter(project__in=projects_for(self.user), **sent)


class ImportsOfProject(Resource):
    @Operation("import_dataset", body=NewImport, answer=ImportShape, status=202)
    def post(self, _request: Request, project: int, sent: dict[str, Any]) -> DatasetImport:
        """Have a table imported as a new dataset, with its media, or a file of another tool. The
        file is streamed to the disk; a worker reads it, and the import lists the problems."""
        row = self.project(project, write=True)
        table, options = sent["table"], _options(sent.get("options", ""))
        with as_table(table, sent.get("archive")) as (rows, media):
            return request_import(
                project=row,
                name=sent.get("name") or dataset_name(str(table.name)),
                table=rows,
                archive=media,
                options=options,
                created_by=self.user,
            )


class OfImport(Resource):
    def incoming(self, pk: int) -> DatasetImport:
        """Return the import, for a person who may change it."""
        row = import_for_researcher(self.user, pk, write=True)
        self.subjects.project = row.project
        return row


class OneImport(Resource):
    @Operation("read_import", answer=ImportShape)
    def get(self, _request: Request, pk: int) -> DatasetImport:
        """Return how far an import is, and what was wrong."""
        return import_for_researcher(self.user, pk)


class CancelImport(OfImport):
    @Operation("cancel_import", answer=ImportShape)
    def post(self, _request: Request, pk: int) -> DatasetImport:
        """Have it end without a trace, if it has not ended."""
        cancel_import(import_id=self.incoming(pk).pk, by=self.user)
        return DatasetImport.objects.get(pk=pk)


class AgainImport(OfImport):
    @Operation("repeat_import", answer=ImportShape, status=202)
    def post(self, _request: Request, pk: int) -> DatasetImport:
        """Have one that was refused or cancelled run once more, from the files that were kept."""
        import_again(import_id=self.incoming(pk).pk)
        return DatasetImport.objects.get(pk=pk)


class Datasets(Resource):
    @Operation("list_datasets", query=OfProject, answer=DatasetShape, paged=True)
    def get(self, _request: Request, sent: dict[str, object]) -> QuerySet[Dataset]:
        """Return the datasets of your projects."""
        return _counted(Dataset.objects.filter(project__in=projects_for(self.user), **sent))


class DatasetTerms(Shape):
    """What can be changed of a dataset."""

    name = serializers.CharField(max_length=120)


class OneDataset(Resource):
    def entity(self) -> Mapping[str, object]:
        """Return the dataset as a GET does, locked until the write is done."""
        Dataset.objects.select_for_update(no_key=True).filter(pk=self.kwargs["pk"]).first()
        return DatasetShape(self._row(self.kwargs["pk"])).data

    @Operation("read_dataset", answer=DatasetShape)
    def get(self, _request: Request, pk: int) -> Dataset:
        """Return one dataset."""
        return self._row(pk)

    @Operation("rename_dataset", body=DatasetTerms, answer=DatasetShape)
    def patch(self, _request: Request, pk: int, sent: dict[str, str]) -> Dataset:
        """Give it another name, which none of the project's others has. Its batches, items and
        outputs stay as they are."""
        dataset = self.made(dataset_for_researcher(self.user, pk, write=True))
        rename_dataset(dataset_id=dataset.pk, name=sent["name"], by=self.user)
        return self._row(pk)

    def _row(self, pk: int) -> Dataset:
        return _counted(Dataset.objects.filter(pk=dataset_for_researcher(self.user, pk).pk)).get()

    @Operation("delete_dataset", later=TaskShape)
    def delete(self, _request: Request, pk: int) -> BackgroundTask | None:
        """Delete it with its items and outputs, while nothing depends on it. One of more than 2,000
        items is deleted by a worker."""
        dataset = dataset_for_researcher(self.user, pk, write=True)
        self.subjects.project = dataset.project
        if is_long_deletion(dataset):
            return ask_for_deletion(dataset=dataset, by=self.user)
        delete(row=dataset, by=self.user)
        return None


def act_on_dataset(name: str, words: str, change: Callable[..., bool]) -> type[Resource]:
    """Return a request that has `change(row=, by=)` done. A repeat changes nothing."""

    class ActOnDataset(Resource):
        def post(self, _request: Request, pk: int) -> Dataset:
            dataset = dataset_for_researcher(self.user, pk, write=True)
            change(row=self.made(dataset), by=self.user)
            return _counted(Dataset.objects.filter(pk=pk)).get()

        post.__doc__ = words
        post = Operation(name, answer=DatasetShape)(post)  # type: ignore[assignment]

    ActOnDataset.__name__ = name
    return ActOnDataset


ArchiveDataset = act_on_dataset("archive_dataset", "Leave it out of lists.", archive)
UnarchiveDataset = act_on_dataset(
    "unarchive_dataset", "Bring it back into lists.", take_from_archive
)


def _items(dataset: Dataset) -> QuerySet[Item]:
    return (
        Item.objects.filter(dataset=dataset)
        .prefetch_related("item_media__medium", "outputs__system", "outputs__output_media__medium")
        .order_by("pk")
    )


def _medium(medium: Medium, field: str | None = None) -> dict[str, object]:
    names = ("sha256", "url", "content_type")
    return {"field": field, **{name: getattr(medium, name) for name in names}}


def item_data(item: Item) -> dict[str, object]:
    """Return an item as ItemShape shows it."""
    return {
        "item": item.external_id,
        "fields": item.fields,
        "media": [_medium(each.medium, each.field) for each in item.item_media.all()],
        "outputs": [
            {
                "system": output.system.name,
                "kind": output.kind,
                "text": output.text,
                "media": [_medium(each.medium) for each in output.output_media.all()],
            }
            for output in item.outputs.all()
        ],
    }


class Items(Resource):
    @Operation("export_items", files=[JSON_LINES])
    def get(self, _request: Request, pk: int) -> HttpResponseBase:
        """Return every item with its outputs, an object a line as `ItemShape`, streamed."""
        dataset = dataset_for_researcher(self.user, pk)
        response = StreamingHttpResponse(_lines(dataset), content_type=JSON_LINES)
        response["Content-Disposition"] = f'attachment; filename="dataset-{pk}.jsonl"'
        return response


def _lines(dataset: Dataset) -> Iterator[str]:
    with transaction.atomic():
        for item in _items(dataset).iterator(chunk_size=AT_ONCE):
            yield json.dumps(item_data(item), ensure_ascii=False) + "\n"


class Media(Resource):
    @Operation("read_medium", files=["application/octet-stream"])
    def get(self, request: Request, project: int, sha256: str) -> HttpResponseBase:
        """Return a stored medium byte for byte, with ranges."""
        media = Medium.objects.filter(project=self.project(project), sha256=sha256)
        medium = media.first()
        if medium is None:
            raise Http404
        plain = request._request  # noqa: SLF001 - as DRF's own views do
        return media_response(plain, sha256, medium.content_type, seconds=0)
