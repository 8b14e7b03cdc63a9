"""Tests of importing outputs that are images, videos or audio, with or without text."""

import hashlib
import io

import pytest
from django.core.files.storage import default_storage
from django.urls import reverse
from PIL import Image

from stimuli.models import Medium, Output
from stimuli.store import storage_name
from tests import world
from tests.imports.makers import clip, filed, load, picture, problems, table, tone, zipped
from tests.pages import words

pytestmark = pytest.mark.usefixtures("store")
RED, BLUE = picture(color=(200, 0, 0)), picture("JPEG", color=(0, 0, 200))
MEDIA = {"heron/1.png": RED, "moss/1.jpg": BLUE, "a.mp4": clip(), "a.wav": tone()}


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def media(tmp_path):
    return filed(tmp_path / "media", MEDIA)


def outputs(dataset) -> dict:
    """Return {(item, system): (kind, text, hashes or URLs of its media in order)}."""
    rows = Output.objects.filter(item__dataset=dataset).select_related("item", "system")
    return {
        (output.item.external_id, output.system.name): (
            output.kind,
            output.text,
            [
                shown.medium.sha256 or shown.medium.url
                for shown in output.output_media.order_by("place").select_related("medium")
            ],
        )
        for output in rows
    }


PAIR = {("1", "Heron"): ("image", "", [sha(RED)]), ("1", "Moss"): ("image", "", [sha(BLUE)])}
LONG = [
    ["item_id", "system", "output_image", "prompt"],
    ["1", "Heron", "heron/1.png", "A quay"],
    ["1", "Moss", "moss/1.jpg", "A quay"],
]
WIDE = [
    ["item_id", "output_image:Heron", "output_image:Moss", "prompt"],
    ["1", "heron/1.png", "moss/1.jpg", "A quay"],
]
NAMED = [["item_id", "Heron", "Moss", "prompt"], ["1", "heron/1.png", "moss/1.jpg", "A quay"]]
NESTED = {"Heron": {"image": "heron/1.png"}, "Moss": {"image": ["moss/1.jpg"]}}


@pytest.mark.parametrize(
    ("rows", "name", "options"),
    [
        (LONG, "t.csv", {}),
        (WIDE, "t.csv", {}),
        (NAMED, "t.csv", {"systems": ("Heron", "Moss"), "output_kind": "image"}),
        ([["item_id", "system", "output", "prompt"], *LONG[1:]], "t.csv", {"output_kind": "image"}),
        ([{"item_id": "1", "prompt": "A quay", "outputs": NESTED}], "t.jsonl", {}),
        (
            [
                {"item_id": "1", "prompt": "A quay", "system": name, "output": output}
                for name, output in NESTED.items()
            ],
            "t.jsonl",
            {},
        ),
        ([dict(zip(LONG[0], row, strict=True)) for row in LONG[1:]], "t.jsonl", {}),
    ],
)
def test_every_notation_brings_the_same_pictures(project, tmp_path, media, rows, name, options):
    result = load(project, table(tmp_path, rows, name), media, **options)
    assert outputs(result.dataset) == PAIR
    assert result.dataset.items.get().fields == {"prompt": "A quay"}
    assert (result.items, result.outputs, result.media) == (1, 2, 2)
    assert default_storage.open(storage_name(sha(RED))).read() == RED


def test_words_and_several_media_of_every_kind(project, tmp_path):
    rows = [
        ["item_id", "system", "output", "output_image", "output_video", "output_audio"],
        ["1", "Heron", "Words.", "heron/1.png\nmoss/1.jpg", "a.mp4", ""],
        ["1", "Moss", "", "", "", '["a.wav", "https://example.org/b.mp3?x=1"]'],
        ["1", "Reed", "Only words.", "", " ", ""],
    ]
    media = zipped(tmp_path / "m.zip", MEDIA)
    result = load(project, table(tmp_path, rows), media)
    link = "https://example.org/b.mp3?x=1"
    assert outputs(result.dataset) == {
        ("1", "Heron"): ("image", "Words.", [sha(RED), sha(BLUE), sha(MEDIA["a.mp4"])]),
        ("1", "Moss"): ("audio", "", [sha(MEDIA["a.wav"]), link]),
        ("1", "Reed"): ("text", "Only words.", []),
    }
    assert Medium.objects.get(url=link).content_type == "audio/mpeg"


