"""Flags about annotators. A named rule sets a flag and gives its evidence. A flag asks researchers
to review the person's work, and has no automatic effect."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from quality.figures import Figure
from quality.measures import measures

FEWEST_HITS = 20  # with fewer HITs, no rate leads to a flag
HALF = 0.5  # share of the median; values well below the median are flagged
GOOD = 0.8  # share of gold passed; `quality.results` uses the same limit for good annotators
FALL = -0.2  # change of agreement within a session
HURRIED = 5  # least number of hurried HITs
LEAST, MOST = 0.35, 0.65  # limits of the share of preferences for the first position
DEVIATIONS = 1.0  # standard deviations from the other people's ratings
LONGEST = 7  # HITs with the same answers in a row; the exclusion rule starts with the same number
SHARE = 0.05  # share of HITs that are too fast; about 0.1 % are expected by chance
Typical = Mapping[str, Mapping[str, float]]
Numbers = dict[str, object] | None


@dataclass(frozen=True)
class Flag:
    """A rule about a person's value of `measure`. `title` is one or two words, and `rule` states
    the condition in a sentence.

    `numbers` is a function of the person's value, and of the median and quartiles of the batch's
    annotators (None if unknown). It returns the evidence as JSON, or None if the rule does not
    apply. `words` is a sentence that these numbers are filled into. `fewest` is the minimum number
    of HITs for a flag.
    """

    title: str | Promise
    measure: str
    rule: str | Promise
    words: str | Promise
    numbers: Callable[[Figure, Mapping[str, float] | None], Numbers]
    fewest: int = FEWEST_HITS

    def evidence(self, numbers: Mapping[str, Any]) -> str:
        """Return the evidence as a sentence, with numbers formatted for the reader's language."""
        written = {
            name: number_format(number, 2 if isinstance(number, float) else 0)
            for name, number in numbers.items()
        }
        return str(self.words) % {**written, "measure": measures()[self.measure].title}


def _ends(figure: Figure) -> dict[str, object]:
    return {"value": figure.value, "low": figure.low, "high": figure.high}


def _checks_failed(gold: Figure, _of_all: object) -> Numbers:
    if gold.high is None or gold.high >= GOOD:
        return None
    return {"failed": gold.n - int(gold.more["part"]), "answered": gold.n}


def _falling(drift: Figure, _of_all: object) -> Numbers:
    if drift.value is None or drift.high is None or drift.value > FALL or drift.high >= 0:
        return None
    return {**_ends(drift), "n": drift.n}


def _hurried(hurried: Figure, _of_all: object) -> Numbers:
    part = int(hurried.more["part"])
    return {"hurried": part, "n": hurried.n} if part >= HURRIED else None


def _one_side(first: Figure, _of_all: object) -> Numbers:
    if first.low is None or first.high is None or (first.low <= MOST and first.high >= LEAST):
        return None
    return {"first": int(first.more["part"]), "n": first.n}


def _severe(severity: Figure, _of_all: object) -> Numbers:
    low, high = severity.low, severity.high
    if low is None or high is None or (low <= DEVIATIONS and high >= -DEVIATIONS):
        return None
    return _ends(severity)


def _straight_line(repeats: Figure, of_all: Mapping[str, float] | None) -> Numbers:
    if repeats.low is None or of_all is None:
        return None
    longest = int(repeats.more["longest"])
    if longest < LONGEST or repeats.low <= of_all["median"]:
        return None
    percent = round(100 * (repeats.value or 0))
    return {"longest": longest, "percent": percent, "median": round(100 * of_all["median"])}


def _too_fast(fast: Figure, _of_all: object) -> Numbers:
    if fast.low is None or fast.low <= SHARE:
        return None
    return {"fast": int(fast.more["part"]), "n": fast.n, "seconds": fast.more["seconds"]}


def _well_below(figure: Figure, of_all: Mapping[str, float] | None) -> Numbers:
    if of_all is None or of_all["median"] <= 0:
        return None
    if figure.high is None or figure.high >= HALF * of_all["median"]:
        return None
    return {**_ends(figure), "n": figure.n, "median": of_all["median"]}


