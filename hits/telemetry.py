"""How annotators viewed a HIT: measures such as active time, zoom, and share of a clip watched. The
browser reports them as numbers, and values outside fixed limits are ignored."""

import json
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.utils import timezone

from hits.models import Assignment, Viewing
from surveys.kinds.running import ORDERS, REVERSED
from surveys.spec import Rubric

MAX_BYTES = 8192  # enough for a rubric with a hundred sections
MOST_SECONDS = 1e9
SLACK = 1.0  # tolerance in seconds for differences between the browser's clock and ours


@dataclass(frozen=True)
class Measure:
    """One measure of how a HIT was viewed: its key, export column, description and limits."""

    key: str
    column: str
    meaning: str
    high: float
    low: float = 0
    whole: bool = False


ACTIVE = Measure(
    "active_seconds",
    "ActiveSeconds",
    "Active time in seconds. Counts time with the page in view, and at most 30 s of each gap "
    "between two actions.",
    MOST_SECONDS,
)
MEASURES = (
    ACTIVE,
    Measure(
        "zoom_used", "ZoomUsed", "1 if the annotator zoomed an image, otherwise 0.", 1, whole=True
    ),
    Measure(
        "largest_zoom",
        "LargestZoom",
        "Largest magnification at which an image was seen, in screen pixels per image pixel.",
        1000,
    ),
    Measure(
        "image_width", "ImageWidthShown", "Width of the image on the page, in CSS pixels.", 20_000
    ),
    Measure(
        "image_height",
        "ImageHeightShown",
        "Height of the image on the page, in CSS pixels.",
        20_000,
    ),
    Measure(
        "share_watched",
        "ShareWatched",
        "Share of the video that was played at least once, from 0 to 1. If the page has several "
        "videos, the lowest share.",
        1,
    ),
    Measure(
        "share_listened",
        "ShareListened",
        "Share of the sound that was played at least once, from 0 to 1. If the page has several "
        "sounds, the lowest share.",
        1,
    ),
    Measure(
        "clip_drift",
        "ClipDrift",
        "Median time difference between clips that played together, in seconds.",
        60,
    ),
    Measure(
        "replays",
        "Replays",
        "How often a video or sound was replayed from its beginning.",
        100_000,
        whole=True,
    ),
    Measure(
        "stalls",
        "Stalls",
        "How often a video or sound stopped to wait for data.",
        100_000,
        whole=True,
    ),
    Measure(
        "pastes",
        "Pastes",
        "How often the annotator pasted text into an answer.",
        10_000,
        whole=True,
    ),
    Measure(
        "times_away",
        "TimesAway",
        "How often the annotator switched to another tab or window while writing an answer.",
        10_000,
        whole=True,
    ),
    Measure(
        "differences_marked",
        "DifferencesMarked",
        "1 if the annotator had the differing words marked.",
        1,
        whole=True,
    ),
    Measure("pixel_ratio", "DevicePixelRatio", "Screen pixels per CSS pixel.", 32, 0.05),
    Measure(
        "viewport_width", "ViewportWidth", "Width of the browser's window, in CSS pixels.", 20_000
    ),
    Measure(
        "viewport_height",
        "ViewportHeight",
        "Height of the browser's window, in CSS pixels.",
        20_000,
    ),
    Measure(
        "dark", "DarkScheme", "1 if the page was shown in dark colours, otherwise 0.", 1, whole=True
    ),
)


# Recorded by the site and not by the browser.
TURNED = Measure(
    "options_turned",
    "OptionsReversed",
    "1 if the page showed the options in reverse order, otherwise 0.",
    1,
    whole=True,
)


ORDER = Measure(
    "options_order",
    "OptionsOrder",
    "Number of the order in which shuffled options were shown.",
    1_000,
    whole=True,
)


