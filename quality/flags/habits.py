"""Flags about the way of working: too fast, straightlining, or preferring one position."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from quality.figures import Figure
from quality.flags import Flag, Typical, WellBelow, half_of, in_words


class Hurried(Flag):
    name = "hurried"
    title = gettext_lazy("Below the least time")
    rule = gettext_lazy("At least 5 HITs were submitted below the batch’s least time.")
    fewest = 5

    def found(self, figures: Mapping[str, Figure], typical: Typical) -> dict[str, object] | None:
        hurried = figures.get("hurried")
        if hurried is None or int(hurried.more["part"]) < self.fewest:
            return None
        return {"hurried": int(hurried.more["part"]), "n": hurried.n}

    def evidence(self, numbers: Mapping[str, object]) -> str:
        return _(
            "%(hurried)s of %(n)s HITs were submitted below the least time, after the page asked."
        ) % in_words(numbers)


class OneAnswer(WellBelow):
    name = "one_answer"
    title = gettext_lazy("Low variety")
    measure = "entropy"
    rule = half_of(measure)

    def found(self, figures: Mapping[str, Figure], typical: Typical) -> dict[str, object] | None:
        variety, of_all = figures.get(self.measure), typical.get(self.measure)
        if variety is not None and variety.value == 0 and of_all and of_all["median"] > 0:
            # Without variety, no interval exists.
            ends = {"value": 0.0, "low": 0.0, "high": 0.0}
            return {**ends, "n": variety.n, "median": of_all["median"]}
        return super().found(figures, typical)


LEAST, MOST = 0.35, 0.65


class OneSide(Flag):
    name = "one_side"
    title = gettext_lazy("Position bias")
    rule = gettext_lazy(
        "The whole interval of the share for the first position is outside 35 to 65 %."
    )

    def found(self, figures: Mapping[str, Figure], typical: Typical) -> dict[str, object] | None:
        first = figures.get("first")
        if first is None or first.low is None or first.high is None:
            return None
        if first.low <= MOST and first.high >= LEAST:
            return None
        return {"first": int(first.more["part"]), "n": first.n}

    def evidence(self, numbers: Mapping[str, object]) -> str:
        return _("%(first)s of %(n)s preferences are for the first output.") % dict(numbers)


LONGEST = 7  # HITs; the exclusion rule for such answers starts with the same number


class StraightLine(Flag):
    name = "straight_line"
    title = gettext_lazy("Straightlining")
    rule = gettext_lazy(
        "Seven or more HITs in a row with the same answers, and the whole interval of such repeats "
        "is above the median of all."
    )

    def found(self, figures: Mapping[str, Figure], typical: Typical) -> dict[str, object] | None:
        repeats, of_all = figures.get("repeats"), typical.get("repeats")
        if repeats is None or repeats.low is None or of_all is None:
            return None
        longest = int(repeats.more["longest"])
        if longest < LONGEST or repeats.low <= of_all["median"]:
            return None
        percent = round(100 * (repeats.value or 0))
        return {"longest": longest, "percent": percent, "median": round(100 * of_all["median"])}

    def evidence(self, numbers: Mapping[str, object]) -> str:
        return _(
            "%(longest)s HITs in a row with the same answers; %(percent)s %% of the HITs repeat "
            "the one before, the median of all is %(median)s %%."
        ) % in_words(numbers)


SHARE = 0.05  # of the HITs; by chance, about 0.1 % are so fast


class TooFast(Flag):
    name = "too_fast"
    title = gettext_lazy("Speeding")
    rule = gettext_lazy("The whole interval of the share of HITs far too fast is above 5 %.")

    def found(self, figures: Mapping[str, Figure], typical: Typical) -> dict[str, object] | None:
        fast = figures.get("fast")
        if fast is None or fast.low is None or fast.low <= SHARE:
            return None
        return {"fast": int(fast.more["part"]), "n": fast.n, "seconds": fast.more["seconds"]}

    def evidence(self, numbers: Mapping[str, object]) -> str:
        return _(
            "%(fast)s of %(n)s HITs took less than %(seconds)s s, the bound by the others’ times."
        ) % in_words(numbers)
