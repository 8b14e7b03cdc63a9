"""Tables for papers: automatic metrics, agreement on marks, and judges' bias by covariate."""

from analysis.comparison.catalogue import full_title
from analysis.comparison.covariates.catalogue import COVARIATES
from analysis.comparison.results import Comparison
from analysis.report.page.metrics import (
    COLUMNS,
    covariate_rows,
    covariates_of,
    metric_reasons,
    metric_tables,
)
from analysis.report.paper.intervals import interval_note
from analysis.report.paper.judges import short_name
from analysis.report.paper.shape import DASH, PaperTable, Row


def metrics_table(result: Comparison) -> PaperTable | None:
    tables = metric_tables(result)
    if not tables:
        return None
    rows = [
        Row((table.criterion.facts.title, metric.metric), cells)
        for table in tables
        for metric, cells in table.metrics
    ]
    tau = result.settings.tau
    heads = [short_name(name, tau) for name in COLUMNS]
    columns = "; ".join(
        f"{head}: {full_title(name, level='interval', tau=tau)}"
        for name, head in zip(COLUMNS, heads, strict=True)
    )
    caption = (
        f"{columns}. Correlations are with the mean of people. Above 0, a metric agrees with "
        f"people on what is better. {interval_note(result, COLUMNS)} {DASH}: cannot be estimated."
    )
    title = "Metrics compared with people"
    names, notes = ("Criterion", "Metric"), metric_reasons(result)
    return PaperTable("metrics", title, caption, names, heads, rows, notes)


def marks_table(result: Comparison) -> PaperTable | None:
    """Return a table with a row for all marks of a section, and for each category and severity.
    Return None if there are no marks."""
    if not result.marks:
        return None
    rows: dict[tuple[str, str, str], Row] = {}
    for figure in result.marks:
        key = (figure.section, figure.member, figure.key)
        row = rows.setdefault(key, Row((figure.title, figure.name), []))
        rows[key] = Row(row.names, [*row.cells, figure.estimate])
    reasons = dict.fromkeys(
        figure.estimate.reason for figure in result.marks if figure.estimate.reason
    )
    caption = (
        "Character F1: twice the number of characters that both of two raters marked, divided by "
        "the sum of the numbers that each marked, pooled over pairs and texts. A mark of something "
        "missing counts as one character. People: each pair of people who marked a text. Judges: "
        "each reply with each person who marked the text. n: texts. "
        f"Brackets: 95 % intervals, items left out in turn. {DASH}: cannot be estimated."
    )
    return PaperTable(
        "marks",
        "Agreement on marked passages",
        caption,
        ("Section", "Marks"),
        ["People", *result.judges],
        list(rows.values()),
        list(reasons),
    )


BEYOND_PEOPLE = (
    "The judge's score minus the mean of people, regressed within items on the covariate (an "
    "intercept for each item; for preferences, the difference of two outputs). Above 0, the judge "
    "favours it more than people do. Effects are in points of the scale; for preferences, in the "
    "share of verdicts"
)


def covariates_table(result: Comparison) -> PaperTable | None:
    rows, names = covariate_rows(result), covariates_of(result)
    if not rows:
        return None
    heads = [head for name in names for head in (COVARIATES[name].title, "Units", "Items")]
    units = "; ".join(f"{COVARIATES[name].title}: {COVARIATES[name].per}" for name in names)
    reasons = dict.fromkeys(
        f"{row.criterion}, {row.judge}, {COVARIATES[effect.covariate].title}: "
        f"{effect.estimate.reason}"
        for row in rows
        for effect in row.effects
        if effect.estimate.value is None
    )
    return PaperTable(
        "covariates",
        "Length and own family",
        f"{BEYOND_PEOPLE} ({units}). Brackets: 95 % intervals, items left out in turn, not "
        f"corrected. A covariate is not a cause. {DASH}: cannot be estimated.",
        ("Criterion", "Judge"),
        heads,
        [
            Row(
                (row.criterion, row.judge),
                [
                    cell
                    for effect in row.effects
                    for cell in (effect.estimate, str(effect.estimate.n), str(effect.items))
                ],
            )
            for row in rows
        ],
        list(reasons),
    )
