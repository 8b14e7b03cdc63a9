"""Agreement that declines during a session."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from quality.figures import Figure
from quality.flags import Flag, Typical, in_words

FALL = -0.2


class Falling(Flag):
    name = "falling"
    title = gettext_lazy("Declining agreement")
    rule = gettext_lazy(
        "Agreement falls by 0.2 or more over a session, and the whole interval of that is below 0."
    )

    def found(
        self,
        figures: Mapping[str, Figure],
        typical: Typical,
    ) -> dict[str, object] | None:
        drift = figures.get("drift")
        if drift is None or drift.value is None or drift.high is None:
            return None
        if drift.value > FALL or drift.high >= 0:
            return None
        return {"value": drift.value, "low": drift.low, "high": drift.high, "n": drift.n}

    def evidence(self, numbers: Mapping[str, object]) -> str:
        return _(
            "Agreement changes by %(value)s (%(low)s to %(high)s) from the first to the last "
            "third of the sessions, over %(n)s HITs."
        ) % in_words(numbers)


FLAG = Falling()
