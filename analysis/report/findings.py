"""What a comparison holds, in plain sentences. Each says what cells of the tables say, rounded
alike."""

from collections.abc import Collection, Sequence

from analysis.comparison.catalogue import CLOSENESS, ONE_SCALE, STATISTICS
from analysis.comparison.results import (
    AlternativeAnnotator,
    Comparison,
    CriterionResult,
    Figure,
    JudgeResult,
)
from analysis.comparison.withheld import span
from analysis.data.facts import Best
from analysis.report.rounding import percent, rounded

NAMED = 5  # raters with missing ratings; the others are summed up
Judged = list[tuple[CriterionResult, JudgeResult]]
# By which end of the scale is best: what higher and lower numbers of a judge are.
LEANINGS: dict[Best, tuple[str, str]] = {
    "highest": ("higher marks", "lower marks"),
    "lowest": ("worse marks (higher numbers)", "better marks (lower numbers)"),
    "none": ("higher numbers", "lower numbers"),
}


def findings(result: Comparison) -> list[str]:
    """What holds, two scales first, then judge by judge; nothing that could not be estimated."""
    judged = {
        name: [
            (criterion, judge) for criterion in result.criteria if (judge := criterion.judge(name))
        ]
        for name in result.judges
    }
    sentences = [sentence for name in judged for sentence in _scales(name, judged[name])]
    sentences += _people(result)
    for name, results in judged.items():
        sentences += [*_range(name, results), *_leaning(name, results)]
        sentences += _annotator(name, result, results)
        sentences += [
            sentence for criterion, judge in results for sentence in _order(criterion, judge)
        ]
        sentences += _coverage(name, results)
    return [*sentences, *_repeated(result), *_left_out(result)]


def counted(number: int, noun: str) -> str:
    """ "1 item", "2 criteria", "3 people"."""
    plural = {"criterion": "criteria", "person": "people"}.get(noun, f"{noun}s")
    return f"{number} {noun if number == 1 else plural}"


def _scales(name: str, judged: Judged) -> list[str]:
    """Where people and the judge rate on two scales: what is withheld, or how one was mapped."""
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
    """How far people agree, and why that cannot be told of some criteria."""
    alphas = [criterion.people.agreement["alpha"] for criterion in result.criteria]
    values = [alpha.value for alpha in alphas if alpha.value is not None]
    without: dict[str, list[str]] = {}
    for criterion, alpha in zip(result.criteria, alphas, strict=True):
        if alpha.value is None:
            without.setdefault(alpha.reason, []).append(criterion.facts.title)
    among = "alpha" if len(values) == 1 else "alphas"
    told = f"People agree with Krippendorff's {among} {{}} on {counted(len(values), 'criterion')}."
    return [
        *([told.format(_span(values))] if values else []),
        *(
            f"Krippendorff's alpha between people on {', '.join(titles)} is {reason}."
            for reason, titles in without.items()
        ),
    ]


def _span(values: list[float]) -> str:
    low, high = rounded(min(values)), rounded(max(values))
    return f"of {low}" if low == high else f"from {low} to {high}"


def _range(name: str, judged: Judged) -> list[str]:
    figures = [
        (criterion, figure)
        for criterion, judge in judged
        if (figure := judge.figure(CLOSENESS[criterion.facts.level])) and figure.within is not None
    ]
    if not figures:
        return []
    inside = [criterion.facts.title for criterion, figure in figures if figure.within]
    outside = [criterion.facts.title for criterion, figure in figures if not figure.within]
    below = f"; below it on {', '.join(outside)}" if outside else ""
    share = f"{len(inside)} of {counted(len(figures), 'criterion')}"
    return [f"{name} is within the human range on {share}{below} ({_by(figures)})."]


def _by(figures: Sequence[tuple[CriterionResult, Figure]]) -> str:
    statistics = dict.fromkeys(figure.statistic for _criterion, figure in figures)
    return "by " + " or ".join(
        " ".join(filter(None, (STATISTICS[name].title, STATISTICS[name].at))) for name in statistics
    )


def _leaning(name: str, judged: Judged) -> list[str]:
    titles: dict[str, list[str]] = {}
    for criterion, judge in judged:
        bias = figure.judge if (figure := judge.figure("bias")) else None
        if bias is None or bias.value is None or bias.low is None or bias.high is None:
            continue
        if bias.low <= 0 <= bias.high:
            continue
        marks = LEANINGS[criterion.facts.best][0 if bias.low > 0 else 1]
        sign = "+" if bias.low > 0 else ""
        titles.setdefault(marks, []).append(
            f"{criterion.facts.title} ({sign}{rounded(bias.value)})"
        )
    parts = [f"{marks} than people on {', '.join(where)}" for marks, where in titles.items()]
    return [f"{name} gives {' and '.join(parts)}."] if parts else []