def test_a_column_beside_files_belongs_to_the_item(project, tmp_path, media):
    """A column of prompts named `text` or `description` must not be taken for the output."""
    rows = [["id", "system", "output_image", "text"], ["1", "Heron", "heron/1.png", "A quay"]]
    dataset = load(project, table(tmp_path, rows), media).dataset
    assert outputs(dataset) == {("1", "Heron"): PAIR["1", "Heron"]}
    assert dataset.items.get().fields == {"text": "A quay"}


def test_sounds_have_rate_length_and_peaks(project, tmp_path, media):
    rows = [["id", "system", "output_audio"], ["1", "Heron", "a.wav"]]
    load(project, table(tmp_path, rows), media)
    sound = Medium.objects.get()
    assert (sound.content_type, sound.sample_rate, sound.seconds) == ("audio/wav", 48_000, 1.0)
    # 48,000 samples are 188 peaks of up to 256: loud, then silent.
    assert (len(sound.peaks), min(sound.peaks[:93]), set(sound.peaks[95:])) == (188, 255, {0})
    assert (sound.width, sound.height) == (None, None)


@pytest.mark.parametrize(
    ("container", "codec", "content_type"),
    [
        ("mp3", "libmp3lame", "audio/mpeg"),
        ("ogg", "libopus", "audio/ogg"),
        ("ipod", "aac", "audio/mp4"),
        ("adts", "aac", "audio/aac"),
        ("flac", "flac", "audio/flac"),
    ],
)
def test_sounds_of_every_container(project, tmp_path, container, codec, content_type):
    media = filed(tmp_path / "m", {"a.bin": tone(container, codec, seconds=30.0)})
    load(project, table(tmp_path, [["id", "system", "output_audio"], ["1", "H", "a.bin"]]), media)
    sound = Medium.objects.get()
    assert (sound.content_type, sound.sample_rate, len(sound.peaks)) == (content_type, 48_000, 1000)
    assert sound.seconds == pytest.approx(30, abs=0.1)
    assert (min(sound.peaks[:490]) > 200, max(sound.peaks[510:]) < 20) == (True, True)


def test_a_sound_may_belong_to_the_item(project, tmp_path, media):
    rows = [["id", "system", "output", "audio"], ["1", "Heron", "Words.", "a.wav"]]
    item = load(project, table(tmp_path, rows), media).dataset.items.get()
    assert item.item_media.get().medium.sha256 == sha(MEDIA["a.wav"])
    assert item.fields == {}


CONVERT = "Convert it: ffmpeg -i old -vn -c:a flac new.flac"
NO_SOUND = "it is not a WAV, MP3, Ogg, M4A, AAC or FLAC sound, whatever its name says."


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (lambda: b"", "it is empty. Export or copy it again."),
        (picture, f"{NO_SOUND} {CONVERT}"),
        (lambda: b"#EXTM3U\n/etc/passwd", f"{NO_SOUND} {CONVERT}"),
        (clip, "it is a clip with a picture. Put it in a column for clips."),
        (
            lambda: tone("wav", "adpcm_ms"),
            f"its codec is adpcm_ms, which browsers do not play. {CONVERT}",
        ),
        (lambda: tone()[:-1000], "it is cut off: 1,000 bytes are missing. Copy it again."),
        (
            lambda: tone("ipod", "aac")[:-100],
            "it is cut off: 100 bytes are missing. Copy it again.",
        ),
    ],
)
def test_what_is_no_sound(project, tmp_path, data, said):
    media = filed(tmp_path / "m", {"good.wav": tone(), "bad.wav": data()})
    rows = [["id", "system", "output_audio"], ["1", "H", "good.wav"], ["2", "H", "bad.wav"]]
    assert problems(project, table(tmp_path, rows), media) == [
        f"row 3, column `output_audio`: bad.wav: {said}"
    ]


