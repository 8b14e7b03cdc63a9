"""Text about a comparison: its methods for a paper, and its results for a terminal."""

from analysis.comparison.catalogue import FEWEST_ITEMS, FEWEST_UNITS
from analysis.comparison.covariates.catalogue import COVARIATES
from analysis.comparison.results import Comparison
from analysis.comparison.withheld import span
from analysis.data.metrics import WORDS
from analysis.report.findings import counted, findings, unseen_in_words
from analysis.report.page.metrics import covariates_of
from analysis.report.paper.intervals import interval_methods
from analysis.report.paper.judges import main_columns, main_lines, missing_reasons, recipe_lines
from analysis.report.paper.metrics import BEYOND_PEOPLE
from analysis.report.paper.shape import DASH, text_of

CONSTANT = {
    "skip": (
        "Items on which one side does not vary are left out of correlations per input, and counted."
    ),
    "zero": "Items on which one side does not vary count as 0 in correlations per input.",
}


ANSWERS = {
    "counted": "",
    "with_excluded": "Answers that a rule or a person excluded from the results are included. ",
    "beside_adjudicated": "Only HITs that an adjudicator decided on are compared. ",
    "adjudicated": "Only the adjudicators' decisions are used, in place of people's ratings. ",
}


def methods(result: Comparison) -> str:
    """Return the paragraph for a paper's methods section, with the exact settings. Judges are
    described only if there are any."""
    settings = result.settings
    versions = ", ".join(f"{name} {number}" for name, number in result.versions.items())
    judges = f" and {counted(len(result.judges), 'judge')}" if result.judges else ""
    compared = " were compared" if judges else ""
    return (
        f"{_batches(result)}{ANSWERS[settings.answers]}{result.ratings:,} ratings by "
        f"{counted(result.people, 'person')}{judges} of {counted(result.items, 'item')}{compared}. "
        f"{_judges(result)}"
        "Agreement between people is Krippendorff's alpha at the criterion's level of "
        f"measurement. {interval_methods(result)} {_rivals(result)}{_covariates(result)}"
        f"{_metrics(result)}{_marks(result)}{_tests(result)}{_corrected(result)}"
        f"Versions: {versions}."
    )


def _judges(result: Comparison) -> str:
    settings = result.settings
    if not result.judges:
        return ""
    left_out = sorted({criterion.people.leave_out for criterion in result.criteria})
    return (
        "Exact agreement and Cohen's kappa (quadratic weights; unweighted for nominal criteria) "
        "were computed against single human ratings; mean absolute error, bias, Pearson's r, "
        f"Spearman's rho and Kendall's tau-{settings.tau} against the mean of people. Several "
        "replies of a judge to one question counted as their mean (a preference that differed "
        "between replies as a tie). Correlations are per input (within an item over its outputs, "
        "averaged over items), pooled over all outputs, and by system (over the systems' means). "
        f"{CONSTANT[settings.constant]} {_mapped(result)}{_unseen(result)}The human row leaves out "
        f"one of the {' or '.join(left_out)} at a time and compares it, and the judge, with the "
        "mean (for kappa and exact agreement, the ratings) of the others on the same units. Judges "
        "are compared with people by the mean over annotators of the judge's statistic minus the "
        "annotator's (Spearman's rho pooled, ordinal; Pearson's r pooled, interval; kappa, "
        f"nominal). {_margin(settings.margin)}The alternative-annotator test (Calderon et al. "
        f"2025) used epsilon {settings.epsilon:g}. "
    )


def _unseen(result: Comparison) -> str:
    """Return text about the fields that judges did not see, or "" if they saw what people saw."""
    unseen = [(name, unseen_in_words(result, name)) for name in result.judges]
    return "".join(f"{name} {words}, which people saw. " for name, words in unseen if words)


def _rivals(result: Comparison) -> str:
    """Return a description of how judges were compared with each other, or "" if there are fewer
    than two."""
    settings = result.settings
    if len(result.judges) < 2:
        return ""
    return (
        "Two judges were compared on the outputs that both of them and people rated, by the "
        "difference of their statistics with a jackknife interval, and Spearman's rho per input "
        "and by system (exact agreement for nominal criteria) by the paired permutation test "
        f"PERM-BOTH (Deutsch et al. 2021) with {settings.flips:,} draws, seed {settings.seed}. "
    )


def _covariates(result: Comparison) -> str:
    """Return a description of how judges were tested for effects of length and own model family, or
    "" if they were not tested."""
    names = covariates_of(result)
    if not names:
        return ""
    per = "; ".join(f"{COVARIATES[name].title} ({COVARIATES[name].per})" for name in names)
    makers = ", ".join(f"{name}: {maker}" for name, maker in result.settings.makers.items())
    declared = f" Makers as declared: {makers}." if makers else ""
    return (
        f"Covariates of outputs: {per}. {BEYOND_PEOPLE}. Intervals leave items out in turn, with "
        "the degrees of freedom of the effective number of items (Carter, Schnepel and "
        f"Steigerwald 2017).{declared} "
    )


