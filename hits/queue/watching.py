"""The watch gate: answers are taken only when the share of the clip that the rubric asks for was
played.

What was played is the browser's word. So the gate keeps honest annotators from answering too early;
it proves nothing.
"""

import json

from django.utils.translation import gettext as _

from stimuli.models import ItemMedium
from surveys.blocks.video.block import VideoBlock
from surveys.spec import Rubric

ROUNDING = 0.001  # of the share, which comes with four places


def watch_problem(*, rubric: Rubric, item_id: int, seen: str | None) -> str:
    """Why answers cannot be taken yet; blank where enough was played. `seen` is the telemetry, as
    JSON.

    Of several clips the telemetry knows the share of the one watched least, so the least share
    asked for is required.
    """
    blocks = [block for block in rubric.stimulus if isinstance(block, VideoBlock)]
    if not any(block.watch_share for block in blocks):
        return ""
    watched = float(json.loads(seen or "{}").get("share_watched", -1)) + ROUNDING
    if watched >= max(block.watch_share for block in blocks):
        return ""
    fields_shown = set(ItemMedium.objects.filter(item=item_id).values_list("field", flat=True))
    needed = [block for block in blocks if block.field in fields_shown]
    least = min(needed, key=lambda block: block.watch_share, default=None)
    if least is None or watched >= least.watch_share:
        return ""
    values = {"share": least.watch_percent}
    if watched < 0:
        return (
            _(
                "Your browser did not tell how much of the video was played, and at least "
                "%(share)s %% is needed. Turn JavaScript on and play it, or give the HIT back; it "
                "does not count against you."
            )
            % values
        )
    return _("Watch at least %(share)s %% of the video, then submit again.") % values
