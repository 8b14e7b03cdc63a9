"""Datasets, and the imports of tables and media that create datasets."""

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, QuerySet
from django.http import Http404, StreamingHttpResponse
from django.http.response import HttpResponseBase
from pydantic import ValidationError
from rest_framework import serializers

from api.operations import Operation, Resource
from api.problems import Invalid
from api.resources.background import TaskShape
from api.resources.shapes import ProblemShape, Shape, names
from core.database.aggregates import number_of
from core.database.whole_numbers import LARGEST
from core.errors import Problem
from hits.archive import archive, delete, take_from_archive
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
AT_ONCE = 500  # number of items loaded at a time while streaming


class DatasetShape(serializers.ModelSerializer):
    """A dataset. `items` and `systems` are the numbers of its items and systems."""

    items = serializers.IntegerField(source="items_n")
    systems = serializers.IntegerField(source="systems_n")
    archived = serializers.SerializerMethodField()

    class Meta:
        model = Dataset
        fields = names("id project name items systems created_at archived")

    def get_archived(self, dataset: Dataset) -> bool:
        return dataset.archived_at is not None


class OfProject(serializers.Serializer):
    """A filter by project. Without the filter, all your projects are included."""

    project = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST)


class MediumShape(serializers.Serializer):
    """A picture, video or sound: either a file stored under its `sha256`, or a link (`url`)."""

    field = serializers.CharField(allow_null=True)
    sha256 = serializers.CharField(allow_null=True)
    url = serializers.CharField(allow_null=True)
    content_type = serializers.CharField(allow_blank=True)


class OutputShape(serializers.Serializer):
    """The output of one system for the item."""

    system = serializers.CharField()
    kind = serializers.CharField()
    text = serializers.CharField(allow_blank=True)
    media = MediumShape(many=True)


class ItemShape(serializers.Serializer):
    """An item, with the fields, media and outputs that a rubric's page can show."""

    item = serializers.CharField()
    fields = serializers.DictField()  # type: ignore[assignment]
    media = MediumShape(many=True)
    outputs = OutputShape(many=True)


class NewImport(serializers.Serializer):
    """A form with files. `table` is a table, or a file from another tool. `options` is JSON text as
    described in docs/importing.md. Without `options`, the names of the columns determine their
    meaning."""

    table = serializers.FileField(help_text="A CSV or JSON Lines file, or a file of another tool.")
    archive = serializers.FileField(
        required=False, help_text="A ZIP file with the media that the table names."
    )
    name = serializers.CharField(required=False, max_length=120, help_text="The dataset's name.")
    options = serializers.CharField(required=False, allow_blank=True)


class FileScoreShape(serializers.Serializer):
    """A score in a file from another tool. `by` is the judge's model. Values that the file does not
    contain are "" or null."""

    values = serializers.IntegerField()
    by = serializers.CharField()
    best = serializers.CharField()
    low = serializers.FloatField(allow_null=True)
    high = serializers.FloatField(allow_null=True)


class ContentsShape(serializers.Serializer):
    """The contents of a file from another tool, or an empty object for a table. `left_out` counts
    skipped records and scores by reason. `unknown` counts, by key, occurrences of keys that we
    could not interpret."""

    format = serializers.CharField(required=False)
    records = serializers.IntegerField(required=False)
    items = serializers.IntegerField(required=False)
    systems = serializers.IntegerField(required=False)
    outputs = serializers.IntegerField(required=False)
    scores = serializers.DictField(child=FileScoreShape(), required=False)
    left_out = serializers.DictField(child=serializers.IntegerField(), required=False)
    unknown = serializers.DictField(child=serializers.IntegerField(), required=False)


class ImportShape(serializers.ModelSerializer):
    """An import. Once it is `done`, its `dataset` exists. If it has `failed`, `findings` lists each
    problem with its line and column. For a file from another tool, `contents` describes the
    file."""

    findings = ProblemShape(many=True)
    contents = ContentsShape()

    class Meta:
        model = DatasetImport
        fields = names(
            "id project dataset_name state rows_done rows_total problems findings contents dataset "
            "created_at finished_at"
        )


def _counted(rows: QuerySet[Dataset]) -> QuerySet[Dataset]:
    return rows.annotate(
        items_n=number_of(Item.objects.filter(dataset=OuterRef("pk")), by="dataset"),
        systems_n=number_of(System.objects.filter(dataset=OuterRef("pk")), by="dataset"),
    )


def _options(text: str) -> ImportOptions:
    """Return the import options in the text. Raises Invalid, which locates each mistake."""
    try:
        return ImportOptions.model_validate(json.loads(text) if text.strip() else {})
    except ValidationError as error:
        raise Invalid(
            Problem(each["msg"], ".".join(["options", *map(str, each["loc"])]))
            for each in error.errors()
        ) from error
    except (ValueError, RecursionError) as error:
        raise Invalid([Problem(f"This is not JSON: {error}", "options")]) from error


class Imports(Resource):
    @Operation("list_imports", query=OfProject, answer=ImportShape, paged=True)
    def get(self, sent: dict[str, object]) -> QuerySet[DatasetImport]:
        """List the imports of your projects."""
        return DatasetImport.objects.filter(project__in=projects_for(self.user), **sent)


