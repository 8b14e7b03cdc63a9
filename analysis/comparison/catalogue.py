"""The statistics of the comparison: their names, the levels of measurement they suit, and whether
high or low values are good."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from analysis.data.facts import Facts, Level
from analysis.statistics.estimates import Scale

# With fewer, the comparison of a judge with a person gets no verdict.
FEWEST_UNITS, FEWEST_ITEMS = 20, 10
NO_OVERLAP = "not estimable: no unit has both a person's and the judge's rating"
NO_RATINGS = "not estimable: no ratings yet"
NO_JUDGE = "not estimable: the judge gave no rating"
ONE_RATING = "not estimable: one rating per unit"
NOTHING_VARIES = "not estimable: one of the two sides never varies"
NO_PAIR = "not estimable: no pair judged this way has a single most frequent human verdict"
ONE_SYSTEM = "not estimable: a single system cannot be ranked"
NO_ROW = "not estimable: no item has three outputs on which both people and the judge vary"
TWO_SYSTEMS = "not estimable: with fewer than three systems a correlation can only be 1 or -1"
SAME = "not estimable: every value is the same"
UNEQUAL = "not estimable: units have different numbers of ratings"

NO_MEAN = "not estimable: labels have no mean"


def because(error: Exception) -> str:
    """Return "not estimable: " and the message of `error`, as a reason for a missing value."""
    sentence = str(error).removesuffix(".")
    return f"not estimable: {sentence[:1].lower()}{sentence[1:]}"


# groups of items to leave out in turn; with more items, a group has several items
MOST_GROUPS = 200
Aim = Literal["rating", "mean"]
AT = {
    "input": "per input (within an item over its outputs, averaged over items)",
    "pooled": "pooled (over all outputs)",
    "system": "by system (over the systems' means)",
}


@dataclass(frozen=True)
class Statistic:
    """A statistic of the comparison. `at` is the level of a correlation. `aim` says whether the
    judge is compared with people's single ratings or with their mean. `n` names what the
    statistic's n counts, for example outputs. `undefined` is the reason if the statistic has no
    value. `scale` is the scale on which `jackknife_interval` computes the interval."""

    title: str
    short: str
    at: str
    aim: Aim
    best: Literal["highest", "lowest", "none"]
    n: str
    undefined: str
    scale: Scale = "free"


def _correlations() -> dict[str, Statistic]:
    names = {
        "pearson": ("Pearson's r", "r"),
        "spearman": ("Spearman's rho", "rho"),
        "kendall": ("Kendall's tau", "tau"),
    }
    counted = {"input": "items", "pooled": "outputs", "system": "systems"}
    why = {"input": NO_ROW, "pooled": NOTHING_VARIES, "system": NOTHING_VARIES}
    return {
        f"{key}_{level}": Statistic(
            title, short, level, "mean", "highest", counted[level], why[level], "correlation"
        )
        for level in ("input", "pooled", "system")
        for key, (title, short) in names.items()
    }


STATISTICS: Mapping[str, Statistic] = {
    "exact": Statistic(
        "exact agreement", "exact", "", "rating", "highest", "ratings", NO_OVERLAP, "share"
    ),
    "kappa": Statistic(
        "Cohen's kappa", "kappa", "", "rating", "highest", "ratings", SAME, "agreement"
    ),
    "mae": Statistic(
        "mean absolute error", "MAE", "", "mean", "lowest", "units", NO_OVERLAP, "positive"
    ),
    "bias": Statistic("bias (judge minus people)", "bias", "", "mean", "none", "units", NO_OVERLAP),
    **_correlations(),
    "near_turn": Statistic(
        "first failure within one turn",
        "within 1 turn",
        "",
        "rating",
        "highest",
        "ratings",
        NO_OVERLAP,
        "share",
    ),
}
OF_TURNS = ("near_turn",)
NOMINAL = ("exact", "kappa")
# Statistics that exist only if people and the judge rate on one scale.
ONE_SCALE = ("exact", "kappa", "mae", "bias")
# The main table's columns, on the page and in downloads; figures.csv has all statistics.
MAIN_TABLE = (
    *("exact", "near_turn", "kappa", "mae", "bias", "spearman_input", "kendall_input"),
    *("spearman_pooled", "pearson_pooled", "spearman_system"),
)
# The statistic that compares a judge with people. It is also in the main table.
CLOSENESS: Mapping[Level, str] = {
    "nominal": "kappa",
    "ordinal": "spearman_pooled",
    "interval": "pearson_pooled",
}


def shown_statistics(facts: Facts) -> tuple[str, ...]:
    """Return the names of the statistics that suit the criterion: its level of measurement, or its
    answers if they are numbers of turns."""
    if facts.turns:
        return (*NOMINAL, *OF_TURNS)
    if facts.level == "nominal":
        return NOMINAL
    return tuple(name for name in STATISTICS if name not in OF_TURNS)


def main_columns(criteria: Iterable[Facts]) -> tuple[str, ...]:
    """Return the names of the main table's statistics that suit at least one of the criteria.
    Pearson's r over all outputs needs a criterion with an interval scale."""
    present = list(criteria)
    allowed = {name for facts in present for name in shown_statistics(facts)}
    if all(facts.level != "interval" for facts in present):
        allowed.discard("pearson_pooled")
    return tuple(name for name in MAIN_TABLE if name in allowed)


def full_title(name: str, *, level: Level, tau: str = "b") -> str:
    """Return a statistic's title with its variant and level, for example "Kendall's tau-b, pooled
    (over all outputs)"."""
    statistic = STATISTICS[name]
    title = statistic.title
    if name == "kappa":
        title += ", unweighted" if level == "nominal" else ", quadratic weights"
    if name.startswith("kendall"):
        title += f"-{tau}"
    return f"{title}, {AT[statistic.at]}" if statistic.at else title


# The statistics of agreement between people, with their names.
AMONG_PEOPLE = {
    "alpha": "Krippendorff's alpha",
    "alpha_masi": "Krippendorff's alpha, MASI distance",
    "pairwise": "pairwise agreement",
    "gwet_ac1": "Gwet's AC1",
    "gwet_ac2": "Gwet's AC2",
    "icc_1": "ICC(1)",
    "icc_1k": "ICC(k)",
    "icc_a1": "ICC(A,1)",
    "icc_ak": "ICC(A,k)",
    "icc_c1": "ICC(C,1)",
    "icc_ck": "ICC(C,k)",
}
