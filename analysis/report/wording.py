"""A comparison in plain sentences: what holds, and how it was found."""

from analysis.comparison.results import Comparison, CriterionResult, Figure, JudgeResult
from analysis.report.intervals import interval_methods
from analysis.report.tables import cell, main_columns, main_lines, missing_reasons
from analysis.statistics.results import Estimate

CLOSENESS = {"nominal": "kappa", "ordinal": "spearman_pooled", "interval": "pearson_pooled"}
CHANCE = 0.5
NAMED = 5  # raters with missing ratings; the others are summed up
CONSTANT = {
    "skip": (
        "Items on which one side does not vary are left out of correlations per input, and counted."
    ),
    "zero": "Items on which one side does not vary count as 0 in correlations per input.",
}


def findings(result: Comparison) -> list[str]:
    """What holds, judge by judge; nothing that could not be estimated."""
    sentences = _people(result)
    for name in result.judges:
        judged = [
            (criterion, judge) for criterion in result.criteria if (judge := criterion.judge(name))
        ]
        for sentence in (
            _range(name, judged),
            _leaning(name, judged),
            _annotator(name, result, judged),
        ):
            sentences += [sentence] if sentence else []
        sentences += [
            sentence for criterion, judge in judged for sentence in _order(criterion, judge)
        ]
        sentences += _coverage(name, judged)
    return [*sentences, *_repeated(result), *_left_out(result)]


def _people(result: Comparison) -> list[str]:
    alphas = [
        value
        for criterion in result.criteria
        if (value := criterion.people.agreement["alpha"].value) is not None
    ]
    if not alphas:
        return ["How far people agree cannot be told: no unit has two human ratings."]
    among = "alpha" if len(alphas) == 1 else "alphas"
    return [
        (
            f"People agree with Krippendorff's {among} {_span(alphas)} on "
            f"{_count(len(alphas), 'criterion')}."
        )
    ]


def _span(values: list[float]) -> str:
    low, high = min(values), max(values)
    return f"of {low:.2f}" if f"{low:.2f}" == f"{high:.2f}" else f"from {low:.2f} to {high:.2f}"


def _count(number: int, noun: str) -> str:
    plural = "criteria" if noun == "criterion" else f"{noun}s"
    return f"{number} {noun if number == 1 else plural}"


def _main(criterion: CriterionResult, judge: JudgeResult) -> Figure | None:
    """The figure that decides whether a judge is within the human range, by level of
    measurement."""
    return judge.figure(CLOSENESS[criterion.facts.level])


def _range(name: str, judged: list[tuple[CriterionResult, JudgeResult]]) -> str:
    figures = [
        (criterion, figure)
        for criterion, judge in judged
        if (figure := _main(criterion, judge)) and figure.within is not None
    ]
    if not figures:
        return ""
    inside = [criterion.facts.title for criterion, figure in figures if figure.within]
    outside = [criterion.facts.title for criterion, figure in figures if not figure.within]
    sentence = (
        f"{name} is within the human range on {len(inside)} of {_count(len(figures), 'criterion')}"
    )
    return sentence + (f"; below it on {', '.join(outside)}." if outside else ".")


def _leaning(name: str, judged: list[tuple[CriterionResult, JudgeResult]]) -> str:
    sides: dict[str, list[str]] = {"higher": [], "lower": []}
    for criterion, judge in judged:
        bias = figure.judge if (figure := judge.figure("bias")) else None
        if (
            bias is not None
            and bias.low is not None
            and bias.high is not None
            and not bias.low <= 0 <= bias.high
        ):
            sides["higher" if bias.low > 0 else "lower"].append(
                f"{criterion.facts.title} ({bias.value:+.2f})"
            )
    parts = [
        f"{side} marks than people on {', '.join(titles)}"
        for side, titles in sides.items()
        if titles
    ]
    return f"{name} gives {' and '.join(parts)}." if parts else ""