def _metrics(result: Comparison) -> str:
    """Return a description of how metrics were compared with people, or "" if there are no
    metrics."""
    best = {
        metric.metric: metric.best for criterion in result.criteria for metric in criterion.metrics
    }
    if not best:
        return ""
    names = ", ".join(f"{name} ({WORDS[end]})" for name, end in best.items())
    return (
        f"{counted(len(best), 'automatic metric')} of the outputs, {names}, "
        f"{'was' if len(best) == 1 else 'were'} correlated with the mean of people (Pearson's r, "
        f"Spearman's rho, Kendall's tau-{result.settings.tau}; per input, pooled and by system), "
        "on the outputs that have both. A metric's sign was reversed if its best end is not "
        f"the criterion's. {CONSTANT[result.settings.constant]} Magnitudes were not compared. "
    )


def _marks(result: Comparison) -> str:
    """Return the text on how marked passages were compared, or "" if there are no such results."""
    if not result.marks:
        return ""
    return (
        "Marked passages were compared by the F1 of their characters, pooled over all pairs of two "
        "people, or of a judge's reply and a person, who marked the same text. A mark of "
        "something missing counted as one character. Intervals were computed as for shares. "
    )


def _margin(margin: float | None) -> str:
    if margin is None:
        return "No margin was set before publishing, so there is no verdict. "
    return (
        f"The margin, set before publishing, is {margin:g}: a judge is not worse than people if "
        "the difference is shown to be above minus the margin, and worse if it is shown to be "
        "below 0 (one-sided tests at 2.5 % with the jackknife's standard error, Holm's method "
        f"over criteria and judges; at least {FEWEST_UNITS} units of {FEWEST_ITEMS} items). "
    )


def _tests(result: Comparison) -> str:
    tested = any(
        tests.letters for criterion in result.criteria for tests in criterion.system_tests.values()
    )
    return (
        (
            "Systems were compared pair by pair with Student's paired t-test over the items that "
            "have both (for verdicts, each item's share won minus its share lost). P-values were "
            "adjusted within a criterion and rater by Holm's method (1979). "
        )
        if tested
        else ""
    )


def _corrected(result: Comparison) -> str:
    """Return a description of how people's statistics were corrected with judges, or "" if none was
    corrected."""
    judges = dict.fromkeys(
        name
        for criterion in result.criteria
        for name, corrected in criterion.corrected.items()
        if corrected.figures
    )
    if not judges:
        return ""
    return (
        f"People's statistics by system were also corrected with {', '.join(judges)}, which rated "
        "further items: prediction-powered inference with a tuned weight from 0 to 1 (PPI++, "
        "Angelopoulos, Duchi and Zrnic 2023), on one score per item (for differences, on the items "
        "that have both systems), items weighted by the inverse of their batch's sampling share, "
        "with Student's intervals. "
    )


def _batches(result: Comparison) -> str:
    if not result.batches:
        return ""
    names = "; ".join(f"{part.name} ({part.ratings:,} ratings)" for part in result.batches)
    return f"Batches analysed together and separately: {names}. "


def _mapped(result: Comparison) -> str:
    """Return a description of how judges' ratings were mapped onto people's scale, or "" if no
    ratings were mapped."""
    mappings = dict.fromkeys(
        f"{judge.judge} from {span(two.judge)} to {span(two.people)}"
        for criterion in result.criteria
        for judge in criterion.judges
        if (two := judge.two_scales) and two.mapped
    )
    return f"Ratings were mapped linearly: {'; '.join(mappings)}. " if mappings else ""


def _plain_table(result: Comparison) -> list[str]:
    names = main_columns(result)
    rows = [["criterion", "rater", *names]]
    rows += [
        [line.criterion, line.rater, *(text_of(figure or DASH) for figure in line.cells)]
        for line in main_lines(result)
    ]
    widths = [max(len(row[index]) for row in rows) for index in range(len(rows[0]))]
    return [
        "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def as_text(result: Comparison) -> str:
    """Return text for a terminal: the findings, then the main statistics of every criterion."""
    table = _plain_table(result)
    for name, part in result.apart():
        table += ["", f"Batch {name}:", *findings(part), *_plain_table(part)]
    reasons, recipes = missing_reasons(result), recipe_lines(result)
    return "\n".join(
        [
            *findings(result),
            "",
            *table,
            *(["", *reasons] if reasons else []),
            *(["", *recipes] if recipes else []),
            "",
            methods(result),
            "",
        ]
    )
