"""Small media files for tests, stored as an import stores them, and outputs that contain them."""

import hashlib
import io
import tempfile
import wave
from pathlib import Path

import av
import numpy as np
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image

from people.models import Project
from stimuli.models import Dataset, Item, Medium, Output, OutputMedium, System
from tests import world

BITS = 8  # of a frame's number, as black and white fields from left to right


def stored(project: Project, content: bytes, content_type: str, **about) -> Medium:
    """Store the content unchanged and return its medium."""
    sha256 = hashlib.sha256(content).hexdigest()
    medium = Medium(project=project, sha256=sha256, content_type=content_type, **about)
    if not default_storage.exists(medium.storage_name):
        default_storage.save(medium.storage_name, ContentFile(content))
    medium.save()
    return medium


def picture(project: Project, colour: str, size: tuple[int, int] = (60, 40)) -> Medium:
    """Return a picture filled with one colour. The file name starts with the colour."""
    buffer = io.BytesIO()
    Image.new("RGB", size, colour).save(buffer, "PNG")
    width, height = size
    return stored(
        project,
        buffer.getvalue(),
        "image/png",
        width=width,
        height=height,
        original_name=f"{colour}-by-heron.png",
    )


def tone(project: Project, hertz: int = 440, seconds: float = 2) -> Medium:
    """Return a tone whose volume increases."""
    rate = 8000
    times = np.arange(int(rate * seconds)) / rate
    samples = (np.sin(2 * np.pi * hertz * times) * times / seconds * 30_000).astype("<i2")
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(samples.tobytes())
    return stored(
        project,
        buffer.getvalue(),
        "audio/wav",
        seconds=seconds,
        original_name=f"{hertz}-by-moss.wav",
    )


def numbered_clip(
    project: Project, path: Path, *, frames: int = 60, rate: int = 30, grey: int = 120
) -> Medium:
    """Return a WebM clip. Each frame shows its number in binary, in `BITS` fields."""
    width, height = 160, 96
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libvpx", rate=rate)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.options = {"crf": "10", "b": "1M"}
        for number in range(frames):
            pixels = np.full((height, width, 3), grey, np.uint8)
            for bit in range(BITS):
                field = slice(bit * width // BITS, (bit + 1) * width // BITS)
                pixels[: height // 2, field] = 235 if number >> bit & 1 else 16
            frame = av.VideoFrame.from_ndarray(pixels, format="rgb24")
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return stored(
        project,
        path.read_bytes(),
        "video/webm",
        width=width,
        height=height,
        seconds=frames / rate,
        original_name=f"{path.stem}-by-teal.webm",
    )


def medium_of(project: Project, kind: str, number: int) -> Medium:
    """Return a picture, a clip or a sound that differs for each number."""
    if kind == "image":
        return picture(project, ("navy", "maroon", "teal", "olive")[number], (480, 320))
    if kind == "audio":
        sound = tone(project, 300 + 100 * number)
        sound.peaks = [*range(0, 250, 5)]
        sound.save(update_fields=["peaks"])
        return sound
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{number}.webm"
        return numbered_clip(project, path, frames=30, grey=80 + 40 * number)


def make_output(item: Item, system: System, text: str = "", media: tuple[Medium, ...] = ()):
    """Return an output of text, of media, or of both."""
    kind = media[0].content_type.partition("/")[0] if media else Output.Kind.TEXT
    output = Output.objects.create(item=item, system=system, text=text, kind=kind or "video")
    OutputMedium.objects.bulk_create(
        OutputMedium(output=output, place=place, medium=medium)
        for place, medium in enumerate(media, 1)
    )
    return output


def dataset_of(
    project: Project, *outputs: tuple[Medium, ...], text: str = "", items: int = 1
) -> Dataset:
    """Return a dataset of items with these outputs, by Heron, Moss, Teal and Wren in turn."""
    data = Dataset.objects.create(project=project, name=f"Media {Dataset.objects.count()}")
    systems = [
        System.objects.create(dataset=data, name=name)
        for name, _media in zip(("Heron", "Moss", "Teal", "Wren"), outputs, strict=False)
    ]
    for number in range(1, items + 1):
        item = Item.objects.create(
            dataset=data, external_id=f"item-{number}", fields={"instruction": "Draw a boat."}
        )
        for system, media in zip(systems, outputs, strict=True):
            make_output(item, system, text, media)
    return data


def pair_batch(*outputs: tuple[Medium, ...], items: int = 1, text: str = "", **terms):
    """Return a live batch of pairs, by default with the rubric `instruction-following-pair`."""
    project = outputs[0][0].project
    data = dataset_of(project, *outputs, items=items, text=text)
    rubric = terms.pop("rubric", None) or world.version("instruction-following-pair")
    return world.live_batch(project, data, rubric=rubric, **terms)
