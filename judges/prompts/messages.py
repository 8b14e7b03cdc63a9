"""Converting the parts of a prompt to messages in OpenAI's and in Anthropic's protocol."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from core.errors import RateroomError
from judges.prompts.attachments import OUTPUT_FRAMES, Attachment, attachments, library_picture
from stimuli.models import Medium
from surveys.base import Part

JSON = dict[str, Any]


def openai_messages(
    parts: Sequence[Part], media: Mapping[str, Medium], *, frames: int
) -> list[JSON]:
    """Return the messages in OpenAI's chat protocol: a system message, if the prompt has one, and a
    user message. `media` maps the names in the parts to media, and `frames` is the number of frames
    per clip."""
    content = [_openai(piece) for piece in _contents(parts, media, frames)]
    only_text = len(content) == 1 and content[0]["type"] == "text"
    system = system_text(parts)
    first = [{"role": "system", "content": system}] if system else []
    return [*first, {"role": "user", "content": content[0]["text"] if only_text else content}]


def _openai(piece: str | Attachment) -> JSON:
    if isinstance(piece, str):
        return {"type": "text", "text": piece}
    if piece.is_sound:
        sound = {"data": piece.value, "format": piece.format}
        return {"type": "input_audio", "input_audio": sound}
    return {"type": "image_url", "image_url": {"url": piece.value}}


def anthropic_messages(
    parts: Sequence[Part], media: Mapping[str, Medium], *, frames: int
) -> list[JSON]:
    """Return the user message in Anthropic's protocol. The system text is not included, because the
    protocol sends it separately.

    Raises RateroomError for a sound, because the protocol does not accept sounds.
    """
    content = [_anthropic(piece) for piece in _contents(parts, media, frames)]
    return [{"role": "user", "content": content}]


def _anthropic(piece: str | Attachment) -> JSON:
    if isinstance(piece, str):
        return {"type": "text", "text": piece}
    if piece.is_sound:
        raise RateroomError(
            _("Anthropic does not accept audio. Use an OpenAI-compatible model with audio input.")
        )
    if not piece.value.startswith("data:"):
        return {"type": "image", "source": {"type": "url", "url": piece.value}}
    media_type, data = piece.value.removeprefix("data:").split(";base64,", 1)
    return {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data}}


def system_text(parts: Sequence[Part]) -> str:
    """Return the text of the prompt's system message, or "" if it has none."""
    return "\n\n".join(part.content for part in parts if part.is_system_text)


def _contents(
    parts: Sequence[Part], media: Mapping[str, Medium], frames: int
) -> list[str | Attachment]:
    """Return the prompt's texts and attachments in order, without the system text. Adjacent texts
    are joined."""
    contents: list[str | Attachment] = []
    for part in parts:
        if part.is_system_text:
            continue
        if part.is_library_picture:
            contents.append(library_picture(part.content))
        elif not part.is_text:
            # Clips of items have been left out if the run sends no frames. Clips to rate must be
            # sent.
            contents += attachments(part, media[part.content], frames or OUTPUT_FRAMES)
        elif contents and isinstance(contents[-1], str):
            contents[-1] += f"\n\n{part.content}"
        else:
            contents.append(part.content)
    return contents