def order_measures(rubric: Rubric) -> list[Measure]:
    """Return the measures that record in which order the options were shown. The list is empty if
    the rubric shows the options in the same order to everyone."""
    orders = {section.orders for section in rubric.sections}
    return [*([TURNED] if REVERSED in orders else []), *([ORDER] if ORDERS in orders else [])]


def noted_order(seen: Sequence[tuple[str, float]]) -> int | None:
    """Return the number of the order of options from the result of `seen_rows`, or None if it was
    not recorded."""
    noted = dict(seen)
    order = noted.get(ORDER.meaning, noted.get(TURNED.meaning))
    return None if order is None else int(order)


def section_times(rubric: Rubric) -> list[Measure]:
    """Return a measure for each section of the rubric: the part of the active time spent on the
    section."""
    return [
        Measure(
            f"{ACTIVE.key}.{section.key}",
            f"{ACTIVE.column}.{section.key}",
            (
                f"Part of {ACTIVE.column} in which section {section.key} was in focus, last "
                "touched, or in the middle of the window."
            ),
            MOST_SECONDS,
        )
        for section in rubric.sections
    ]


def read_viewing(
    raw: object, *, sections: Collection[Measure] = (), elapsed: float = math.inf
) -> dict[str, float]:
    """Return the measures in `raw`, a JSON object of at most 8 KB, by key. Values that are not
    numbers within the limits are left out.

    `elapsed` is the number of seconds since the HIT was claimed, by the server's clock. Active
    times are reduced to this number, or left out if they exceed it by more than SLACK.
    """
    posted = _posted(raw)
    noted = _valid(posted, MEASURES)
    times = _valid(posted, sections)
    # Ignore the times of sections if they add up to more than the total time.
    if sum(times.values()) <= noted.get(ACTIVE.key, 0) + SLACK:
        noted |= times
    if noted.get(ACTIVE.key, 0) > elapsed + SLACK:
        noted = {key: value for key, value in noted.items() if not key.startswith(ACTIVE.key)}
    active = {
        key: min(value, elapsed) for key, value in noted.items() if key.startswith(ACTIVE.key)
    }
    return noted | active


def _posted(raw: object) -> Mapping[str, object]:
    if not isinstance(raw, str) or len(raw.encode(errors="replace")) > MAX_BYTES:
        return {}
    try:
        posted = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return posted if isinstance(posted, dict) else {}


def _valid(posted: Mapping[str, object], measures: Collection[Measure]) -> dict[str, float]:
    numbers = {measure.key: _number(measure, posted.get(measure.key)) for measure in measures}
    return {key: number for key, number in numbers.items() if number is not None}


def _number(measure: Measure, value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    # Compare before rounding, because an integer with a thousand digits cannot become a float.
    if not measure.low <= value <= measure.high or not math.isfinite(value):
        return None
    return round(value) if measure.whole else round(value, 4)


def viewing_of(assignment: Assignment, rubric: Rubric, raw: object, *, order: int) -> str | None:
    """Return the measures in `raw` as JSON, to store with the submitted answers. Return None if
    there are none. `order` is the number of the order in which the person sees the options.

    Invalid content of `raw` never makes a submission fail.
    """
    taken = assignment.accepted_at or timezone.now()
    elapsed = max(0.0, (timezone.now() - taken).total_seconds())
    seen = read_viewing(raw, sections=section_times(rubric), elapsed=round(elapsed, 4))
    for measure in order_measures(rubric):
        seen[measure.key] = order % 2 if measure is TURNED else order
    return json.dumps(seen) if seen else None


def seen_rows(assignment: Assignment, rubric: Rubric) -> list[tuple[str, float]]:
    """Return a pair of description and value for each recorded measure, in the order of the
    exports."""
    viewing = Viewing.objects.filter(assignment=assignment).first()
    seen = viewing.seen if viewing else {}
    measures = (*MEASURES, *order_measures(rubric), *section_times(rubric))
    return [(measure.meaning, seen[measure.key]) for measure in measures if measure.key in seen]
