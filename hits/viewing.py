"""What was seen of a HIT: zoom, share watched, sizes. The browser's word, taken only as numbers within bounds."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hits.models import Assignment, Viewing

MAX_BYTES = 2048


@dataclass(frozen=True)
class Measure:
    """One thing noted while a HIT is rated: its key, its column in the exports, what it means, and its bounds."""

    key: str
    column: str
    meaning: str
    high: float
    low: float = 0
    whole: bool = False


MEASURES = (
    Measure("zoom_used", "ZoomUsed", "1 where the annotator zoomed an image, else 0.", 1, whole=True),
    Measure(
        "largest_zoom",
        "LargestZoom",
        "Largest magnification at which an image was seen, in screen pixels per image pixel.",
        1000,
    ),
    Measure("image_width", "ImageWidthShown", "Width of the image on the page, in CSS pixels.", 20_000),
    Measure("image_height", "ImageHeightShown", "Height of the image on the page, in CSS pixels.", 20_000),
    Measure("share_watched", "ShareWatched", "Share of the video's length that was played at least once, 0 to 1.", 1),
    Measure("replays", "Replays", "How often the video was started again from its beginning.", 100_000, whole=True),
    Measure("stalls", "Stalls", "How often the video stopped for want of data.", 100_000, whole=True),
    Measure("differences_marked", "DifferencesMarked", "1 where differing words were marked.", 1, whole=True),
    Measure("pixel_ratio", "DevicePixelRatio", "Screen pixels per CSS pixel.", 32, 0.05),
    Measure("viewport_width", "ViewportWidth", "Width of the browser's window, in CSS pixels.", 20_000),
    Measure("viewport_height", "ViewportHeight", "Height of the browser's window, in CSS pixels.", 20_000),
)


def read_viewing(raw: object) -> dict[str, float]:
    """The measures in `raw`, a JSON object of at most 2 KB, by key; what is not a number in its bounds is left out."""
    if not isinstance(raw, str) or len(raw.encode(errors="replace")) > MAX_BYTES:
        return {}
    try:
        posted = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return _valid(posted) if isinstance(posted, dict) else {}


def _valid(posted: Mapping[str, Any]) -> dict[str, float]:
    return {one.key: kept for one in MEASURES if (kept := _number(one, posted.get(one.key))) is not None}


def _number(measure: Measure, value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    # Compared before it is rounded: an integer of a thousand digits has no float.
    if not measure.low <= value <= measure.high or not math.isfinite(value):
        return None
    return round(value) if measure.whole else round(value, 4)


def record_viewing(*, assignment: Assignment, raw: object) -> None:
    """Keep what was seen beside the answers, once. Nothing that a browser sends here can refuse a submission."""
    if seen := read_viewing(raw):
        Viewing.objects.get_or_create(assignment=assignment, defaults={"seen": seen})


def seen_rows(assignment: Assignment) -> list[tuple[str, float]]:
    """(meaning, value) of every measure that was noted, in the order of the exports."""
    viewing = Viewing.objects.filter(assignment=assignment).first()
    seen = viewing.seen if viewing else {}
    return [(one.meaning, seen[one.key]) for one in MEASURES if one.key in seen]
