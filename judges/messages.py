"""A prompt's parts as the messages of the two protocols; pictures as they are stored, clips as
sampled frames."""

import base64
import io
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from django.core.files.storage import default_storage

from stimuli.models import ItemMedium, Medium
from surveys.base import Part
from tabular.errors import RateroomError

JSON = dict[str, Any]
PICTURES = frozenset({"image"})  # kinds of parts that are sent as they are stored
FRAME_SIDE = 768  # pixels of a frame's longer side at most
FRAME_QUALITY = 90


def openai_messages(parts: Sequence[Part], item_id: int, *, frames: int) -> list[JSON]:
    """One user message in the form of OpenAI's chat protocol."""
    content: list[JSON] = []
    for is_text, value in _contents(parts, item_id, frames):
        if is_text:
            content.append({"type": "text", "text": value})
        else:
            content.append({"type": "image_url", "image_url": {"url": value}})
    only_text = len(content) == 1 and content[0]["type"] == "text"
    return [{"role": "user", "content": content[0]["text"] if only_text else content}]


def anthropic_messages(parts: Sequence[Part], item_id: int, *, frames: int) -> list[JSON]:
    """The same in the form of Anthropic's messages protocol."""
    content: list[JSON] = []
    for is_text, value in _contents(parts, item_id, frames):
        if is_text:
            content.append({"type": "text", "text": value})
        elif value.startswith("data:"):
            media_type, data = value.removeprefix("data:").split(";base64,", 1)
            content.append(
                {
                    "type": "image",
                    "source": {"type": "base64", "media_type": media_type, "data": data},
                }
            )
        else:
            content.append({"type": "image", "source": {"type": "url", "url": value}})
    return [{"role": "user", "content": content}]


def _contents(parts: Sequence[Part], item_id: int, frames: int) -> list[tuple[bool, str]]:
    """(whether it is a text, its words or a picture's address); neighbouring texts are one."""
    media: Mapping[str, Medium] = {}
    if not all(part.is_text for part in parts):
        rows = ItemMedium.objects.filter(item=item_id).select_related("medium")
        media = {row.field: row.medium for row in rows}
    contents: list[tuple[bool, str]] = []
    for part in parts:
        if not part.is_text:
            contents += [
                (False, address) for address in _pictures(part, media[part.content], frames)
            ]
        elif contents and contents[-1][0]:
            contents[-1] = (True, f"{contents[-1][1]}\n\n{part.content}")
        else:
            contents.append((True, part.content))
    return contents


def _pictures(part: Part, medium: Medium, frames: int) -> list[str]:
    """The addresses of a picture, or of a clip's sampled frames."""
    return [_picture(medium)] if part.kind in PICTURES else _frames(medium, frames)


def _picture(medium: Medium) -> str:
    """The stored bytes as a data address, byte for byte; a link stays a link."""
    if medium.url:
        return medium.url
    with default_storage.open(medium.storage_name) as file:
        return _data_address(medium.content_type, file.read())


def _frames(medium: Medium, count: int) -> list[str]:
    """`count` frames, each from the middle of an equal stretch of the clip, as JPEG."""
    import av

    if medium.url:
        raise RateroomError(
            "A linked clip cannot be sampled for a judge.",
            where=medium.url,
            remedy="Import the clip's file.",
        )
    with default_storage.open(medium.storage_name) as file, av.open(file, "r") as container:
        stream = container.streams.video[0]
        times = [float(frame.time) for frame in container.decode(stream) if frame.time is not None]
        end = (times[-1] + (times[-1] - times[0]) / max(1, len(times) - 1)) if times else 0.0
        wanted = [end * (number + 0.5) / count for number in range(count)]
        container.seek(0)
        return list(_nearest(container.decode(stream), wanted))


def _nearest(decoded: Any, wanted: Sequence[float]) -> list[str]:
    """The last frame at or before each wanted time."""
    pictures: list[str] = []
    times = deque(wanted)
    last = None
    for frame in decoded:
        while last is not None and times and frame.time > times[0]:
            pictures.append(_jpeg(last))
            times.popleft()
        last = frame
    if last is not None:
        pictures += [_jpeg(last) for _time in times]
    return pictures


def _jpeg(frame: Any) -> str:
    image = frame.to_image()
    image.thumbnail((FRAME_SIDE, FRAME_SIDE))
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=FRAME_QUALITY)
    return _data_address("image/jpeg", buffer.getvalue())


def _data_address(content_type: str, content: bytes) -> str:
    return f"data:{content_type};base64,{base64.b64encode(content).decode()}"
