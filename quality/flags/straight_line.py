"""A long row of the same answers."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from quality.figures import Figure
from quality.flags import Flag, Typical, in_words

LONGEST = 7  # HITs, as the rule that leaves such answers out begins


class StraightLine(Flag):
    name = "straight_line"
    title = gettext_lazy("Straightlining")
    rule = gettext_lazy(
        "Seven or more HITs in a row with the same answers, and the whole interval of such repeats "
        "is above the median of all."
    )

    def found(self, figures: Mapping[str, Figure], typical: Typical) -> dict[str, object] | None:
        repeats, of_all = figures.get("repeats"), typical.get("repeats")
        if repeats is None or repeats.low is None or of_all is None:
            return None
        longest = int(repeats.more["longest"])
        if longest < LONGEST or repeats.low <= of_all["median"]:
            return None
        percent = round(100 * (repeats.value or 0))
        return {"longest": longest, "percent": percent, "median": round(100 * of_all["median"])}

    def evidence(self, numbers: Mapping[str, object]) -> str:
        return _(
            "%(longest)s HITs in a row with the same answers; %(percent)s %% of the HITs repeat "
            "the one before, the median of all is %(median)s %%."
        ) % in_words(numbers)


FLAG = StraightLine()
