"""Answers that have little to do with the others'."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from quality.figures import Figure
from quality.flags import Flag, Typical

SHARE = 0.5  # of the others' median


class Disagreement(Flag):
    name = "disagreement"
    title = gettext_lazy("Disagrees")
    rule = gettext_lazy(
        "The whole interval of the agreement with the others is below half of the median of all."
    )

    def found(self, figures: Mapping[str, Figure], typical: Typical) -> dict[str, Any] | None:
        agreement, of_all = figures.get("agreement"), typical.get("agreement")
        if agreement is None or agreement.high is None or of_all is None:
            return None
        if of_all["median"] <= 0 or agreement.high >= SHARE * of_all["median"]:
            return None
        ends = {"value": agreement.value, "low": agreement.low, "high": agreement.high}
        return {**ends, "n": agreement.n, "median": of_all["median"]}

    def evidence(self, numbers: Mapping[str, Any]) -> str:
        return _(
            "Agreement with the others %(value).2f (%(low).2f to %(high).2f) over %(n)d HITs; the "
            "median of all is %(median).2f."
        ) % dict(numbers)


FLAG = Disagreement()
