"""A person who prefers a place on the page rather than an output."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from quality.figures import Figure
from quality.flags import Flag, Typical

LEAST, MOST = 0.35, 0.65


class OneSide(Flag):
    name = "one_side"
    title = gettext_lazy("Position bias")
    rule = gettext_lazy(
        "The whole interval of the share for the first position is outside 35 to 65 %."
    )

    def found(
        self,
        figures: Mapping[str, Figure],
        typical: Typical,
    ) -> dict[str, object] | None:
        first = figures.get("first")
        if first is None or first.low is None or first.high is None:
            return None
        if first.low <= MOST and first.high >= LEAST:
            return None
        return {"first": int(first.more["part"]), "n": first.n}

    def evidence(self, numbers: Mapping[str, object]) -> str:
        return _("%(first)s of %(n)s preferences are for the first output.") % dict(numbers)


FLAG = OneSide()
