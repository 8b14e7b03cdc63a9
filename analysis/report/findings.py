"""The key findings of a report in plain sentences, with numbers rounded as in the tables."""

from collections.abc import Callable

from analysis.comparison.catalogue import ONE_SCALE, STATISTICS
from analysis.comparison.covariates.catalogue import COVARIATES
from analysis.comparison.results import Comparison, CriterionResult, JudgeResult, PersonTest
from analysis.comparison.withheld import span
from analysis.data.facts import Best
from analysis.report.rounding import percent, rounded
from analysis.statistics.estimates import Estimate

NAMED = 5  # raters with missing ratings to name; the others are summarised
Judged = list[tuple[CriterionResult, JudgeResult]]
# By the best end of the scale: the words for a judge's higher numbers and for its lower numbers.
LEANINGS: dict[Best, tuple[str, str]] = {
    "highest": ("higher marks", "lower marks"),
    "lowest": ("worse marks (higher numbers)", "better marks (lower numbers)"),
    "none": ("higher numbers", "lower numbers"),
}


def findings(result: Comparison) -> list[str]:
    """Return the findings as sentences. Differing scales and agreement between people come first,
    then the findings about each judge."""
    judged = {
        name: [
            (criterion, judge) for criterion in result.criteria if (judge := criterion.judge(name))
        ]
        for name in result.judges
    }
    sentences = [sentence for name in judged for sentence in _scales(name, judged[name])]
    sentences += _people(result)
    for name, results in judged.items():
        sentences += _unseen(result, name)
        sentences += _one_value(name, results)
        sentences += _compared(name, results, result.settings.margin)
        sentences += _leaning(name, results)
        sentences += _favouring(name, results)
        sentences += [
            sentence for criterion, judge in results for sentence in _order(criterion, judge)
        ]
        sentences += _coverage(name, results)
    return [*sentences, *_repeated(result), *_left_out(result)]


def counted(number: int, noun: str) -> str:
    """Return text such as "1 item", "2 criteria", "3 people"."""
    plural = {"criterion": "criteria", "person": "people", "family": "families"}.get(
        noun, f"{noun}s"
    )
    return f"{number:,} {noun if number == 1 else plural}"


def _scales(name: str, judged: Judged) -> list[str]:
    """Return sentences about criteria on which the judge's scale differs from people's: which
    statistics are withheld, or how one scale was mapped onto the other."""
    titles: dict[tuple[str, str, bool], list[str]] = {}
    for criterion, judge in judged:
        if two := judge.two_scales:
            key = (span(two.people), span(two.judge), two.mapped)
            titles.setdefault(key, []).append(criterion.facts.title)
    sentences = []
    for (people, judge_ends, mapped), criteria in titles.items():
        where = ", ".join(criteria)
        if mapped:
            sentences.append(
                f"{where}: ratings of {name} were mapped from its scale, {judge_ends}, onto "
                f"people's, {people}, as declared."
            )
            continue
        withheld = ", ".join(STATISTICS[statistic].title for statistic in ONE_SCALE)
        sentences.append(
            f"Two scales on {where}: people rated from {people}, {name} from {judge_ends}. Until "
            "both scales are declared and one is mapped onto the other, what needs one scale is "
            f"withheld: {withheld}, confusion, differences and the alternative-annotator test. "
            "Correlations and order stand."
        )
    return sentences


def _people(result: Comparison) -> list[str]:
    """Return sentences about how well people agree, or why this is unknown for some criteria."""
    agreed, without = list[str](), dict[str, list[str]]()
    for criterion in result.criteria:
        alpha, title = criterion.people.agreement["alpha"], criterion.facts.title
        if alpha.value is None:
            without.setdefault(alpha.reason, []).append(title)
        else:
            agreed.append(f"{rounded(alpha.value)} on {title} ({_basis(alpha, 'unit')})")
    return [
        *([f"People agree with Krippendorff's alpha {', '.join(agreed)}."] if agreed else []),
        *(
            f"Krippendorff's alpha between people on {', '.join(titles)} is {reason}."
            for reason, titles in without.items()
        ),
    ]


