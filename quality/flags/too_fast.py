"""HITs answered faster than anybody reads them."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from quality.figures import Figure
from quality.flags import Flag, Typical, in_words

SHARE = 0.05  # of the HITs; by chance about 0.1 % are so fast


class TooFast(Flag):
    name = "too_fast"
    title = gettext_lazy("Speeding")
    rule = gettext_lazy("The whole interval of the share of HITs far too fast is above 5 %.")

    def found(
        self,
        figures: Mapping[str, Figure],
        typical: Typical,
    ) -> dict[str, object] | None:
        fast = figures.get("fast")
        if fast is None or fast.low is None or fast.low <= SHARE:
            return None
        return {"fast": int(fast.more["part"]), "n": fast.n, "seconds": fast.more["seconds"]}

    def evidence(self, numbers: Mapping[str, object]) -> str:
        return _(
            "%(fast)s of %(n)s HITs took less than %(seconds)s s, the bound by the others’ times."
        ) % in_words(numbers)


FLAG = TooFast()
