"""Functions that degrade an output. The results depend only on the output's content and a seed."""

import io
import random
import re
from collections.abc import Sequence
from itertools import pairwise

from django.utils.translation import gettext as _

from stimuli.media.errors import MediaError
from stimuli.media.images import pillow
from surveys.conversations.turns import HEAD, stored_turns

# The end of a sentence with the white space after it. It is a punctuation mark before white space
# (and so not a decimal point), a full stop in a script without spaces, or the end of a line.
_END = re.compile(r"[.!?…]+[\"'”’»)\]]*\s+|[。！？]+[”’」』)]*\s*|\n\s*")
BLUR = 1 / 40  # radius of the blur, as a share of the longer side
MOST_PIXELS = 40_000_000  # limited because blurring holds several copies in memory


def sentences(text: str) -> list[str]:
    """Return the sentences of `text`. A sentence includes the white space after it, so joining the
    sentences gives `text` again."""
    ends = [0, *(match.end() for match in _END.finditer(text)), len(text)]
    return [text[start:end] for start, end in pairwise(ends) if start < end]


def _with_words(text: str) -> list[int]:
    """Return the indices of the sentences that contain a letter or digit. The list is empty if
    `text` is a conversation."""
    if stored_turns(text):
        return []
    return [place for place, part in enumerate(sentences(text)) if any(map(str.isalnum, part))]


def _joined(parts: Sequence[str]) -> str | None:
    """Return `parts` joined as one text, or None if the result would look like a stored
    conversation."""
    text = "".join(parts).strip()
    return None if text.startswith(HEAD) else text


def drop_sentence(text: str, *, seed: str) -> str | None:
    """Return `text` without one random sentence. Return None if `text` is a conversation or has
    fewer than two sentences."""
    places = _with_words(text)
    if len(places) < 2:  # noqa: PLR2004 - something must be left
        return None
    parts = sentences(text)
    del parts[random.Random(seed).choice(places)]
    return _joined(parts)


def swap_sentence(text: str, donor: str, *, seed: str) -> str | None:
    """Return `text` with one sentence replaced by a sentence of `donor`. Both sentences are chosen
    at random with `seed`. Return None if `text` has no sentences or already contains all sentences
    of `donor`."""
    parts, places, foreign = sentences(text), _with_words(text), _with_words(donor)
    own = {part.strip() for part in parts}
    strange = [part for place in foreign if (part := sentences(donor)[place].strip()) not in own]
    if not places or not strange:
        return None
    drawn = random.Random(seed)
    place = drawn.choice(places)
    after = parts[place][len(parts[place].rstrip()) :]
    parts[place] = drawn.choice(strange) + after
    return _joined(parts)


def blur(data: bytes) -> bytes:
    """Return a blurred PNG of the picture, or of an animation's first frame. Raises MediaError."""
    from PIL import ImageFilter, ImageOps  # imported late, like the rest of Pillow

    with pillow().open(io.BytesIO(data)) as image:
        if image.width * image.height > MOST_PIXELS:
            raise MediaError(
                _("A picture is too large to blur. Choose another way to degrade the outputs.")
            )
        upright = ImageOps.exif_transpose(image)
        flat = upright.convert("RGBA" if upright.has_transparency_data else "RGB")
        radius = max(2, round(max(flat.size) * BLUR))
        target = io.BytesIO()
        flat.filter(ImageFilter.GaussianBlur(radius)).save(target, "PNG")
    return target.getvalue()
