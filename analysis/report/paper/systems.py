"""Tables for papers about systems: means with letters, shares of options, wins, ties and losses,
and agreement between people. A table covers all ratings, or has results for each value of a
field."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analysis.comparison.catalogue import AMONG_PEOPLE
from analysis.comparison.results import PEOPLE, Comparison, CriterionResult
from analysis.report.page.systems import best_first
from analysis.report.paper.shape import DASH, Cell, Lettered, PaperTable, Row
from analysis.statistics.estimates import Estimate

NONE = Estimate(None, 0)
IN_BRACKETS = "In brackets: 95 % intervals, items left out in turn."
NO_FIGURE = f"{DASH}: cannot be estimated."
DIRECTION = {"lowest": " ↓", "highest": "", "none": ""}


@dataclass(frozen=True)
class Scope:
    """The ratings in a table: all ratings or, if `field` is set, the ratings for each of the
    field's values. `names` has these values, and `criteria` has the results for the value with the
    same index."""

    field: str
    names: Sequence[Sequence[str]]
    criteria: Sequence[Sequence[CriterionResult]]
    raters: Sequence[str]

    @property
    def heads(self) -> list[str]:
        """Return the heads of the columns for the field's value and for the rater."""
        return [*([self.field] if self.field else []), *(["Rater"] if len(self.raters) > 1 else [])]

    def places(self) -> list[tuple[list[str], Sequence[CriterionResult], str]]:
        """Return, for each value and rater, the rows' first cells, the criteria, and the rater."""
        return [
            ([*names, *([rater] if len(self.raters) > 1 else [])], criteria, rater)
            for names, criteria in zip(self.names, self.criteria, strict=True)
            for rater in self.raters
        ]

    def every(self) -> list[CriterionResult]:
        by_key = {
            criterion.facts.key: criterion for part in reversed(self.criteria) for criterion in part
        }
        order = dict.fromkeys(criterion.facts.key for part in self.criteria for criterion in part)
        return [by_key[key] for key in order]


def whole(result: Comparison) -> Scope:
    return Scope("", [()], [result.criteria], [PEOPLE, *result.judges])


def by_field(result: Comparison) -> list[Scope]:
    scopes = []
    for field in dict.fromkeys(part.field for part in result.by_field):
        parts = [part for part in result.by_field if part.field == field]
        names = [(part.name,) for part in parts]
        scopes.append(Scope(field, names, [part.criteria for part in parts], [PEOPLE]))
    return scopes


def systems_table(scope: Scope) -> PaperTable | None:
    criteria = [criterion for criterion in scope.every() if criterion.by_system]
    if not criteria:
        return None
    rows = []
    for names, part, rater in scope.places():
        by_key = {criterion.facts.key: criterion for criterion in part if criterion.by_system}
        order = next((best_first(criterion) for criterion in by_key.values()), [])
        for system in order:
            means = [
                _mean(by_key.get(criterion.facts.key), system.system, rater)
                for criterion in criteria
            ]
            rows.append(Row([*names, system.system], means))
    return PaperTable(
        "systems",
        _title("Systems by criteria", scope),
        f"{_means_of(criteria)} {IN_BRACKETS} Systems that share a letter were not shown to "
        "differ: paired t-tests over the items that have both, corrected by Holm's method within "
        f"each {'value, ' if scope.field else ''}criterion and rater, 5 %. {_counts(scope)} "
        f"{NO_FIGURE}",
        [*scope.heads, "System"],
        [f"{criterion.facts.title}{_arrow(criterion)}" for criterion in criteria],
        rows,
        tells_means=True,
    )


def _arrow(criterion: CriterionResult) -> str:
    return "" if criterion.facts.preference else DIRECTION[criterion.facts.best]


def _means_of(criteria: Sequence[CriterionResult]) -> str:
    pairs = [criterion.facts.title for criterion in criteria if criterion.facts.preference]
    rates = f" (on {', '.join(pairs)}: win rates, a tie as half a win)" if pairs else ""
    lowest = " ↓: the lowest is best." if any(map(_arrow, criteria)) else ""
    return f"Means over items by system{rates}.{lowest}"


