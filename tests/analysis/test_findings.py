"""Every sentence of the findings follows from the cells of the page's tables, rounded as there."""

import re
from dataclasses import replace

import numpy as np
import pytest
from django.template.defaultfilters import floatformat

from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings
from analysis.data.frame import Frame
from analysis.report.findings import findings
from analysis.report.page import tables
from analysis.report.rounding import percent, rounded
from tests.analysis.frames import frame_of, scored

SETTINGS = ComparisonSettings(draws=20, seed=3)
VERDICT = r"(?P<judge>\w) (?P<may>may not|may) stand in for a person"
MARKS = r"((?:higher|lower|better|worse) marks)|(\w+) \(([+-][\d.]+)\)"
RATES = r"winning rate (?P<rate>\S+), advantage probability (?P<advantage>\S+), epsilon 0.2\."


def several(*, items: int, seed: int = 5) -> Frame:
    """Four criteria of 2 x `items` outputs: `up` and `down` are ordinal, and lowest is best of
    `down`; `fine` is an interval scale, `tag` labels. Judge j is generous, k close to people."""
    chance = np.random.default_rng(seed)
    lines = []
    for criterion, noise in (("up", 1), ("down", 2), ("fine", 1), ("tag", 1)):
        truth = chance.integers(1, 6, 2 * items)
        shifted = {"ann": 0, "ben": 0, "cat": 0, "j": 2, "k": 0}
        values = {
            name: np.clip(truth + shift + chance.integers(-noise, noise + 1, 2 * items), 1, 9)
            for name, shift in shifted.items()
        }
        if criterion == "fine":
            values = {name: value + 0.25 for name, value in values.items()}
        lines += scored(values, systems=2, criterion=criterion)
    frame = frame_of(*lines, levels={"tag": "nominal"})
    facts = dict(frame.facts)
    return replace(frame, facts=facts | {"down": replace(facts["down"], best="lowest")})


def rows_of(result):
    """The page's rows by (criterion, rater), with each cell under the column's short name."""
    return {
        (section.criterion.facts.title, row.name): (
            section.criterion.facts,
            dict(zip([head.short for head in table.heads], row.cells, strict=True)),
            row.test,
        )
        for table in tables(result)
        for section in table.sections
        for row in section.rows
    }


def pooled_of(result):
    return {
        (overall.judge, len(overall.criteria)): overall.annotator_test
        for table in tables(result)
        for overall in table.pooled
    }


def deciding_cell(facts, cells):
    column = {"nominal": "Cohen's kappa", "ordinal": "Spearman's rho pooled"}
    return cells[column.get(facts.level, "Pearson's r pooled")]


def check_range(told, rows):
    titles = {
        side: {
            title
            for (title, judge), (facts, cells, _test) in rows.items()
            if judge == told["judge"] and deciding_cell(facts, cells).within is side
        }
        for side in (True, False)
    }
    assert int(told["inside"]) == len(titles[True])
    assert int(told["all"]) == len(titles[True]) + len(titles[False])
    assert set(filter(None, (told["below"] or "").split(", "))) == titles[False]


def check_leaning(told, rows):
    listed, marks = set(), ""
    for found in re.finditer(MARKS, told["rest"]):
        if found[1]:
            marks = found[1]
            continue
        facts, cells, _test = rows[found[2], told["judge"]]
        bias = cells["bias"].estimate
        listed.add(found[2])
        assert found[3].removeprefix("+") == floatformat(bias.value, 2)
        good = (bias.value > 0) == (facts.best == "highest")
        words = ("higher", "lower") if facts.best == "highest" else ("better", "worse")
        assert marks == f"{words[0] if good else words[1]} marks"
    clear = {
        title
        for (title, judge), (_facts, cells, _test) in rows.items()
        if judge == told["judge"]
        and "bias" in cells
        and cells["bias"].estimate.low is not None
        and not cells["bias"].estimate.low <= 0 <= cells["bias"].estimate.high
    }
    assert listed == clear


def check_test(told, test):
    assert (told["rate"], told["advantage"]) == (
        floatformat(test.winning_rate, 2),
        floatformat(test.advantage.value, 2),
    )
    assert (told["may"] == "may") is (test.winning_rate >= 0.5)


