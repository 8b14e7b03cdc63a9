"""Tests of importing Hugging Face folders: a ZIP of images with a table, and Parquet files."""

import io
import tracemalloc

import pyarrow as pa
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from pyarrow import parquet

from core.errors import RateroomError
from people.models import Project
from stimuli import folders
from stimuli.imports import perform_import
from stimuli.models import DatasetImport, ItemMedium, Output
from tests import world
from tests.api.program import Program
from tests.imports.makers import picture, zipped
from tests.imports.test_full_disk import noise, room
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db
TABLE = b"file_name,caption\na.png,A quay.\nb.png,A hill.\n"


@pytest.fixture
def client(project):
    return signed_in(world.researcher(project))


def folder(path, **files: bytes):
    contents = {"train/a.png": picture(), "train/b.png": picture(color=(1, 2, 3)), **files}
    return zipped(path / "pictures.zip", contents).read_bytes()


def dropped(client, content: bytes, name: str):
    form = {"action": "upload", "project": Project.objects.get().pk}
    return client.post(
        reverse("admin:new_batch"), form | {"table": SimpleUploadedFile(name, content)}
    )


def imported(client, address: str) -> DatasetImport:
    """Run the import with the column roles that the page suggests, and return it."""
    page = client.get(address)
    roles = {f"role-{each.number}": each.role.value for each in page.context["columns"]}
    client.post(address, {"name": "Pictures", "output_kind": "text", **roles})
    record = DatasetImport.objects.get()
    perform_import(import_id=record.pk)
    record.refresh_from_db()
    return record


def outputs() -> list[tuple[str, str, str]]:
    rows = Output.objects.order_by("pk").values_list("item__external_id", "system__name", "text")
    return [*rows]


def test_a_zip_of_pictures_with_its_table(client, tmp_path):
    page = dropped(client, folder(tmp_path, **{"train/metadata.csv": TABLE}), "pictures.zip")
    record = imported(client, page["Location"])
    assert (record.state, record.problems) == ("done", [])
    assert outputs() == [("a.png", "caption", "A quay."), ("b.png", "caption", "A hill.")]
    assert [each.field for each in ItemMedium.objects.all()] == ["image", "image"]


def test_only_columns_of_file_names_name_files(client, tmp_path):
    table = b"file_name,profile_name,caption\na.png,Alice,A quay.\n"
    page = dropped(client, folder(tmp_path, **{"train/metadata.csv": table}), "pictures.zip")
    names = [each.name for each in client.get(page["Location"]).context["columns"]]
    assert sorted(names) == ["caption", "image", "item_id", "profile_name"]


@pytest.mark.parametrize("name", ["pictures.zip", "train.parquet"])
def test_a_full_disk_is_not_called_a_broken_file(client, tmp_path, name):
    captions = [noise(1000).hex()] * 20
    if name.endswith(".zip"):
        lines = [f"{number}.png,{caption}" for number, caption in enumerate(captions)]
        table = "\n".join(("file_name,caption", *lines)).encode()
        content = folder(tmp_path, **{"train/metadata.csv": table})
    else:
        file = io.BytesIO()
        parquet.write_table(pa.table({"text": captions}), file)
        content = file.getvalue()
    with room(15_000):
        said = words(dropped(client, content, name))
    assert "The files could not be written (File too large)" in said
    assert "Make room in the media folder and in the temporary folder" in said


def test_a_parquet_file_with_its_pictures(client):
    rows = {
        "image": [{"bytes": picture(), "path": "x/../a.png"}, {"bytes": picture(), "path": None}],
        "text": ["A quay.", "A hill."],
        "share": [0.5, float("nan")],
    }
    file = io.BytesIO()
    parquet.write_table(pa.table(rows), file)
    page = dropped(client, file.getvalue(), "train.parquet")
    record = imported(client, page["Location"])
    assert (record.state, record.problems) == ("done", [])
    assert outputs() == [("1", "text", "A quay."), ("2", "text", "A hill.")]
    names = {each.medium.original_name for each in ItemMedium.objects.all()}
    assert names == {"1-image.png"}  # the same bytes twice, under a name of ours


@pytest.mark.parametrize(("limit", "most"), [("MOST_BYTES", 2 * 1024**2), ("MOST_ROWS", 40)])
def test_a_small_parquet_file_that_unpacks_to_far_more_is_refused(client, monkeypatch, limit, most):
    monkeypatch.setattr(folders, limit, most)
    file = io.BytesIO()
    parquet.write_table(pa.table({"text": ["x" * 100_000] * 50}), file, compression="zstd")
    said = words(dropped(client, file.getvalue(), "train.parquet"))
    size = f"{folders.MOST_BYTES // 1024**2} MB or {folders.MOST_ROWS:,} rows"
    assert f"The Parquet file unpacks to more than {size}" in said
    assert not DatasetImport.objects.exists()


def test_one_row_that_unpacks_to_far_more_is_refused_before_it_is_copied(monkeypatch):
    monkeypatch.setattr(folders, "MOST_BYTES", 2 * 1024**2)
    file = io.BytesIO()
    parquet.write_table(pa.table({"texts": [["x" * 100_000] * 50]}), file)
    table = SimpleUploadedFile("train.parquet", file.getvalue())
    tracemalloc.start()
    with pytest.raises(RateroomError, match="unpacks to more than 2 MB"):
        folders.as_table(table, None).__enter__()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 2_000_000


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({}, "The ZIP contains 0 metadata tables"),
        ({"train/metadata.csv": TABLE, "test/metadata.csv": TABLE}, "2 metadata tables"),
        ({"train/metadata.csv": b'file_name,caption\na.png,"'}, "cannot be read as CSV"),
    ],
)
def test_a_zip_that_cannot_be_read_is_refused(client, tmp_path, files, said):
    assert said in words(dropped(client, folder(tmp_path, **files), "pictures.zip"))
    assert not DatasetImport.objects.exists()


@pytest.mark.parametrize("content", [b"PAR1 and nothing else PAR1", b"PK\x03\x04 cut"])
def test_a_broken_file_is_refused(project, content):
    name = "a.parquet" if content.startswith(b"PAR1") else "a.zip"
    program = Program(world.researcher(project))
    form = {"table": SimpleUploadedFile(name, content)}
    answer = program.upload(f"projects/{project.pk}/imports", form)
    assert answer.status_code == 422
    assert "cannot be" in str(answer.json()["problems"])