def _counts(scope: Scope) -> str:
    """Return the numbers of items and ratings by criterion, or of items by value of the field."""
    if scope.field:
        values = zip(scope.names, scope.criteria, strict=True)
        counts = [
            f"{names[0]} {max(criterion.items for criterion in part)}"
            for names, part in values
            if part
        ]
        return f"Items: {', '.join(counts)}."
    counts = [
        f"{criterion.facts.title} {criterion.items} items, "
        f"{criterion.people.ratings} ratings by people"
        for criterion in scope.every()
    ]
    return f"n: {'; '.join(counts)}."


def _title(title: str, scope: Scope) -> str:
    return f"{title} by {scope.field}" if scope.field else title


def _mean(criterion: CriterionResult | None, system: str, rater: str) -> Cell:
    if criterion is None:
        return NONE
    result = next((each for each in criterion.by_system if each.system == system), None)
    if result is None:
        return NONE
    figure = result.people if rater == PEOPLE else result.judges.get(rater, NONE)
    tests = criterion.system_tests.get(rater)
    return Lettered(figure, tests.letters.get(system, "") if tests else "")


def shares_table(scope: Scope) -> PaperTable | None:
    systems = sorted(
        {
            share.system
            for criterion in scope.every()
            for shares in criterion.options.values()
            for share in shares
        }
    )
    rows = []
    for names, criteria, rater in scope.places():
        for criterion in criteria:
            by_option: dict[str, dict[str, Estimate]] = {}
            for share in criterion.options.get(rater, ()):
                by_option.setdefault(share.value, {})[share.system] = share.share
            rows += [
                Row(
                    [*names, criterion.facts.title, option],
                    [by_system.get(name, NONE) for name in systems],
                )
                for option, by_system in by_option.items()
            ]
    if not rows:
        return None
    return PaperTable(
        "shares",
        _title("Shares of each option", scope),
        f"How often each option was chosen for each system's outputs. Every rating counts once. "
        f"{IN_BRACKETS} {_counts(scope)} {NO_FIGURE}",
        [*scope.heads, "Criterion", "Option"],
        [name or "all" for name in systems],
        rows,
        tells_means=True,
    )


def wins_table(scope: Scope) -> PaperTable | None:
    rows = [
        Row(
            [*names, criterion.facts.title, meeting.first, meeting.second or "all others"],
            [meeting.wins, meeting.ties, meeting.losses, str(meeting.wins.n)],
        )
        for names, criteria, rater in scope.places()
        for criterion in criteria
        for meeting in criterion.meetings.get(rater, ())
    ]
    if not rows:
        return None
    return PaperTable(
        "wins",
        _title("Wins, ties and losses", scope),
        "Share of meetings in which the system was better than, equal to and worse than the other. "
        "A meeting is an item that has outputs of both, compared by their mean scores. For "
        f"preferences, a meeting is a verdict. {IN_BRACKETS} n: meetings. {NO_FIGURE}",
        [*scope.heads, "Criterion", "System", "Against"],
        ["Wins", "Ties", "Losses", "n"],
        rows,
        own=2,
        tells_means=True,
    )


def agreement_table(scope: Scope) -> PaperTable | None:
    rated = [
        (names, criterion)
        for names, criteria in zip(scope.names, scope.criteria, strict=True)
        for criterion in criteria
        if criterion.people.ratings
    ]
    if not rated:
        return None
    present = {name for _names, criterion in rated for name in criterion.people.agreement}
    coefficients = [name for name in AMONG_PEOPLE if name in present]
    rows = [
        Row(
            [*names, criterion.facts.title],
            [
                *(criterion.people.agreement.get(name, NONE) for name in coefficients),
                *map(str, (criterion.people.raters, criterion.people.several)),
            ],
        )
        for names, criterion in rated
    ]
    levels = ", ".join(f"{each.facts.title} {each.facts.level}" for each in scope.every())
    reasons = dict.fromkeys(
        f"{criterion.facts.title}: {figure.reason}"
        for _names, criterion in rated
        for figure in criterion.people.agreement.values()
        if figure.value is None
    )
    return PaperTable(
        "agreement",
        _title("Agreement between people", scope),
        f"Levels of measurement: {levels}. Units were rated by at least two people. "
        f"{IN_BRACKETS} {NO_FIGURE}",
        [*([scope.field] if scope.field else []), "Criterion"],
        [*(AMONG_PEOPLE[name] for name in coefficients), "People", "Units"],
        rows,
        list(reasons),
    )


OF_A_SCOPE: Sequence[Callable[[Scope], PaperTable | None]] = (
    systems_table,
    shares_table,
    wins_table,
    agreement_table,
)
