"""Flags about differences from known answers, from other people's, and from the person's own."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from quality.figures import Figure
from quality.flags import Flag, Typical, WellBelow, half_of, in_words

GOOD = 0.8  # share of gold passed, as for good annotators in `quality.results`


class ChecksFailed(Flag):
    name = "checks"
    title = gettext_lazy("Checks failed")
    rule = gettext_lazy(
        "The whole confidence interval of the share of checks passed is below 80 %."
    )

    def found(self, figures: Mapping[str, Figure], typical: Typical) -> dict[str, object] | None:
        gold = figures.get("gold")
        if gold is None or gold.high is None or gold.high >= GOOD:
            return None
        return {"failed": gold.n - int(gold.more["part"]), "answered": gold.n}

    def evidence(self, numbers: Mapping[str, object]) -> str:
        return _("%(failed)s of %(answered)s gold HITs failed.") % in_words(numbers)


class Disagreement(WellBelow):
    name = "disagreement"
    title = gettext_lazy("Disagrees")
    measure = "agreement"
    rule = half_of(measure)


FALL = -0.2


class Falling(Flag):
    name = "falling"
    title = gettext_lazy("Declining agreement")
    rule = gettext_lazy(
        "Agreement falls by 0.2 or more over a session, and the whole interval of that is below 0."
    )

    def found(self, figures: Mapping[str, Figure], typical: Typical) -> dict[str, object] | None:
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


class OwnAnswers(WellBelow):
    name = "own_answers"
    title = gettext_lazy("Inconsistent retests")
    measure = "reliability"
    rule = half_of(measure)


DEVIATIONS = 1.0


class Severe(Flag):
    name = "severe"
    title = gettext_lazy("Far from the others")
    rule = gettext_lazy(
        "The whole interval of how much higher or lower the numbers are is more than one standard "
        "deviation away from the others’."
    )

    def found(self, figures: Mapping[str, Figure], typical: Typical) -> dict[str, object] | None:
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
