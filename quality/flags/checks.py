"""Gold that a person failed more often than chance explains."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from quality.figures import Figure
from quality.flags import Flag, Typical, in_words

GOOD = 0.8  # of gold passed, as for who is good by the rest of the gold


class ChecksFailed(Flag):
    name = "checks"
    title = gettext_lazy("Checks failed")
    rule = gettext_lazy("The whole interval of the checks passed is below 80 %.")

    def found(
        self,
        figures: Mapping[str, Figure],
        typical: Typical,
    ) -> dict[str, object] | None:
        gold = figures.get("gold")
        if gold is None or gold.high is None or gold.high >= GOOD:
            return None
        return {"failed": gold.n - int(gold.more["part"]), "answered": gold.n}

    def evidence(self, numbers: Mapping[str, object]) -> str:
        return _("%(failed)s of %(answered)s gold HITs failed.") % in_words(numbers)


FLAG = ChecksFailed()
