"""Tests of imports with real photographs, videos, ids and key points, and of a large table."""

import hashlib
import json
import time

import pytest
from django.core.files.storage import default_storage

from stimuli.models import Medium
from tests.analysis.statistics.shared_data import FOLDER as DATA
from tests.imports.makers import LONG, content, csv_bytes, load, problems, rubric, table

real = pytest.mark.skipif(not DATA.is_dir(), reason=f"{DATA} is not here")
SYSTEMS = ["Heron", "Moss", "Reed", "Alder", "Finch", "Brook"]


def files_of(folder: str):
    return sorted(path for path in (DATA / folder).iterdir() if path.is_file())


@real
@pytest.mark.parametrize(("folder", "field"), [("photos", "image"), ("videos", "video")])
def test_real_media_are_stored_byte_for_byte(project, tmp_path, folder, field):
    names = [path.name for path in files_of(folder)]
    rows = [
        ["item_id", "system", "output", field],
        *([name, "Heron", "Text.", name] for name in names),
    ]
    result = load(project, table(tmp_path, rows), DATA / folder)
    assert result.media == len(names) == Medium.objects.count()
    for path in files_of(folder):
        medium = Medium.objects.get(original_name=path.name)
        assert medium.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
        assert default_storage.open(medium.storage_name).read() == path.read_bytes()


@real
def test_real_clips_are_described(project, tmp_path):
    """The carphone video's 176 pixels are not square, so browsers show it 193 pixels wide."""
    rows = [
        ["id", "system", "text", "video"],
        *([path.name, "A", "T", path.name] for path in files_of("videos")),
    ]
    load(project, table(tmp_path, rows), DATA / "videos")
    assert {
        one.original_name: (one.content_type, one.width, one.height, one.seconds)
        for one in Medium.objects.all()
    } == {
        "bigbuckbunny.mp4": ("video/mp4", 1280, 720, 5.312),
        "bikes.mp4": ("video/mp4", 640, 272, 10.0),
        "carphone_distorted.mp4": ("video/mp4", 193, 144, 4.004),
        "carphone_pristine.mp4": ("video/mp4", 193, 144, 4.004),
    }


@real
@pytest.mark.parametrize("cut", [1, 1000])
def test_real_media_cut_short(project, tmp_path, cut):
    """A video is invalid if a single byte is missing. A photograph may not need its last bytes."""
    for path in files_of("videos"):
        (tmp_path / path.name).write_bytes(path.read_bytes()[:-cut])
    rows = [
        ["id", "system", "text", "video"],
        *([path.name, "A", "T", path.name] for path in files_of("videos")),
    ]
    assert problems(project, table(tmp_path, rows), tmp_path) == [
        f"row {row}, column `video`: {path.name}: it is cut off: {cut:,} bytes are missing. Copy it again."
        for row, path in enumerate(files_of("videos"), 2)
    ]


@real
def test_the_missions_ids_times_six_systems(project, tmp_path):
    ids = (DATA / "image_paragraphs" / "test_image_ids.txt").read_text().split()
    rows = [["image_id", "image", *(f"output:{system}" for system in SYSTEMS)]]
    rows += [
        [one, f"https://example.org/{one}.jpg", *(f"{system} on {one}." for system in SYSTEMS)]
        for one in ids
    ]
    result = load(project, table(tmp_path, rows))
    assert (result.items, result.systems, result.outputs, result.media) == (2489, 6, 14_934, 2489)
    assert list(result.dataset.items.order_by("pk").values_list("external_id", flat=True)) == ids


@real
def test_real_key_points(project, tmp_path):
    """Each record of the reference file, with an added text, must keep its key points unchanged."""
    version = rubric({"block": "list", "field": "key_point"})
    lines = (
        (DATA / "key_points" / "anycapeval_video_ref.jsonl")
        .read_text(encoding="utf-8")
        .splitlines()
    )
    records = [json.loads(line) for line in lines if line.strip()]
    records = [
        {"item": str(number), "model": "A", "text": "A caption.", "key_point": record["key_point"]}
        for number, record in enumerate(records)
        if record.get("key_point")
    ]
    result = load(project, table(tmp_path, records, "t.jsonl"), rubric_version=version.pk)
    assert result.items == len(records) == 340
    assert [one[0]["key_point"] for one in content(result.dataset).values()] == [
        one["key_point"] for one in records
    ]


def test_fifteen_thousand_rows_take_seconds(project, tmp_path):
    words = "The quay lies in the sun and two boats wait beside it. " * 8
    rows = [
        [str(number), system, f"{system}: {words}", words]
        for number in range(2500)
        for system in SYSTEMS
    ]
    path = table(tmp_path, csv_bytes([LONG[0], *rows]))
    start = time.monotonic()
    result = load(project, path)
    assert (result.items, result.outputs) == (2500, 15_000)
    assert time.monotonic() - start < 15  # about one second on two cores
