"""Tables, images, videos and snapshots for the import tests."""

import csv
import io
import json
import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import av
import numpy as np
from PIL import Image

from core.errors import DocumentError
from stimuli.imports import ImportOptions, import_dataset
from stimuli.models import Dataset, DatasetImport, Item, ItemMedium, Medium, Output, System
from stimuli.store import the_store
from surveys.models import Rubric, RubricVersion
from surveys.spec import Rubric as Spec

TABLES = (Dataset, System, Item, Output, Medium, ItemMedium)

LONG = [
    ["item_id", "system", "output", "context"],
    ["1", "Heron", "A quay at noon.", "Harbour"],
    ["1", "Moss", "Boats.", "Harbour"],
    ["2", "Heron", "A hill, in rain.", "Hills"],
    ["2", "Moss", "Wet grass.", "Hills"],
]


def csv_bytes(rows, *, delimiter=",", end="\r\n", quoting=csv.QUOTE_MINIMAL) -> bytes:
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator=end, quoting=quoting).writerows(rows)
    return text.getvalue().encode()


def table(folder: Path, content, name: str = "table.csv", **dialect) -> Path:
    """Write a file from bytes, CSV rows (lists) or JSON objects (dicts), and return its path."""
    path = folder / name
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content and isinstance(content[0], dict):
        path.write_text("".join(json.dumps(row) + "\n" for row in content), encoding="utf-8")
    else:
        path.write_bytes(csv_bytes(content, **dialect))
    return path


def picture(kind: str = "PNG", *, size=(8, 6), color=(10, 120, 200), **options) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", size, color).save(file, kind, **options)
    return file.getvalue()


@contextmanager
def usual_priority() -> Iterator[None]:
    """Restore the scheduling priority after the block. As root, the AV1 encoder makes the calling
    process and its later children real-time processes."""
    policy, param = os.sched_getscheduler(0), os.sched_getparam(0)
    try:
        yield
    finally:
        os.sched_setscheduler(0, policy, param)


def clip(
    container: str = "mp4",
    codec: str = "libx264",
    *,
    pixels: str = "yuv420p",
    frames: int = 5,
    **tags: str,
) -> bytes:
    file = io.BytesIO()
    with usual_priority(), av.open(file, "w", format=container) as made:
        made.metadata.update(tags)
        stream = made.add_stream(codec, rate=5)
        stream.width, stream.height, stream.pix_fmt = 64, 48, pixels
        for number in range(frames):
            shade = np.full((48, 64, 3), number * 20, dtype=np.uint8)
            for packet in stream.encode(av.VideoFrame.from_ndarray(shade, format="rgb24")):
                made.mux(packet)
        for packet in stream.encode():
            made.mux(packet)
    return file.getvalue()


def tone(
    container: str = "wav",
    codec: str = "pcm_s16le",
    *,
    rate: int = 48_000,
    seconds: float = 1.0,
    **tags: str,
) -> bytes:
    """Return a sound that is loud in its first half and silent in its second."""
    file = io.BytesIO()
    with av.open(file, "w", format=container) as made:
        made.metadata.update(tags)
        stream = made.add_stream(codec, rate=rate, layout="mono")
        stream.bit_rate = 96_000
        times = np.arange(int(rate * seconds)) / rate
        wave = np.sin(times * 2000) * (times < seconds / 2)
        for frame in _frames(stream, np.round(wave * 32_767).astype(np.int16), rate):
            made.mux(stream.encode(frame))
        made.mux(stream.encode())
    return file.getvalue()


def _frames(stream, samples, rate: int):
    whole = av.AudioFrame.from_ndarray(samples[None], format="s16", layout="mono")
    whole.sample_rate, whole.pts = rate, 0
    queue = av.AudioFifo()
    for frame in av.AudioResampler(stream.format.name, "mono", rate).resample(whole):
        queue.write(frame)
    while frame := queue.read(stream.codec_context.frame_size or 1024, partial=True):
        yield frame


def zipped(path: Path, files: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def filed(folder: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def load(project, path: Path, media: Path | None = None, *, name: str = "Scenes", **options):
    return import_dataset(
        project=project, name=name, table=path, media=media, options=ImportOptions(**options)
    )


def problems(project, path: Path, media: Path | None = None, **options) -> list[str]:
    """Return the problems of a rejected import. Fail if it is accepted or leaves anything
    behind."""
    before = world_state()
    try:
        load(project, path, media, **options)
    except DocumentError as error:
        assert world_state() == before
        return [str(problem) for problem in error.problems]
    raise AssertionError("the import was not refused")


def world_state():
    """Return the number of rows in each table that an import writes, and the stored files."""
    return {
        model.__name__: model.objects.count() for model in (*TABLES, DatasetImport)
    }, stored_files()


def stored_files() -> dict[str, int]:
    return dict(the_store().files("media"))


def content(dataset: Dataset):
    """Return {item id: (fields, {system: text}, {field: SHA-256 or URL})} in the order of
    import."""
    return {
        item.external_id: (
            item.fields,
            {output.system.name: output.text for output in item.outputs.select_related("system")},
            {
                one.field: one.medium.sha256 or one.medium.url
                for one in item.item_media.select_related("medium")
            },
        )
        for item in dataset.items.order_by("pk")
    }


def rubric(*blocks: dict, name: str = "probe", project=None) -> RubricVersion:
    """Store and return a rubric that shows the outputs below the given blocks."""
    spec = Spec.model_validate(
        {
            "name": name,
            "title": "Probe",
            "summary": "Probe.",
            "instructions": "Probe.",
            "stimulus": [*blocks, {"block": "outputs"}],
            "criteria": [
                {"key": "clarity", "title": "Clarity", "level": "ordinal", "best": "highest"}
            ],
            "sections": [
                {
                    "key": "scores",
                    "kind": "scale",
                    "title": "S",
                    "criteria": ["clarity"],
                    "low": 1,
                    "high": 5,
                }
            ],
            "reply": {"format": "section-lines"},
        }
    )
    stored = Rubric.objects.create(project=project, name=name)
    return RubricVersion.objects.create(
        rubric=stored, number=1, source=spec.canonical(), declaration={}, sha256=spec.sha256
    )