def test_files_that_are_missing_or_of_another_kind(project, tmp_path, media):
    rows = [
        ["id", "output_image:Heron", "output_audio:Moss"],
        ["1", "heron/1.png\nlost.png", "a.wav"],
        ["2", "a.wav", '["a.wav"'],
        ["3", "", "a.wav"],
    ]
    add = "Add the file, or correct its name."
    assert problems(project, table(tmp_path, rows), media) == [
        f"row 2, column `output_image:Heron`: lost.png is not in media. {add}",
        (
            "row 3, column `output_audio:Moss`: is not valid JSON at character 9: "
            "Expecting ',' delimiter. Write one name per line, or a JSON array of names."
        ),
        (
            "row 4, column `output_image:Heron`: the output is empty. "
            "Fill it in, or choose to skip blank outputs."
        ),
    ]


@pytest.mark.parametrize(
    ("output", "said"),
    [
        (
            {"picture": "a.png"},
            (
                "the output has the key `picture`, which is not allowed here. "
                "Write a text, or an object with the keys text, conversation, image, video, audio."
            ),
        ),
        ({"image": 7}, "must be a file name or a link. Write the value in quotes."),
        ({"image": ["a.png", None]}, "must be a file name or a link. Write the value in quotes."),
        ({"text": ["x"]}, "the output is a list, not a text. Write the value in quotes."),
    ],
)
def test_objects_that_are_no_outputs(project, tmp_path, media, output, said):
    rows = [{"id": 1, "system": "Heron", "output": output}]
    assert problems(project, table(tmp_path, rows, "t.jsonl"), media)[0] == (
        f"row 1, column `output`: {said}"
    )


def tagged() -> bytes:
    tags = Image.Exif()
    tags[0x0112], tags[0x0131] = 6, "Heron-XL"
    return picture("JPEG", size=(40, 20), exif=tags)


def test_tags_are_told_and_pages_show_a_copy_without(project, tmp_path, client):
    data = tagged()
    media = filed(tmp_path / "m", {"a.jpg": data, "b.png": RED, "c.mp4": clip(title="Heron-XL")})
    rows = [
        ["id", "image", "output:Heron", "output_image:Heron"],
        ["1", "b.png", "Words.", "a.jpg"],
        ["2", "a.jpg", "Words.", "b.png"],
    ]
    result = load(project, table(tmp_path, rows), media)
    assert [str(warning) for warning in result.warnings] == [
        (
            "row 2, column `output_image:Heron`: a.jpg contains metadata tags: EXIF Software. "
            "Pages show a copy without the tags. Pixels and sound do not change."
        )
    ]
    medium = Medium.objects.get(sha256=sha(data))
    copy = default_storage.open(storage_name(medium.clean_sha256)).read()
    assert default_storage.open(medium.storage_name).read() == data
    assert (medium.tags, medium.clean_size, medium.clean_sha256) == (
        ["EXIF Software"],
        len(copy),
        sha(copy),
    )
    assert (b"Heron" in copy, medium.width, medium.height) == (False, 20, 40)
    assert Medium.objects.get(sha256=sha(RED)).clean_sha256 is None

    client.force_login(world.researcher(project))
    page = client.get(reverse("admin:dataset", args=[result.dataset.pk]))
    html = page.content.decode()
    assert html.count(medium.clean_sha256) == 2
    assert (medium.sha256 in html, "Heron Words. a.jpg" in words(page)) == (False, True)


def test_the_same_tag_of_many_files_is_told_once(project, tmp_path):
    files = {f"{number}.jpg": tagged_as(number) for number in (1, 2)}
    rows = [["id", "system", "output_image"], *([name, "H", name] for name in files)]
    result = load(project, table(tmp_path, rows), filed(tmp_path / "m", files))
    assert [warning.what for warning in result.warnings] == [
        "1.jpg contains metadata tags: EXIF Software (2 files)."
    ]


def tagged_as(shade: int) -> bytes:
    tags = Image.Exif()
    tags[0x0131] = "Heron-XL"
    file = io.BytesIO()
    Image.new("RGB", (8, 8), (shade * 90, 0, 0)).save(file, "JPEG", exif=tags)
    return file.getvalue()
