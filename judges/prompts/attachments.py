"""Attachments of a prompt: images as stored, clips as sampled frames, and sounds as WAV or MP3."""

import base64
import io
import mimetypes
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any, Literal

from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import HIT
from stimuli.models import ItemMedium, Medium, OutputMedium
from stimuli.shown import data_address
from stimuli.store import open_content
from surveys.base import AUDIO, Part, output_medium_name
from surveys.loading import MEDIA

PICTURES = frozenset({"image"})  # kinds of parts that are sent unchanged
FRAME_SIDE = 768  # maximum length of a frame's longer side, in pixels
FRAME_QUALITY = 90
# Frames of a clip that is itself rated, if the run sends no frames of items' clips
OUTPUT_FRAMES = 8
# Formats that OpenAI's chat protocol accepts. Any other sound is sent as lossless WAV.
SOUND_FORMATS = {"audio/mpeg": "mp3", "audio/wav": "wav"}


@dataclass(frozen=True)
class Attachment:
    """A file to send with a prompt. `value` is an image's address (a data address if the image is
    stored here), or a sound in base64 with the `format` `wav` or `mp3`."""

    kind: Literal["image", "audio"]
    value: str
    format: str = ""

    @property
    def is_sound(self) -> bool:
        return self.kind == AUDIO


def media_of_parts(parts: Sequence[Part], hit: HIT) -> Mapping[str, Medium]:
    """Return the media that these parts of a prompt can use, by name. An item's medium is named
    after its field. An output's medium has a name such as `a.1`. Return an empty dict if all parts
    are text."""
    if all(part.is_text for part in parts):
        return {}
    of_item = ItemMedium.objects.filter(item=hit.item_id).select_related("medium")
    media = {row.field: row.medium for row in of_item}
    letters = dict(zip(hit.output_ids, ascii_lowercase, strict=False))
    of_outputs = OutputMedium.objects.filter(output__in=hit.output_ids).select_related("medium")
    for row in of_outputs:
        media[output_medium_name(letters[row.output_id], row.place)] = row.medium
    return media


def attachments(part: Part, medium: Medium, frames: int) -> list[Attachment]:
    """Return the attachments for a part of the prompt that is not text. A clip becomes several
    images. Raises RateroomError if a sound or clip is not stored here."""
    if part.is_sound:
        return [_sound(medium)]
    addresses = [_picture(medium)] if part.kind in PICTURES else _frames(medium, frames)
    return [Attachment("image", address) for address in addresses]


def library_picture(name: str) -> Attachment:
    """Return an image from Rateroom's rubric library as an attachment."""
    content_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Attachment("image", data_address(content_type, (MEDIA / name).read_bytes()))


def _open_sent(medium: Medium) -> AbstractContextManager[Any]:
    """Open the copy of the file that pages show. The original's metadata could name the system."""
    return open_content(str(medium.shown_sha256))


def _picture(medium: Medium) -> str:
    """Return a data address with the unchanged bytes of the image that pages show. For a linked
    image, return the link."""
    if medium.url:
        return medium.url
    with _open_sent(medium) as file:
        return data_address(medium.content_type, file.read())


def _no_link() -> str:
    return _("A linked clip or audio file cannot be sent to a judge. Import the file.")


def _sound(medium: Medium) -> Attachment:
    if medium.url:
        raise RateroomError(_no_link(), where=medium.url)
    with _open_sent(medium) as file:
        sound_format = SOUND_FORMATS.get(medium.content_type)
        content = file.read() if sound_format else _as_wav(file)
    return Attachment(AUDIO, base64.b64encode(content).decode(), sound_format or "wav")


def _as_wav(file: object) -> bytes:
    """Return the sound as 16-bit WAV, with the same sample rate and channels."""
    import av

    buffer = io.BytesIO()
    with av.open(file, "r") as source, av.open(buffer, "w", format="wav") as target:
        heard = source.streams.audio[0]
        written = target.add_stream("pcm_s16le", rate=heard.rate, layout=heard.layout.name)
        resampler = av.AudioResampler("s16", heard.layout.name, heard.rate)
        for frame in source.decode(heard):
            for resampled in resampler.resample(frame):
                target.mux(written.encode(resampled))
        target.mux(written.encode(None))
    return buffer.getvalue()


def _frames(medium: Medium, count: int) -> list[str]:
    """Return `count` frames of the clip as data addresses of JPEG images. They are taken from the
    middles of `count` equal parts of the clip. Raises RateroomError if the clip is a link."""
    import av

    if medium.url:
        raise RateroomError(_no_link(), where=medium.url)
    with _open_sent(medium) as file, av.open(file, "r") as container:
        stream = container.streams.video[0]
        times = [float(frame.time) for frame in container.decode(stream) if frame.time is not None]
        end = (times[-1] + (times[-1] - times[0]) / max(1, len(times) - 1)) if times else 0.0
        wanted = [end * (number + 0.5) / count for number in range(count)]
        container.seek(0)
        return list(_nearest(container.decode(stream), wanted))


def _nearest(decoded: Any, wanted: Sequence[float]) -> list[str]:
    """Return a JPEG data address for each wanted time: the last frame at or before this time, or
    the first frame if all frames are later."""
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
    return data_address("image/jpeg", buffer.getvalue())
