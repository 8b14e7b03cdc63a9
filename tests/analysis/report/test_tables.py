"""Tests of the report's tables and methods text. Names cannot break their format."""

import csv
import io

from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings
from analysis.report.drawing import drawings
from analysis.report.page.counts import counts_of_judges
from analysis.report.paper.every_figure import as_csv
from analysis.report.paper.judges import caption, judges_table, missing_reasons
from analysis.report.paper.writers import as_latex, as_markdown
from analysis.report.wording import methods
from tests.analysis.frames import frame_of, pairs, scored
from tests.analysis.test_comparison import PAIRS, QUICK, grid

NASTY = r"50%_of|{A}&B\$#~^"


def nasty():
    lines = [line.replace(",c,", f",{NASTY},") for line in scored(grid(), systems=4)]
    return compare(frame_of(*[line.replace(",j,", ",=j,") for line in lines]), QUICK)


def test_latex_escapes_every_name_and_has_booktabs_rules():
    text = as_latex(judges_table(nasty()))
    assert r"50\%\_of$|$\{A\}\&B\textbackslash{}\$\#\textasciitilde{}\textasciicircum{}" in text
    rules = (r"\toprule", r"\midrule", r"\bottomrule", r"\begin{tabular}")
    assert len({text.count(rule) for rule in rules}) == 1


def test_csv_is_safe_in_a_spreadsheet_and_names_the_resampled_unit():
    rows = list(csv.DictReader(io.StringIO(as_csv(nasty()))))
    raters = {"'=j", "k", "'=j minus k", "people", "people (one left out)"}
    assert {row["rater"] for row in rows} == raters
    assert {row["resampled"] for row in rows if row["low_95"]} == {"items"}
    by_system = [row for row in rows if "by system (over" in row["statistic"]]
    assert {row["low_95"] for row in by_system} == {""}
    assert {row["interval"] for row in rows if row["low_95"]} == {"95 %"}
    assert {row["interval"] for row in rows if not row["low_95"]} == {""}
    assert {row["verdict"] for row in rows} == {""}


def test_caption_names_statistic_level_n_and_interval():
    result = compare(frame_of(*scored(grid(), systems=4)), QUICK)
    told = caption(result)
    for part in (
        "rho (input): Spearman's rho, per input (within an item over its outputs, averaged over items)",
        "kappa: Cohen's kappa, quadratic weights",
        "c (ordinal) 12 items, human raters 2, units shared with j 48, k 48",
        "In brackets: 95 % intervals for what other items would give, with the same systems.",
    ):
        assert part in told


def test_methods_have_the_exact_settings():
    settings = ComparisonSettings(draws=33, seed=77, constant="zero", epsilon=0.15)
    told = methods(compare(frame_of(*scored(grid(), systems=4)), settings))
    for part in (
        "33 draws of the systems' means, seed 77",
        "Left out in turn: items, systems fixed, for c",
        "count as 0 in",
        "epsilon 0.15",
        "numpy",
    ):
        assert part in told
    assert told.startswith("192 ratings by 2 people and 2 judges of 12 items were compared.")


def test_a_dash_has_its_reason():
    result = compare(frame_of(*scored({"ann": [1, 2, 3], "j": [1, 3, 3]}, systems=3)), QUICK)
    assert missing_reasons(result)[0].startswith(
        "not estimable: one rating per unit (c, people (one left out): exact,"
    )
    assert "–" in as_markdown(judges_table(result))


def _rows(frame) -> dict[tuple[str, str], dict[str, str]]:
    rows = csv.DictReader(io.StringIO(as_csv(compare(frame, QUICK))))
    return {(row["rater"], row["statistic"]): row for row in rows}


def test_the_csv_holds_the_order_of_outputs_the_annotator_test_and_the_systems():
    frame = frame_of(*scored(grid(), systems=4))
    result = compare(frame, QUICK).criteria[0]
    judge, rows = result.judge("j"), _rows(frame)
    soft, first = rows["j", "soft pairwise accuracy"], result.by_system[0]
    assert (soft["value"], soft["low_95"], soft["n_of"]) == (
        f"{judge.pairwise.soft.value:.6g}",
        "",
        "pairs",
    )
    rate = rows["j", "alternative-annotator test (epsilon 0.2), winning rate"]
    assert (rate["value"], rate["not_estimable"]) == (
        f"{judge.annotator_test.winning_rate:.6g}",
        "",
    )
    assert rows["people", f"mean of {first.system}"]["value"] == f"{first.people.value:.6g}"


def test_the_csv_holds_win_rates_strengths_and_orders():
    frame = pairs(*[f"i{place},A,B,better,ann,human,ab,{'ab'[place % 2]}" for place in range(6)])
    rows = _rows(frame)
    told = [
        float(rows["people", f"{what} of A"]["value"])
        for what in ("win rate", "Bradley-Terry log strength")
    ]
    assert told == [0.5, 0]
    assert rows["people", "share preferring the output shown first"]["value"] == "0.5"


def test_each_n_of_a_judge_says_what_it_counts():
    told = counts_of_judges(compare(pairs(*PAIRS), QUICK))
    judge = compare(pairs(*PAIRS), QUICK).criteria[0].judges[0]
    assert told == [
        (
            f"j on better: {judge.ratings} ratings of {judge.units} units, {judge.shared} of which "
            f"people rated too; exact agreement and kappa count "
            f"{judge.figure('exact').judge.n} single human ratings; the confusion figure pairs every "
            f"human rating with every rating of the judge ({sum(map(sum, judge.confusion.counts))} "
            f"pairs); win rates and order count {judge.orders.verdicts} verdicts, two for a pair "
            "judged in both orders."
        )
    ]
    scores = frame_of(*scored({"ann": [1, 2, 3], "j": [1, 3, 3]}, systems=3))
    assert counts_of_judges(compare(scores, QUICK)) == [
        (
            "j on c: 3 ratings of 3 units, 3 of which people rated too; exact agreement and kappa count "
            "3 single human ratings; the confusion figure pairs every human rating with every rating "
            "of the judge (3 pairs)."
        )
    ]


def test_there_is_no_reliability_curve_of_a_nominal_criterion():
    values = {"ann": [0, 1, 2] * 8, "ben": [0, 1, 1] * 8, "j": [0, 1, 2] * 8}
    nominal = compare(frame_of(*scored(values, systems=3), levels={"c": "nominal"}), QUICK)
    ordinal = compare(frame_of(*scored(values, systems=3)), QUICK)
    assert ["reliability" in drawings(one) for one in (nominal, ordinal)] == [False, True]
