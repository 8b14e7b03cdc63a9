"""Numbers far above or below everybody else's."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from quality.figures import Figure
from quality.flags import Flag, Typical, in_words

DEVIATIONS = 1.0


class Severe(Flag):
    name = "severe"
    title = gettext_lazy("Far from the others")
    rule = gettext_lazy(
        "The whole interval of how much higher or lower the numbers are is more than one standard "
        "deviation away from the others’."
    )

    def found(
        self,
        figures: Mapping[str, Figure],
        typical: Typical,
    ) -> dict[str, object] | None:
        severity = figures.get("severity")
        if severity is None or severity.low is None or severity.high is None:
            return None
        if severity.low <= DEVIATIONS and severity.high >= -DEVIATIONS:
            return None
        return {"value": severity.value, "low": severity.low, "high": severity.high}

    def evidence(self, numbers: Mapping[str, object]) -> str:
        return _(
            "Numbers on the same HITs are %(value)s standard deviations from the others’ "
            "(%(low)s to %(high)s)."
        ) % in_words(numbers)


FLAG = Severe()