def _basis(estimate: Estimate, noun: str, write: Callable[[float], str] = rounded) -> str:
    """Return text such as "95 % CI 0.61 to 0.74, n = 60 units"."""
    interval = "no interval"
    if estimate.low is not None and estimate.high is not None:
        interval = f"95 % CI {write(estimate.low)} to {write(estimate.high)}"
    return f"{interval}, n = {counted(estimate.n, noun)}"


def _unseen(result: Comparison, name: str) -> list[str]:
    unseen = unseen_in_words(result, name)
    return [f"{name} {unseen}, which people saw."] if unseen else []


def unseen_in_words(result: Comparison, judge: str) -> str:
    """Return text such as "did not see references". Return "" if the judge saw all fields."""
    fields = result.unseen.get(judge, ())
    hidden = [name for name in fields if not name.endswith("?")]
    unsure = [name.removesuffix("?") for name in fields if name.endswith("?")]
    return " and ".join(
        [
            *([f"did not see {', '.join(hidden)}"] if hidden else []),
            *([f"may not have seen {', '.join(unsure)}"] if unsure else []),
        ]
    )


def _one_value(name: str, judged: Judged) -> list[str]:
    """Return a sentence about the criteria on which the judge almost always gives the same value,
    although people do not. The result is empty if there are no such criteria."""
    titles = [
        f"{criterion.facts.title} ({common.value} in {common.count:,} of "
        f"{counted(common.ratings, 'rating')}, people in {common.by_people:,} of "
        f"{common.ratings_of_people:,})"
        for criterion, judge in judged
        if (common := judge.commonest) and common.is_nearly_always
    ]
    return [f"{name} nearly always gives the same value on {'; '.join(titles)}."] if titles else []


def _compared(name: str, judged: Judged, margin: float | None) -> list[str]:
    """Return sentences that compare the judge with people. They state the difference with its
    interval and n, and the verdict if a margin was set before publishing."""
    by_verdict: dict[str | None, list[str]] = {}
    for criterion, judge in judged:
        test = judge.person_test
        if test is not None and (test.verdict or test.difference.value is not None):
            place = f"{criterion.facts.title} ({_difference(test)})"
            by_verdict.setdefault(test.verdict, []).append(place)
    return [
        f"{_verdict(name, verdict, margin)} {'; '.join(where)}."
        for verdict, where in by_verdict.items()
    ]


def _verdict(name: str, verdict: str | None, margin: float | None) -> str:
    limit = "" if margin is None else f"the margin of {margin:g}"
    return {
        "not worse": f"{name} is not worse than people by more than {limit} on",
        "worse": f"{name} is worse than people on",
        "too few to tell": f"Too few to tell whether {name} is worse than people by {limit} on",
        None: f"{name} compared with people, one left out in turn, no margin set before "
        "publishing:",
    }[verdict]


def _difference(test: PersonTest) -> str:
    statistic = STATISTICS[test.statistic]
    title = " ".join(filter(None, (statistic.title, statistic.at)))
    value = test.difference.value
    if value is None:
        return f"difference in {title} {test.difference.reason}"
    sign = "+" if float(rounded(value)) > 0 else ""
    basis = f"{_basis(test.difference, 'unit')} of {counted(test.items, 'item')}"
    return f"difference in {title} {sign}{rounded(value)}, {basis}"


def _leaning(name: str, judged: Judged) -> list[str]:
    titles: dict[str, list[str]] = {}
    for criterion, judge in judged:
        figure = judge.figure("bias")
        if figure and (value := _clear(figure.judge)):
            marks = LEANINGS[criterion.facts.best][0 if value.startswith("+") else 1]
            words = f"{criterion.facts.title} ({value}, {_basis(figure.judge, 'unit')})"
            titles.setdefault(marks, []).append(words)
    parts = [f"{marks} than people on {'; '.join(where)}" for marks, where in titles.items()]
    return [f"{name} gives {' and '.join(parts)}."] if parts else []