def _annotator(name: str, result: Comparison, judged: Judged) -> list[str]:
    """The alternative-annotator test, with the criteria that it rests on."""
    tests = {criterion.facts.key: judge.annotator_test for criterion, judge in judged}
    titles = {criterion.facts.key: criterion.facts.title for criterion, _judge in judged}
    pooled = [overall for overall in result.overall if overall.judge == name]
    sentences = []
    for overall in pooled:
        test = overall.annotator_test
        if test.winning_rate is None:
            continue
        alone = {titles[key]: tests[key] for key in overall.criteria if key in tests}
        sentences.append(
            f"By the alternative-annotator test, pooled over {_pool(alone, len(titles))}, "
            f"{name} {_may(test)} stand in for a person: {_rates(test)}, "
            f"epsilon {test.epsilon:g}. {_alone(alone)}"
        )
    in_pool = {key for overall in pooled for key in overall.criteria}
    for key, test in tests.items():
        if key not in in_pool and test.winning_rate is not None:
            sentences.append(
                f"By the alternative-annotator test {name} {_may(test)} stand in for a person on "
                f"{titles[key]}: {_rates(test)}, epsilon {test.epsilon:g}."
            )
    return sentences


def _pool(titles: Collection[str], criteria: int) -> str:
    """Which criteria a test pools, by name unless it is all of them."""
    if len(titles) == criteria:
        return f"all {criteria} criteria"
    return f"{len(titles)} criteria ({', '.join(titles)})"


def _may(test: AlternativeAnnotator) -> str:
    return "may" if test.passes else "may not"


def _rates(test: AlternativeAnnotator) -> str:
    advantage = test.advantage.value
    chance = "" if advantage is None else f", advantage probability {rounded(advantage)}"
    return f"winning rate {rounded(test.winning_rate or 0)}{chance}"


def _alone(tests: dict[str, AlternativeAnnotator]) -> str:
    """What the test says of single criteria, by title."""
    sides: dict[str, list[str]] = {}
    for title, test in tests.items():
        side = "cannot be tested" if test.winning_rate is None else _may(test)
        sides.setdefault(side, []).append(title)
    if set(sides) == {"cannot be tested"}:
        return "No criterion has enough ratings to be tested alone."
    parts = [
        f"it {side} on {', '.join(sides[side])}" for side in ("may", "may not") if side in sides
    ]
    if untested := sides.get("cannot be tested"):
        parts.append(f"{', '.join(untested)} cannot be tested")
    return f"Criteria taken alone: {'; '.join(parts)}."


def _order(criterion: CriterionResult, judge: JudgeResult) -> list[str]:
    if judge.orders is None:
        return []
    sentences = []
    first = judge.orders.first_share.value
    people = criterion.people.orders.first_share.value if criterion.people.orders else None
    if first is not None:
        sentence = f"{judge.judge} prefers the output shown first {percent(first)} of the time"
        beside = f", people {percent(people)}" if people is not None else ""
        sentences.append(f"{sentence}{beside} ({criterion.facts.title}).")
    if (same := judge.orders.consistency.value) is not None:
        sentences.append(
            f"When the order is turned, {judge.judge} gives the same verdict on {percent(same)} of "
            f"the pairs ({criterion.facts.title})."
        )
    return sentences


def _coverage(name: str, judged: Judged) -> list[str]:
    shares = sorted(judge.coverage for _criterion, judge in judged if judge.coverage < 1)
    if not shares:
        return []
    low, high = percent(shares[0]), percent(shares[-1])
    share = low if low == high else f"{low.removesuffix(' %')} to {high}"
    where = "" if len(shares) == len(judged) else f" on {counted(len(shares), 'criterion')}"
    return [f"{name} rated {share} of what people rated{where}."]


def _repeated(result: Comparison) -> list[str]:
    """People's ratings that came twice: a slip in the file, or several questions that it does not
    tell apart."""
    counts = [
        f"{criterion.people.repeats:,} on {criterion.facts.title}"
        for criterion in result.criteria
        if criterion.people.repeats
    ]
    if not counts:
        return []
    rule = (
        "What one person said of one thing counts once, with its mean (of labels the most "
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
            f"Without a value, and left out: {sum(result.missing.values()):,} ratings "
            f"({', '.join(named)})."
        )
    ]
