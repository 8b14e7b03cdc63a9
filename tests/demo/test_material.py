"""Tests of the demo's material: images, videos and texts are complete and fit their rubrics."""

from collections import Counter

import av
import pytest
from PIL import Image

from demo import material
from surveys.loading import library_rubric

SIZES = {  # items, systems
    "image-paragraph": (12, 6),
    "contextual-caption-pair": (8, 4),
    "key-points": (8, 4),
    "video-caption": (8, 4),
    "comparative-summary": (8, 4),
    "picture-pair": (8, 2),
    "video-pair": (4, 2),
    "audio-opinion-score": (8, 3),
    "sound-caption": (8, 3),
    "agent-run": (4, 2),
    "safety-refusal": (5, 3),
    "translation-esa": (5, 3),
    "chat-answer": (5, 2),
    "answer-with-sources": (9, 1),
    "web-page": (5, 2),
}
DOCUMENTS = {document: material.ROWS[rubric] for rubric, document in material.DOCUMENTS.items()}
PAIRS = {"picture_pair", "video_pair"}
PICTURES = sorted(material.MEDIA.glob("*.jpg"))
CLIPS = sorted(material.MEDIA.glob("*.mp4"))


def by_item(rows):
    items = {}
    for row in rows:
        items.setdefault(row["external_id"], []).append(row)
    return items


def test_every_picture_is_small_and_of_the_stated_size():
    assert {Image.open(path).size for path in PICTURES} == {(960, 640)}
    assert [path.name for path in PICTURES if not 20_000 < path.stat().st_size < 250_000] == []


@pytest.mark.parametrize("name", SIZES)
def test_the_rows_fit_the_rubric(name):
    items, systems = SIZES[name]
    rows = material.ROWS[name]()
    needs = [need for block in library_rubric(name).stimulus for need in block.needs()]
    kind = library_rubric(name).outputs.kind
    output = "output" if kind == "text" else f"output_{kind}"
    pictured = {"output_image"} if name == "web-page" else set()
    allowed = {"external_id", "system", output, *pictured, *(need.name for need in needs)}
    required = {"external_id", "system", output, *(need.name for need in needs if need.required)}
    assert [row for row in rows if not required <= set(row) <= allowed] == []
    assert Counter((row["external_id"], row["system"]) for row in rows).most_common(1)[0][1] == 1
    assert {key: len(group) for key, group in by_item(rows).items()} == dict.fromkeys(
        by_item(rows), systems
    )
    assert len(by_item(rows)) == items
    assert [row for row in rows if kind == "text" and len(row["output"]) < 20] == []
    for group in by_item(rows).values():
        own = {"system", output, *pictured}
        fields = [{key: row[key] for key in row if key not in own} for row in group]
        assert fields == [fields[0]] * systems


def test_the_media_are_those_that_rows_name():
    rows = [row for load in material.ROWS.values() for row in load()]
    named = {row[field] for row in rows for field in ("image", "video") if field in row}
    assert named == {path.name for path in material.MEDIA.iterdir()}
    assert (len(PICTURES), len(CLIPS)) == (12, 8)


def test_the_outputs_are_those_that_rows_name_and_no_two_are_alike():
    rows = [row for load in material.ROWS.values() for row in load()]
    columns = [f"output_{kind}" for kind in material.OUTPUT_TYPES]
    named = sorted(row[column] for row in rows for column in columns if column in row)
    files = sorted(material.OUTPUTS.iterdir())
    assert [path.name for path in files] == named
    contents = [path.read_bytes() for path in files]
    assert len(set(contents)) == len(files)
    assert sum(map(len, contents)) < 600_000


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_text_has_a_latent_quality_that_is_not_among_its_fields(document):
    latent = material.latent(document)
    rows = DOCUMENTS[document]()
    assert set(latent) == {(row["external_id"], row["system"]) for row in rows}
    assert [value for value in latent.values() if not 0 <= value <= 1] == []
    assert {"latent", "quality"} & {key for row in rows for key in row} == set()
    best = {
        key: max(group, key=lambda row: latent[key, row["system"]])["system"]
        for key, group in by_item(rows).items()
    }
    # Of pairs one system would win them all, and nothing be left to agree on.
    assert set(best.values()) == {"Heron-XL", *(["Moss-7B"] if document in PAIRS else [])}


@pytest.mark.parametrize("document", sorted(path.stem for path in material.DATA.glob("*.yaml")))
def test_every_data_file_says_that_it_is_simulated(document):
    assert material.note(document).startswith("Simulated.")


@pytest.mark.parametrize("path", CLIPS, ids=lambda path: path.stem)
def test_a_clip_decodes_whole_and_plays_at_once(path):
    with av.open(str(path)) as file:
        stream = file.streams.video[0]
        context = stream.codec_context
        assert (context.name, context.pix_fmt, context.width, context.height) == (
            "h264",
            "yuv420p",
            480,
            270,
        )
        assert stream.average_rate == 24
        assert sum(1 for _frame in file.decode(stream)) == stream.frames >= 48
    content = path.read_bytes()
    assert len(content) < 300_000
    assert content.index(b"moov") < content.index(b"mdat")