class ImportsOfProject(Resource):
    @Operation("import_dataset", body=NewImport, answer=ImportShape, status=202)
    def post(self, project: int, sent: dict[str, Any]) -> DatasetImport:
        """Import a table with its media, or a file from another tool, as a new dataset. A worker
        reads the file. Use `read_import` for the import's progress and problems."""
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
        """Return the import, and record its project as a subject of the write. The person needs
        permission to change the project."""
        row = import_for_researcher(self.user, pk, write=True)
        self.subjects.project = row.project
        return row


class OneImport(Resource):
    @Operation("read_import", answer=ImportShape)
    def get(self, pk: int) -> DatasetImport:
        """Return the progress of an import, and the problems that were found."""
        return import_for_researcher(self.user, pk)


class CancelImport(OfImport):
    @Operation("cancel_import", answer=ImportShape)
    def post(self, pk: int) -> DatasetImport:
        """Cancel an unfinished import. Its files are kept, so you can run the import again."""
        cancel_import(import_id=self.incoming(pk).pk, by=self.user)
        return DatasetImport.objects.get(pk=pk)


class AgainImport(OfImport):
    @Operation("repeat_import", answer=ImportShape, status=202)
    def post(self, pk: int) -> DatasetImport:
        """Run a failed or cancelled import again with the stored files."""
        import_again(import_id=self.incoming(pk).pk)
        return DatasetImport.objects.get(pk=pk)


class Datasets(Resource):
    @Operation("list_datasets", query=OfProject, answer=DatasetShape, paged=True)
    def get(self, sent: dict[str, object]) -> QuerySet[Dataset]:
        """List the datasets of your projects."""
        return _counted(Dataset.objects.filter(project__in=projects_for(self.user), **sent))


class DatasetTerms(Shape):
    """Settings of a dataset that can be changed."""

    name = serializers.CharField(max_length=120)


class OneDataset(Resource):
    def entity(self) -> Mapping[str, object]:
        """Return the dataset as a GET does, and lock the dataset until the write is done."""
        Dataset.objects.select_for_update(no_key=True).filter(pk=self.kwargs["pk"]).first()
        return DatasetShape(self._row(self.kwargs["pk"])).data

    @Operation("read_dataset", answer=DatasetShape)
    def get(self, pk: int) -> Dataset:
        """Return one dataset."""
        return self._row(pk)

    @Operation("rename_dataset", body=DatasetTerms, answer=DatasetShape)
    def patch(self, pk: int, sent: dict[str, str]) -> Dataset:
        """Rename the dataset. The name must be unique in the project. The dataset's batches, items
        and outputs do not change."""
        dataset = self.made(dataset_for_researcher(self.user, pk, write=True))
        rename_dataset(dataset_id=dataset.pk, name=sent["name"], by=self.user)
        return self._row(pk)

    def _row(self, pk: int) -> Dataset:
        return _counted(Dataset.objects.filter(pk=dataset_for_researcher(self.user, pk).pk)).get()

    @Operation("delete_dataset", later=TaskShape)
    def delete(self, pk: int) -> BackgroundTask | None:
        """Delete the dataset with its items and outputs, unless something depends on it. If the
        dataset has more than 2,000 items, a worker deletes it."""
        dataset = dataset_for_researcher(self.user, pk, write=True)
        self.subjects.project = dataset.project
        if is_long_deletion(dataset):
            return ask_for_deletion(dataset=dataset, by=self.user)
        delete(row=dataset, by=self.user)
        return None


def act_on_dataset(name: str, words: str, change: Callable[..., bool]) -> type[Resource]:
    """Return a resource with the POST operation `name`, which calls `change` on a dataset. A repeat
    changes nothing."""

    class ActOnDataset(Resource):
        def post(self, pk: int) -> Dataset:
            dataset = dataset_for_researcher(self.user, pk, write=True)
            change(row=self.made(dataset), by=self.user)
            return _counted(Dataset.objects.filter(pk=pk)).get()

        post.__doc__ = words
        post = Operation(name, answer=DatasetShape)(post)  # type: ignore[assignment]

    ActOnDataset.__name__ = name
    return ActOnDataset


ArchiveDataset = act_on_dataset("archive_dataset", "Hide the dataset from lists.", archive)
UnarchiveDataset = act_on_dataset(
    "unarchive_dataset", "Show the dataset in lists again.", take_from_archive
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
    """Return an item in the form of ItemShape."""
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
    def get(self, pk: int) -> HttpResponseBase:
        """Stream every item with its outputs as JSON Lines, in the form of `ItemShape`."""
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
    def get(self, project: int, sha256: str) -> HttpResponseBase:
        """Return a stored media file unchanged. Range requests are supported."""
        media = Medium.objects.filter(project=self.project(project), sha256=sha256)
        medium = media.first()
        if medium is None:
            raise Http404
        plain = self.request._request  # noqa: SLF001 - as DRF's own views do
        return media_response(plain, sha256, medium.content_type, seconds=0)
