"""Answers that have little to do with the others'."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from quality.figures import Figure
from quality.flags import Flag, Typical, in_words, well_below


class Disagreement(Flag):
    name = "disagreement"
    title = gettext_lazy("Disagrees")
    rule = gettext_lazy(
        "The whole interval of the agreement with the others is below half of the median of all."
    )

    def found(self, figures: Mapping[str, Figure], typical: Typical) -> dict[str, object] | None:
        return well_below(figures, typical, "agreement")

    def evidence(self, numbers: Mapping[str, object]) -> str:
        return _(
            "Agreement with the others %(value)s (%(low)s to %(high)s) over %(n)s HITs; the "
            "median of all is %(median)s."
        ) % in_words(numbers)


FLAG = Disagreement()
