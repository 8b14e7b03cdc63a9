"""Studies with media for the browser tests: rubrics from YAML, different pictures, and clips."""

import io
from functools import cache
from itertools import zip_longest

import av
import numpy as np
from PIL import Image, ImageDraw
from playwright.sync_api import expect

from stimuli.models import Dataset, Item, ItemMedium, Medium, System
from surveys.loading import load_rubric
from surveys.models import Rubric, RubricVersion
from tests import world
from tests.media import make_output, stored

HEAD = """
name: {name}
title: {title}
summary: Look closely.
instructions: Look closely, then answer.
"""
TAIL = """
criteria:
  - {key: right, title: Correctness, level: ordinal, best: highest}
sections:
  - key: right
    kind: choice
    title: Is it right?
    criteria: [right]
    options:
      - {value: 1, text: "Yes"}
      - {value: 0, text: "No"}
  - {key: why, kind: text, title: "Why?", required: false}
reply:
  format: section-lines
"""


def rubric_of(name: str, middle: str, tail: str = TAIL) -> RubricVersion:
    """Return a rubric with `middle` as its stimulus, and one question unless `tail` has others."""
    source = HEAD.format(name=name, title=name) + middle + tail
    spec = load_rubric(source)
    rubric, _made = Rubric.objects.get_or_create(project=None, name=name)
    return RubricVersion.objects.create(
        rubric=rubric,
        number=1,
        sha256=spec.sha256,
        source=source,
        declaration=spec.model_dump(mode="json"),
    )


def batch_of(
    name: str,
    middle: str,
    *,
    media=None,
    fields=None,
    texts=("A boat crosses the bay.",),
    outputs=(),
    items=1,
    tail=TAIL,
):
    """Return a live batch of `items` items with equal content. `outputs` are lists of media that
    replace the texts."""
    shown = [*(media or {}).values(), *(medium for own in outputs for medium in own)]
    owner = shown[0].project if shown else world.project()
    texts = ("",) * len(outputs) or texts
    data = Dataset.objects.create(project=owner, name=name)
    systems = [
        System.objects.create(dataset=data, name=f"System {number}")
        for number, _text in enumerate(texts)
    ]
    for number in range(items):
        item = Item.objects.create(dataset=data, external_id=f"item {number}", fields=fields or {})
        for field, medium in (media or {}).items():
            ItemMedium.objects.create(item=item, field=field, medium=medium)
        for system, text, own in zip_longest(systems, texts, outputs, fillvalue=()):
            make_output(item, system, text, tuple(own))
    return world.live_batch(owner, data, rubric=rubric_of(name, middle, tail), title=name)


def square_picture(project, *, left: int, size=(960, 640)) -> Medium:
    """Return a grey picture with an orange square whose left edge is at `left`."""
    content = _square(left, size)
    return stored(project, content, "image/png", width=size[0], height=size[1])


@cache
def _square(left: int, size: tuple[int, int]) -> bytes:
    image = Image.new("RGB", size, "#707070")
    ImageDraw.Draw(image).rectangle((left, 200, left + 99, 299), fill="#ff8800")
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()


def play_all(page) -> None:
    """Play every clip and sound of a HIT page to its end, which enables the answers."""
    page.evaluate(
        """() => Promise.all([...document.querySelectorAll("[data-watch-share] :is(video, audio)")]
            .map((medium) => Object.assign(medium, {muted: true, loop: false, currentTime: 0}).play()))"""
    )
    expect(page.locator("[data-watch]:not([data-done])")).to_have_count(0)


@cache
def clip_of(*, seconds: int, rate: int, step: int) -> bytes:
    """Return a WebM file of a yellow box that moves by `step` pixels per frame."""
    file = io.BytesIO()
    with av.open(file, "w", format="webm") as container:
        stream = container.add_stream("libvpx", rate=rate)
        stream.width, stream.height, stream.pix_fmt = 320, 180, "yuv420p"
        for number in range(seconds * rate):
            picture = np.full((180, 320, 3), 90, np.uint8)
            picture[60:120, number * step : number * step + 60] = (240, 180, 40)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        container.mux(stream.encode())
    return file.getvalue()