def derive(sentence: str, result) -> str:
    """Check the sentence against the cells, and say which kind it is; fails for a kind unknown."""
    rows, pooled = rows_of(result), pooled_of(result)
    if told := re.fullmatch(
        r"(?P<judge>\w) is within the human range on (?P<inside>\d) of (?P<all>\d) criteri\w+"
        r"(?:; below it on (?P<below>.*?))? \(by .*\)\.",
        sentence,
    ):
        check_range(told, rows)
        return "range"
    if told := re.fullmatch(r"(?P<judge>\w) gives (?P<rest>.*)\.", sentence):
        check_leaning(told, rows)
        return "leaning"
    if told := re.fullmatch(
        rf"By the alternative-annotator test, pooled over (?P<size>\d) criteria \((?P<titles>.*?)\), "
        rf"{VERDICT}: {RATES} (?P<alone>.*)",
        sentence,
    ):
        check_test(told, pooled[told["judge"], int(told["size"])])
        tests = [rows[title, told["judge"]][2] for title in told["titles"].split(", ")]
        nowhere = all(test.winning_rate is None for test in tests)
        assert nowhere == told["alone"].startswith("No criterion has enough ratings")
        return "pooled, nothing alone" if nowhere else "pooled"
    if told := re.fullmatch(
        rf"By the alternative-annotator test {VERDICT} on (?P<title>\w+): {RATES}", sentence
    ):
        check_test(told, rows[told["title"], told["judge"]][2])
        return "alone"
    told = re.fullmatch(
        r"People agree with Krippendorff's alphas from (\S+) to (\S+) on (\d) criteria\.", sentence
    )
    assert told, sentence
    alphas = [one.people.agreement["alpha"].value for one in result.criteria]
    assert told.groups() == (
        floatformat(min(alphas), 2),
        floatformat(max(alphas), 2),
        str(len(alphas)),
    )
    return "people"


@pytest.mark.parametrize(
    ("items", "kinds"),
    [
        (30, {"people", "range", "leaning", "pooled", "alone"}),
        # 24 ratings of each annotator are too few for a criterion's own test, 72 enough for all.
        (12, {"people", "range", "leaning", "pooled, nothing alone"}),
    ],
)
def test_each_sentence_is_derived_from_cells(items, kinds):
    result = compare(several(items=items), SETTINGS)
    assert {derive(sentence, result) for sentence in findings(result)} == kinds


@pytest.mark.parametrize(
    ("ratings", "told"),
    [
        ({"ann": [1, 2, 3], "j": [1, 2, 3]}, "not estimable: one rating per unit."),
        (
            {"ann": [4] * 3, "ben": [4] * 3, "j": [1, 2, 3]},
            "not estimable: every value is the same.",
        ),
        ({"j": [1, 2, 3]}, "not estimable: no ratings yet."),
    ],
)
def test_a_missing_alpha_has_its_true_reason(ratings, told):
    result = compare(frame_of(*scored(ratings, systems=3)), SETTINGS)
    assert f"Krippendorff's alpha between people on c is {told}" in findings(result)


def test_lower_is_better_is_said_the_right_way_round():
    told = " ".join(findings(compare(several(items=30), SETTINGS)))
    assert re.search(r"j gives higher marks than people on up \(\+[\d.]+\), fine \(", told)
    assert re.search(r"worse marks \(higher numbers\) than people on down \(\+", told)


@pytest.mark.parametrize("value", [0.125, 0.375, -0.125, 2.675, 1e-9, -1e-9, 0.995])
def test_sentences_round_as_the_page_does(value):
    assert rounded(value) == floatformat(value, 2)


def test_per_cent_is_of_the_share_shown_and_all_is_all():
    shares = (0, 0.001, 0.125, 0.5, 0.996, 1)
    assert [percent(share) for share in shares] == [
        *("0 %", "under 1 %", "13 %", "50 %", "over 99 %", "100 %")
    ]


def test_a_pool_of_all_criteria_is_not_listed():
    frame = several(items=12)
    scores = frame.where(frame.criterion.code != frame.criterion.find("tag"))
    facts = {key: facts for key, facts in frame.facts.items() if key != "tag"}
    told = findings(compare(replace(scores, facts=facts), SETTINGS))
    pooled = [sentence for sentence in told if "pooled over" in sentence]
    assert len(pooled) == 2
    assert all("pooled over all 3 criteria, " in sentence for sentence in pooled)
