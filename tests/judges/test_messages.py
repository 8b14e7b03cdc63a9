"""Tests of messages to judges: video frames, images and system messages, and the spacing of
requests."""

import base64
import io
import time

import av
import numpy as np
import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from PIL import Image

from core.errors import RateroomError
from judges.endpoints.spacing import Spacing
from judges.prompts.messages import anthropic_messages, openai_messages, system_text
from stimuli.models import Dataset, Item, ItemMedium, Medium
from surveys.base import Part
from surveys.loading import MEDIA
from tests import world

pytestmark = pytest.mark.django_db


def item_with(**medium) -> Item:
    owner = world.project()
    item = Item.objects.create(
        dataset=Dataset.objects.create(project=owner, name="D"), external_id="x"
    )
    ItemMedium.objects.create(
        item=item, field="video", medium=Medium.objects.create(project=owner, **medium)
    )
    return item


def media(item: Item) -> dict[str, Medium]:
    return {row.field: row.medium for row in item.item_media.all()}


@pytest.fixture
def clip(tmp_path):
    """An item with a four-second grey video whose brightness is 40, 90, 140 and 190, one second
    each."""
    path = tmp_path / "clip.mp4"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=12)
        stream.width, stream.height, stream.pix_fmt = 160, 96, "yuv420p"
        for number in range(48):
            picture = np.full((96, 160, 3), 40 + 50 * (number // 12), np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="rgb24")))
        container.mux(stream.encode())
    item = item_with(sha256="ef" * 32, content_type="video/mp4")
    name = item.item_media.get().medium.storage_name
    default_storage.delete(name)
    default_storage.save(name, ContentFile(path.read_bytes()))
    return item


def test_frames_come_from_the_middle_of_equal_stretches(clip):
    parts = [Part("text", "Watch:"), Part("video", "video"), Part("text", "Now answer.")]
    content = openai_messages(parts, media(clip), frames=4)[0]["content"]
    assert [one["type"] for one in content] == [
        "text",
        "image_url",
        "image_url",
        "image_url",
        "image_url",
        "text",
    ]
    greys = []
    for one in content[1:5]:
        address = one["image_url"]["url"]
        assert address.startswith("data:image/jpeg;base64,")
        image = Image.open(io.BytesIO(base64.b64decode(address.split(",")[1])))
        greys.append(np.asarray(image.convert("L")).mean())
    assert greys == pytest.approx([40, 90, 140, 190], abs=4)


def test_the_other_protocol_has_its_own_form(clip):
    content = anthropic_messages([Part("video", "video")], media(clip), frames=1)[0]["content"]
    assert (content[0]["type"], content[0]["source"]["media_type"]) == ("image", "image/jpeg")


def test_a_system_message_stands_apart():
    parts = [Part("system", "Be strict."), Part("text", "Judge.")]
    assert openai_messages(parts, {}, frames=0) == [
        {"role": "system", "content": "Be strict."},
        {"role": "user", "content": "Judge."},
    ]
    assert system_text(parts) == "Be strict."
    (message,) = anthropic_messages(parts, {}, frames=0)
    assert message["content"] == [{"type": "text", "text": "Judge."}]


def test_the_picture_of_an_example_is_attached():
    content = openai_messages([Part("picture", "image-paragraph-bad.jpg")], {}, frames=0)[0]
    address = content["content"][0]["image_url"]["url"]
    assert address.startswith("data:image/jpeg;base64,")
    stored = (MEDIA / "image-paragraph-bad.jpg").read_bytes()
    assert base64.b64decode(address.partition(",")[2]) == stored


def test_a_linked_clip_is_refused_with_the_remedy():
    item = item_with(url="https://example.org/clip.mp4")
    with pytest.raises(RateroomError, match="Import the file"):
        openai_messages([Part("video", "video")], media(item), frames=2)


def test_requests_of_two_workers_are_spaced_out_together():
    one, other = Spacing(987_654, 1200), Spacing(987_654, 1200)  # one in 50 ms
    began = time.monotonic()
    for _turn in range(4):
        one.wait()
        other.wait()
    assert time.monotonic() - began >= 0.05 * 7 * 0.98  # eight requests, seven gaps: never sooner
