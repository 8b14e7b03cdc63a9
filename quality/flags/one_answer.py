"""A person who hardly uses the scale."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from quality.figures import Figure
from quality.flags import Flag, Typical, in_words, well_below


class OneAnswer(Flag):
    name = "one_answer"
    title = gettext_lazy("Low variety")
    rule = gettext_lazy(
        "The whole interval of the variety of answers is below half of the median of all, or every "
        "answer is the same."
    )

    def found(self, figures: Mapping[str, Figure], typical: Typical) -> dict[str, object] | None:
        variety, of_all = figures.get("entropy"), typical.get("entropy")
        if variety is not None and variety.value == 0 and of_all and of_all["median"] > 0:
            # Without variety, no interval exists.
            return {"value": 0.0, "n": variety.n, "median": of_all["median"]}
        return well_below(figures, typical, "entropy")

    def evidence(self, numbers: Mapping[str, object]) -> str:
        return _(
            "Variety of answers %(value)s over %(n)s HITs; the median of all is %(median)s."
        ) % in_words(numbers)


FLAG = OneAnswer()
