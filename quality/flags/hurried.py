"""HITs submitted below the batch's least time."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from quality.figures import Figure
from quality.flags import Flag, Typical, in_words


class Hurried(Flag):
    name = "hurried"
    title = gettext_lazy("Below the least time")
    rule = gettext_lazy("At least 5 HITs were submitted below the batch’s least time.")
    fewest = 5

    def found(
        self,
        figures: Mapping[str, Figure],
        typical: Typical,
    ) -> dict[str, object] | None:
        hurried = figures.get("hurried")
        if hurried is None or int(hurried.more["part"]) < self.fewest:
            return None
        return {"hurried": int(hurried.more["part"]), "n": hurried.n}

    def evidence(self, numbers: Mapping[str, object]) -> str:
        return _(
            "%(hurried)s of %(n)s HITs were submitted below the least time, after the page asked."
        ) % in_words(numbers)


FLAG = Hurried()
