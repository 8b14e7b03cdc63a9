"""A person who does not give their own answers again."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from quality.figures import Figure
from quality.flags import Flag, Typical, in_words, well_below


class OwnAnswers(Flag):
    name = "own_answers"
    title = gettext_lazy("Inconsistent retests")
    rule = gettext_lazy(
        "The whole interval of the retest reliability is below half of the median of all."
    )

    def found(self, figures: Mapping[str, Figure], typical: Typical) -> dict[str, object] | None:
        return well_below(figures, typical, "reliability")

    def evidence(self, numbers: Mapping[str, object]) -> str:
        return _(
            "Reliability %(value)s (%(low)s to %(high)s) over %(n)s retests; the median of "
            "all is %(median)s."
        ) % in_words(numbers)


FLAG = OwnAnswers()
