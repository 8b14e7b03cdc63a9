"""Systems of a criterion in a report: their order, and the statistic behind it."""

import re

from analysis.comparison.results import CriterionResult
from analysis.comparison.system_results import SystemResult

# Names of figures by system begin so.
RANKING, POWERED, DIFFERENCES = "ranking", "powered", "differences"


def best_first(criterion: CriterionResult) -> list[SystemResult]:
    """The best by people first, by the first judge where people rated none; those without a mean
    last."""
    lowest = criterion.facts.best == "lowest" and not criterion.facts.preference
    by_people = any(system.people.value is not None for system in criterion.by_system)
    judges = [judge.judge for judge in criterion.judges]

    def place(system: SystemResult) -> tuple[bool, float, str]:
        first = None if by_people or not judges else system.judges.get(judges[0])
        mean = system.people if first is None else first
        value = 0.0 if mean.value is None else mean.value
        return mean.value is None, value if lowest else -value, system.system

    return sorted(criterion.by_system, key=place)


def systems_figure(criterion: CriterionResult) -> str:
    """The name of the figure of the criterion's systems."""
    return f"{RANKING}-{slug(criterion.facts.key)}"


def differences_figure(criterion: CriterionResult) -> str:
    """The name of the figure of the differences between the criterion's systems."""
    return f"{DIFFERENCES}-{slug(criterion.facts.key)}"


def tells_means(figure: str) -> bool:
    """Whether the figure of this name shows means by system or their differences."""
    return figure.startswith((f"{RANKING}-", f"{POWERED}-", f"{DIFFERENCES}-"))


def slug(text: str) -> str:
    """`text` as a part of a file's name."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