def _clear(figure: Estimate) -> str:
    """Return the value with its sign if its interval is all above or below 0, otherwise ""."""
    if figure.value is None or figure.low is None or figure.high is None:
        return ""
    sign = "+" if figure.low > 0 else ""
    return "" if figure.low <= 0 <= figure.high else f"{sign}{rounded(figure.value)}"


def _favouring(name: str, judged: Judged) -> list[str]:
    places: dict[str, list[str]] = {}
    for criterion, judge in judged:
        for effect in judge.effects:
            covariate = COVARIATES[effect.covariate]
            if not (value := _clear(effect.estimate)):
                continue
            key = f"favours {covariate.favours} {'more' if value.startswith('+') else 'less'}"
            points = "of the verdicts" if criterion.facts.preference else "points"
            basis = f"{_basis(effect.estimate, 'unit')} of {counted(effect.items, 'item')}"
            words = f"{criterion.facts.title} ({value} {points}, {covariate.per}, {basis})"
            places.setdefault(key, []).append(words)
    return [f"{name} {key} than people on {'; '.join(where)}." for key, where in places.items()]


def _order(criterion: CriterionResult, judge: JudgeResult) -> list[str]:
    if judge.orders is None:
        return []
    sentences, title = [], criterion.facts.title
    orders, people = judge.orders, criterion.people.orders
    if orders.first_share.value is not None:
        beside = ""
        if people is not None and people.first_share.value is not None:
            beside = f", people {_share(people.first_share, 'verdict')}"
        first = _share(orders.first_share, "verdict")
        sentences.append(f"{title}: {judge.judge} prefers the output shown first {first}{beside}.")
    if orders.consistency.value is not None:
        same = _share(orders.consistency, "pair")
        sentences.append(
            f"{title}: when the order is swapped, {judge.judge} gives the same verdict {same}."
        )
    return sentences


def _share(share: Estimate, noun: str) -> str:
    """Return text such as "83 % of the time (95 % CI 70 % to 91 %, n = 60 verdicts)"."""
    return f"{percent(share.value or 0)} of the time ({_basis(share, noun, percent)})"


def _coverage(name: str, judged: Judged) -> list[str]:
    shares = [
        f"{percent(judge.coverage)} on {criterion.facts.title} "
        f"({judge.shared:,} of {counted(criterion.people.units, 'unit')})"
        for criterion, judge in judged
        if 0 < judge.shared < criterion.people.units
    ]
    none = ", ".join(criterion.facts.title for criterion, judge in judged if not judge.shared)
    sentences = (
        [f"Of the units that people rated, {name} rated {', '.join(shares)}."] if shares else []
    )
    return (
        [*sentences, f"{name} rated none of the units that people rated on {none}."]
        if none
        else sentences
    )


def _repeated(result: Comparison) -> list[str]:
    """Return a sentence about people's repeated ratings of the same thing. The cause of such
    ratings is a mistake, or questions that the file does not distinguish."""
    counts = [
        f"{criterion.people.repeats:,} on {criterion.facts.title}"
        for criterion in result.criteria
        if criterion.people.repeats
    ]
    if not counts:
        return []
    rule = (
        "A person's ratings of the same thing count once, as their mean (for labels, the most "
        "frequent)."
    )
    return [
        f"Ratings by a person who had rated the same thing already: {', '.join(counts)}. {rule}"
    ]


def _left_out(result: Comparison) -> list[str]:
    if not result.missing:
        return []
    most = sorted(result.missing.items(), key=lambda entry: (-entry[1], entry[0]))
    named = [f"{name} {count:,}" for name, count in most[:NAMED]] + (
        ["others"] if len(most) > NAMED else []
    )
    return [
        (
            f"Excluded because they have no value: {sum(result.missing.values()):,} ratings "
            f"({', '.join(named)})."
        )
    ]