def _hardly_varied(variety: Figure, of_all: Mapping[str, float] | None) -> Numbers:
    if variety.value == 0:  # answers without variety have no interval
        variety = Figure(0.0, variety.n, 0.0, 0.0)
    return _well_below(variety, of_all)


def _half(measure: str) -> str:
    text = gettext("The whole 95 %% interval of “%(measure)s” is below half of everyone’s median.")
    return text % {"measure": measures()[measure].title}


def _flag_below(
    title: str | Promise,
    measure: str,
    numbers: Callable[[Figure, Mapping[str, float] | None], Numbers] = _well_below,
) -> Flag:
    """Return a rule that flags people whose interval for the measure is below half of the batch's
    median."""
    text = _("%(measure)s: %(value)s (%(low)s to %(high)s). Everyone’s median is %(median)s.")
    return Flag(title, measure, lazy(_half, str)(measure), text, numbers)


FLAGS: Mapping[str, Flag] = {
    "checks": Flag(
        _("Checks failed"),
        "gold",
        _("The upper end of the 95 % interval for checks passed is below 80 %."),
        _("%(failed)s of %(answered)s gold HITs failed."),
        _checks_failed,
    ),
    "disagreement": _flag_below(_("Low agreement"), "agreement"),
    "falling": Flag(
        _("Declining agreement"),
        "drift",
        _("Agreement falls by at least 0.2 within sessions (the whole 95 % interval is below 0)."),
        _(
            "Agreement changed by %(value)s (%(low)s to %(high)s) from the first to the last "
            "third of each session (%(n)s HITs)."
        ),
        _falling,
    ),
    "hurried": Flag(
        _("Below the minimum time"),
        "hurried",
        _("At least 5 HITs were submitted faster than the batch’s minimum time."),
        _("%(hurried)s of %(n)s HITs were faster than the minimum time, despite a warning."),
        _hurried,
        fewest=HURRIED,
    ),
    "one_answer": _flag_below(_("Low variety"), "entropy", _hardly_varied),
    "one_side": Flag(
        _("Position bias"),
        "first",
        _("The whole 95 % interval of the first-position preference is below 35 % or above 65 %."),
        _("%(first)s of %(n)s preferences are for the first output."),
        _one_side,
    ),
    "own_answers": _flag_below(_("Inconsistent retests"), "reliability"),
    "severe": Flag(
        _("Severity"),
        "severity",
        _(
            "The person’s scores differ from other people’s by more than one standard "
            "deviation. The whole 95 % interval is beyond this limit."
        ),
        _(
            "On the same HITs, this person’s scores differ from other people’s by %(value)s "
            "standard deviations (%(low)s to %(high)s)."
        ),
        _severe,
    ),
    "straight_line": Flag(
        _("Straightlining"),
        "repeats",
        _(
            "Seven or more HITs in a row have the same answers, and the whole 95 % interval "
            "for repeated answers is above everyone’s median."
        ),
        _(
            "%(longest)s HITs in a row have the same answers. %(percent)s %% of the HITs "
            "repeat the previous HIT’s answers (everyone’s median: %(median)s %%)."
        ),
        _straight_line,
    ),
    "too_fast": Flag(
        _("Speeding"),
        "fast",
        _("The lower end of the 95 % interval for the share of HITs done too fast is above 5 %."),
        _(
            "%(fast)s of %(n)s HITs took under %(seconds)s s, a limit based on other people’s "
            "times."
        ),
        _too_fast,
    ),
}


def flags_of(figures: Mapping[str, Figure], typical: Typical) -> list[dict[str, object]]:
    """Return a flag, with the rule's name and its evidence as numbers, for every rule that applies.
    Rules are skipped if the person has too few HITs."""
    hits = figures.get("time")
    if hits is None:
        return []
    outcomes = (
        (name, flag.numbers(figures[flag.measure], typical.get(flag.measure)))
        for name, flag in FLAGS.items()
        if hits.n >= flag.fewest and flag.measure in figures
    )
    return [{"rule": name, "numbers": numbers} for name, numbers in outcomes if numbers is not None]
