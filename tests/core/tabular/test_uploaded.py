"""Tests of uploads with names too long for a file: the name is cut, but its suffix is kept."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from annotation.incoming.uploads import DiskUploadHandler
from core.tabular.uploaded import MOST_BYTES, short_name, uploaded
from stimuli.imports import ImportOptions, request_import
from stimuli.imports.running import table_name
from stimuli.models import DatasetImport
from tests import world
from tests.imports.makers import LONG, csv_bytes

LONG_NAME = "データ" * 80 + ".jsonl"  # 246 characters, 726 bytes


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("gold.csv", "gold.csv"),
        ("C/gold.csv", "gold.csv"),
        ("", ""),
        (None, ""),
        ("..", ""),
        ("x" * 300 + ".csv", "x" * (MOST_BYTES - 4) + ".csv"),
        ("x." + "y" * 300, "x." + "y" * (MOST_BYTES - 2)),
        (LONG_NAME, ("データ" * 80)[:64] + ".jsonl"),
    ],
)
def test_a_name_is_cut_and_keeps_its_suffix(name, kept):
    assert short_name(name) == kept
    assert len(kept.encode()) <= MOST_BYTES


def test_a_table_is_read_whatever_its_name():
    with uploaded(SimpleUploadedFile(LONG_NAME, b"{}")) as path:
        assert (path.read_bytes(), path.suffix) == (b"{}", ".jsonl")


def test_a_large_upload_arrives_whatever_its_suffix():
    handler = DiskUploadHandler()
    handler.new_file("table", "x." + "y" * 253, "text/csv", 10, None)
    handler.receive_data_chunk(b"line", 0)
    assert (handler.failed, handler.file_complete(4).read()) == (None, b"line")


@pytest.mark.django_db
def test_an_import_keeps_a_table_of_a_long_name():
    project = world.project()
    table = SimpleUploadedFile("データ" * 80 + ".csv", csv_bytes(LONG))
    request_import(project=project, name="Long", table=table, archive=None, options=ImportOptions())
    assert table_name(DatasetImport.objects.get()).endswith(".csv")
