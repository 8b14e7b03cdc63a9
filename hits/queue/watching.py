"""The watch gate: answers are accepted only if the share of clips and sounds that the rubric
requires was played.

The browser reports the share. So the gate keeps honest annotators from answering too early, but
proves nothing.
"""

import json
from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _

from stimuli.shown import HitMedia, media_of_hit
from surveys.base import AUDIO, VIDEO
from surveys.blocks.playing import PlayingBlock
from surveys.spec import Rubric

ROUNDING = 0.001  # of the share, which has four decimal places
MEASURES = {VIDEO: "share_watched", AUDIO: "share_listened"}


def watch_problem(
    *, rubric: Rubric, item_id: int, output_ids: Sequence[int], seen: str | None
) -> str:
    """Return why answers cannot be accepted yet; blank if enough was played. `seen` is the
    telemetry, as JSON.

    For several clips, the telemetry has the share of the one played least, so the lowest required
    share counts; the same applies to sounds.
    """
    shares = [block.watch_share for block in rubric.stimulus if isinstance(block, PlayingBlock)]
    if not any(shares):
        return ""
    noted = json.loads(seen or "{}")
    played = [noted[measure] for measure in MEASURES.values() if measure in noted]
    # Usually the page recorded a share for each kind that it plays: then no query.
    if played and min(played) + ROUNDING >= max(shares):
        return ""
    media = media_of_hit(item_id, output_ids, viewer=None)
    needed = {kind: _least(rubric, kind, media) for kind in MEASURES}
    for kind, block in needed.items():
        share = float(noted.get(MEASURES[kind], -1)) + ROUNDING
        if block is not None and share < block.watch_share:
            return _message(block.watch_percent, was_noted=share >= 0)
    return ""


def _least(rubric: Rubric, kind: str, media: HitMedia) -> PlayingBlock | None:
    """Return the block with the lowest required share for this HIT's media of a kind."""
    blocks = _playing(rubric, kind, media)
    return min(blocks, key=lambda block: block.watch_share, default=None)


def _playing(rubric: Rubric, kind: str, media: HitMedia) -> Iterator[PlayingBlock]:
    of_outputs = {medium.kind for own in media.outputs.values() for medium in own}
    for block in rubric.stimulus:
        if isinstance(block, PlayingBlock):
            fields = {need.name for need in block.needs() if need.type == kind}
            if fields & media.fields.keys() or (block.shows_outputs and kind in of_outputs):
                yield block


def _message(percent: int, *, was_noted: bool) -> str:
    values: Mapping[str, int] = {"share": percent}
    if not was_noted:
        return (
            _(
                "We could not tell how much you played. Turn on JavaScript and play at least "
                "%(share)s %%, or return the HIT. Returning it does not count against you."
            )
            % values
        )
    return _("Play at least %(share)s %% before you answer.") % values
