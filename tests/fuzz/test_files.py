"""Fuzz tests of tables, archives and media: each file is imported completely, or rejected with a
reason and without a trace."""

import json
from collections import Counter

import pytest
from django.db import transaction

from core.errors import DocumentError
from tests.fuzz.mutations import in_bounded_time, mutants, refuse_without_a_problem
from tests.imports.makers import LONG, clip, csv_bytes, load, picture, tone, world_state, zipped

FEW, MANY = 6, 150
ROWS = [
    {"item_id": "1", "context": "Harbour", "outputs": {"Heron": "A quay.", "Moss": "Boats."}},
    {"item_id": "2", "context": "Hills", "outputs": {"Heron": "Rain.", "Moss": "Grass."}},
]
WIDE = [
    ["item_id", "system", "output", "image"],
    ["1", "Heron", "A quay.", "https://a.example/1.png"],
]


def tables() -> list[tuple[str, list[bytes]]]:
    seeds = [csv_bytes(LONG), csv_bytes(LONG, delimiter=";", end="\n"), csv_bytes(WIDE)]
    lines = "".join(json.dumps(row) + "\n" for row in ROWS).encode()
    flat = "".join(json.dumps(dict(zip(LONG[0], row, strict=True))) + "\n" for row in LONG[1:])
    return [("table.csv", seeds), ("table.jsonl", [lines, flat.encode()])]


def outcome(owner, place: int, path, media=None) -> str:
    before = world_state()
    # Taken back each time: the locks of hundreds of imports have no room in one transaction.
    with transaction.atomic():
        try:
            with in_bounded_time():
                load(owner, path, media, name=f"Data {place}")
        except DocumentError as error:
            refuse_without_a_problem(error)
            assert world_state() == before
            return "refused"
        finally:
            transaction.set_rollback(True)
    return "imported"


def tables_tried(owner, tmp_path, number: int) -> Counter:
    outcomes = Counter()
    for name, seeds in tables():
        for content in mutants(len(name), seeds, number):
            (tmp_path / name).write_bytes(content)
            outcomes[outcome(owner, outcomes.total(), tmp_path / name)] += 1
    return outcomes


def media_tried(owner, tmp_path, number: int) -> Counter:
    """Import valid archives with one damaged file each, and count the outcomes."""
    outcomes = Counter()
    files = {
        "a.png": [picture(), picture("PNG", size=(300, 200))],
        "a.jpg": [picture("JPEG", size=(300, 200))],
        "a.gif": [picture("GIF")],
        "a.webp": [picture("WEBP")],
        "a.mp4": [clip()],
        "a.webm": [clip("webm", "libvpx")],
        "a.wav": [tone()],
    }
    for name, seeds in files.items():
        kind = {"mp4": "video", "webm": "video", "wav": "audio"}.get(name[2:], "image")
        path = tmp_path / "table.csv"
        path.write_bytes(
            csv_bytes([["item_id", "system", "output", kind], ["1", "Heron", "A quay.", name]])
        )
        for content in mutants(len(name), seeds, number):
            archive = zipped(tmp_path / "media.zip", {name: content})
            outcomes[outcome(owner, outcomes.total(), path, archive)] += 1
    return outcomes


def archives_tried(owner, tmp_path, number: int) -> Counter:
    """Import damaged archives of valid images, and count the outcomes."""
    outcomes = Counter()
    path, archive = tmp_path / "table.csv", tmp_path / "media.zip"
    path.write_bytes(
        csv_bytes([["item_id", "system", "output", "image"], ["1", "Heron", "A quay.", "a.png"]])
    )
    stored = zipped(archive, {"a.png": picture(), "b/c.jpg": picture("JPEG")}).read_bytes()
    packed = zipped(archive, {"a.png": picture()}, method=8).read_bytes()
    for content in mutants(9, [stored, packed], number):
        archive.write_bytes(content)
        outcomes[outcome(owner, outcomes.total(), path, archive)] += 1
    return outcomes


KINDS = [tables_tried, media_tried, archives_tried]


@pytest.mark.attack("importing a file")
@pytest.mark.parametrize("tried", KINDS)
def test_a_few_are_imported_or_refused(project, tmp_path, tried):
    assert tried(project, tmp_path, FEW)["refused"] > 0


@pytest.mark.long
@pytest.mark.parametrize("tried", KINDS)
def test_many_are_imported_or_refused(project, tmp_path, tried, record_property):
    outcomes = tried(project, tmp_path, MANY)
    record_property("figures", f"{outcomes.total()} inputs, {dict(outcomes)}, 0 failures")
    assert outcomes["refused"] > 0