def _annotator(
    name: str, result: Comparison, judged: list[tuple[CriterionResult, JudgeResult]]
) -> str:
    tests = [overall.annotator_test for overall in result.overall if overall.judge == name]
    tests = tests or [judge.annotator_test for _one, judge in judged]
    usable = [
        test for test in tests if test.winning_rate is not None and test.advantage.value is not None
    ]
    if not usable:
        return ""
    test = usable[0]
    verdict = "may" if test.passes else "may not"
    return (
        f"By the alternative-annotator test {name} {verdict} stand in for a person: winning rate "
        f"{test.winning_rate:.2f}, advantage probability {test.advantage.value:.2f} (epsilon "
        f"{test.epsilon:g})."
    )


def _order(criterion: CriterionResult, judge: JudgeResult) -> list[str]:
    if judge.orders is None:
        return []
    sentences = []
    first, people = (
        judge.orders.first_share,
        criterion.people.orders.first_share if criterion.people.orders else None,
    )
    if first.value is not None:
        sentence = f"{judge.judge} prefers the output shown first {_percent(first)} of the time"
        beside = (
            f", people {_percent(people)}"
            if people is not None and people.value is not None
            else ""
        )
        sentences.append(f"{sentence}{beside} ({criterion.facts.title}).")
    if judge.orders.consistency.value is not None:
        same = _percent(judge.orders.consistency)
        turned = (
            f"When the order is turned, {judge.judge} gives the same verdict on {same} of the pairs"
        )
        sentences.append(f"{turned} ({criterion.facts.title}).")
    return sentences


def _coverage(name: str, judged: list[tuple[CriterionResult, JudgeResult]]) -> list[str]:
    shares = [round(100 * judge.coverage) for _one, judge in judged if judge.coverage < 1]
    if not shares:
        return []
    low, high = min(shares), max(shares)
    share = f"{low} %" if low == high else f"{low} to {high} %"
    where = "" if len(shares) == len(judged) else f" on {_count(len(shares), 'criterion')}"
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


def _percent(figure: Estimate) -> str:
    return f"{100 * (figure.value or 0):.0f} %"


def methods(result: Comparison) -> str:
    """The paragraph for a paper's methods section, with the exact settings."""
    settings = result.settings
    versions = ", ".join(f"{name} {number}" for name, number in result.versions.items())
    left_out = sorted({criterion.people.leave_out for criterion in result.criteria})
    return (
        f"{result.ratings:,} ratings by "
        f"{_count(result.people, 'person').replace('persons', 'people')} and "
        f"{_count(len(result.judges), 'judge')} of {_count(result.items, 'item')} were compared. "
        "Exact agreement and Cohen's kappa (quadratic weights; unweighted for nominal criteria) "
        "were taken against single human ratings; mean absolute error, bias, Pearson's r, "
        f"Spearman's rho and Kendall's tau-{settings.tau} against the mean of people. Several "
        "replies of a judge to one question counted as their mean (a preference that differed "
        "between replies as a tie). Correlations are per input (within an item over its outputs, "
        "averaged over items), pooled over all outputs, and by system (over the systems' means). "
        f"{CONSTANT[settings.constant]} The human row leaves out one of the "
        f"{' or '.join(left_out)} at a time and holds it, and the judge, against the mean (for "
        "kappa and exact agreement, the ratings) of the others on the same units; a judge is "
        "within the human range when it does at least as well as the annotator who does least "
        "well, by Spearman's rho pooled (ordinal), Pearson's r pooled (interval) or kappa "
        "(nominal). Agreement among people is Krippendorff's alpha at the criterion's level of "
        "measurement. The alternative-annotator test (Calderon et al. 2025) used epsilon "
        f"{settings.epsilon:g}. {interval_methods(result)} Two judges were compared by the paired "
        "permutation test PERM-BOTH (Deutsch et al. 2021) with "
        f"{settings.flips:,} draws, seed {settings.seed}. Versions: {versions}."
    )


def as_text(result: Comparison) -> str:
    """The findings, then every criterion's main figures, for a terminal."""
    names = main_columns(result)
    rows = [["criterion", "rater", *names]]
    rows += [
        [line.criterion, line.rater, *(cell(figure, "-") for figure in line.cells)]
        for line in main_lines(result)
    ]
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    table = [
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    reasons = missing_reasons(result)
    return "\n".join(
        [
            *findings(result),
            "",
            *table,
            *(["", *reasons] if reasons else []),
            "",
            methods(result),
            "",
        ]
    )
