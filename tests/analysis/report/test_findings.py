"""Tests that every sentence of the key findings follows from the page's rounded cells."""

import re
from dataclasses import replace

import numpy as np
import pytest
from django.template.defaultfilters import floatformat

from analysis.comparison.compare import compare
from analysis.comparison.results import Comparison, ComparisonSettings, CriterionResult, Estimate
from analysis.data.frame import Frame
from analysis.report.findings import findings
from analysis.report.page.judges import person_rows, sides, tables
from analysis.report.rounding import percent, rounded
from tests.analysis.frames import frame_of, scored
from tests.analysis.report.random_reports import random_report

SETTINGS = ComparisonSettings(draws=20, seed=3)
BASIS = r"(?:95 % CI (?P<low>[^,]+?) to (?P<high>[^,]+?)|(?P<none>no interval)), n = (?P<n>[\d,]+)"
LEANINGS = {
    "highest": ("higher marks", "lower marks"),
    "lowest": ("worse marks (higher numbers)", "better marks (lower numbers)"),
    "none": ("higher numbers", "lower numbers"),
}
MARKS = "|".join(re.escape(words) for both in LEANINGS.values() for words in both)
LEANS = rf"(?P<marks>{MARKS})|(?P<title>\w+) \((?P<value>[+-][\d.]+), {BASIS}"


def several(*, items: int, seed: int = 5) -> Frame:
    """Return ratings of 2 x `items` outputs on four criteria, by three people and two judges. The
    lowest value of `down` is best, `fine` is an interval scale, and `tag` is nominal. Judge j
    scores too high, and k is close to people."""
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


def check_basis(told: re.Match, estimate: Estimate, noun: str, write=lambda v: floatformat(v, 2)):
    """Check that the interval and n in the sentence are those of the estimate."""
    if estimate.low is None:
        assert told["none"]
    else:
        assert (told["low"], told["high"]) == (write(estimate.low), write(estimate.high))
    assert int(told["n"].replace(",", "")) == estimate.n
    rest = told.string[told.end() :]
    assert rest.startswith(f" {noun}" if estimate.n == 1 else f" {noun}s")


def people(sentence: str, result: Comparison) -> set[str]:
    """Check that the sentence gives each available alpha of the page once. Return its kind, or an
    empty set for another sentence."""
    told = re.fullmatch(r"People agree with Krippendorff's alpha (.*)\.", sentence)
    if not told:
        return set()
    titles = set()
    for found in re.finditer(rf"(?P<value>-?[\d.]+) on (?P<title>\w+) \({BASIS}", sentence):
        alpha = dict(criterion_of(result, found["title"]).people.coefficients)
        assert found["value"] == floatformat(alpha["Krippendorff's alpha"].value, 2)
        check_basis(found, alpha["Krippendorff's alpha"], "unit")
        titles.add(found["title"])
    assert titles == {
        one.facts.title
        for one in result.criteria
        if one.people.agreement["alpha"].value is not None
    }
    return {"people"}


def no_alpha(sentence: str, result: Comparison) -> set[str]:
    told = re.fullmatch(
        r"Krippendorff's alpha between people on (.*?) is (not estimable: .*)\.", sentence
    )
    if not told:
        return set()
    for title in told[1].split(", "):
        criterion = criterion_of(result, title)
        assert criterion.people.agreement["alpha"].reason == told[2]
        ratings = criterion.people.ratings
        assert (told[2] == "not estimable: no ratings yet") == (ratings == 0)
        one_each = ratings > 0 and criterion.people.several == 0
        assert (told[2] == "not estimable: one rating per unit") == one_each
    return {"no alpha"}


VERDICTS = {
    r"(?P<judge>\w) is not worse than people by more than the margin of (?P<margin>\S+) on ": "not worse",
    r"(?P<judge>\w) is worse than people on ": "worse",
    r"Too few to tell whether (?P<judge>\w) is worse than people by the margin of (?P<margin>\S+) on ": "too few to tell",
    r"(?P<judge>\w) compared with people, one left out in turn, no margin set before publishing: ": None,
}


def verdict(sentence: str, result: Comparison) -> set[str]:
    for pattern, said in VERDICTS.items():
        if told := re.match(pattern, sentence):
            check_verdict(told, said, result)
            return {f"verdict: {said}"}
    return set()


def check_verdict(told: re.Match, said: str | None, result: Comparison) -> None:
    """Check the sentence's difference, and that its interval and n justify the verdict."""
    margin = result.settings.margin
    assert (said is None) == (margin is None)
    assert told.groupdict().get("margin") in {None, f"{margin}"}
    rows = {
        row.criterion: row
        for row in person_rows(result)
        if row.judge == told["judge"] and row.test and row.test.verdict == said
    }
    titles = set()
    for part in told.string.removesuffix(".")[told.end() :].split("; "):
        title, where = part.split(" (", 1)
        row, found = rows[title], re.search(rf"(?P<value>[+-]?[\d.]+), {BASIS}", where)
        titles.add(title)
        if found is None:
            assert row.test.difference.reason in where
            assert said == "too few to tell"
            continue
        assert row.by.lower().startswith(where.split()[2].lower())
        assert found["value"].removeprefix("+") == floatformat(row.test.difference.value, 2)
        check_basis(found, row.test.difference, "unit")
        assert f" of {row.test.items} item" in where
        check_claim(said, row.test, margin)
    wanted = {title for title, row in rows.items() if said or row.test.difference.value is not None}
    assert titles == wanted


def check_claim(said: str | None, test, margin: float | None) -> None:
    low, high = test.difference.low, test.difference.high
    if said in {"worse", "not worse"}:
        assert test.units >= 20
        assert test.items >= 10
        assert (high < 0) if said == "worse" else (low > -margin)
    if said is None:
        assert (test.p_worse, test.adjusted_worse) == (None, None)


def leaning(sentence: str, result: Comparison) -> set[str]:
    told = re.fullmatch(r"(?P<judge>\w) gives (?!nearly)(?P<rest>.*)\.", sentence)
    if not told:
        return set()
    listed, marks = set(), ""
    for found in re.finditer(LEANS, told["rest"]):
        if found["marks"]:
            marks = found["marks"]
            continue
        facts, cells = rows_of(result)[found["title"], told["judge"]]
        listed.add(found["title"])
        assert found["value"].removeprefix("+") == floatformat(cells["bias"].value, 2)
        check_basis(found, cells["bias"], "unit")
        assert marks == LEANINGS[facts.best][0 if cells["bias"].value > 0 else 1]
    clear = {
        title
        for (title, judge), (_facts, cells) in rows_of(result).items()
        if judge == told["judge"] and (bias := cells.get("bias")) is not None
        if bias.low is not None and not bias.low <= 0 <= bias.high
    }
    assert listed == clear
    return {"leaning"}


SHARE = rf"(?P<share>(?:over |under )?\d+ %) of the time \({BASIS}"


def one_value(sentence: str, result: Comparison) -> set[str]:
    told = re.fullmatch(
        r"(?P<judge>\w) nearly always gives the same value on (?P<rest>.*)\.", sentence
    )
    if not told:
        return set()
    listed = set()
    for title, value, count, ratings, by_people, of_people in re.findall(
        r"(\w+) \((\S+) in (\d+) of (\d+) ratings, people in (\d+) of (\d+)\)", told["rest"]
    ):
        judge = criterion_of(result, title).judge(told["judge"])
        assert int(ratings) == judge.ratings >= 20
        assert int(count) >= 0.9 * int(ratings)
        assert int(by_people) < 0.9 * int(of_people)
        if judge.confusion.labels and not judge.confusion.binned:
            column = judge.confusion.labels.index(value)
            cells = np.array(judge.confusion.counts)
            assert cells[:, column].sum() >= 0.5 * cells.sum()
        listed.add(title)
    assert listed
    return {"one value"}


def order(sentence: str, result: Comparison) -> set[str]:
    told = re.match(
        r"(?P<title>\w+): (?:when the order is swapped, )?(?P<judge>\w) "
        r"(?P<what>prefers the output shown first|gives the same verdict) ",
        sentence,
    )
    if not told:
        return set()
    criterion = criterion_of(result, told["title"])
    orders = criterion.judge(told["judge"]).orders
    is_first = told["what"].startswith("prefers")
    figures = [orders.first_share if is_first else orders.consistency]
    if is_first and criterion.people.orders.first_share.value is not None:
        figures.append(criterion.people.orders.first_share)
    shares = list(re.finditer(SHARE, sentence))
    assert len(shares) == len(figures)
    for found, figure in zip(shares, figures, strict=True):
        assert found["share"] == percent(figure.value)
        check_basis(found, figure, "verdict" if is_first else "pair", percent)
    return {told["what"]}


def coverage(sentence: str, result: Comparison) -> set[str]:
    nothing = re.fullmatch(r"(\w) rated none of the units that people rated on (.*)\.", sentence)
    if nothing:
        rows = [row for row in person_rows(result) if row.judge == nothing[1] and not row.rated]
        assert [row.criterion for row in rows if row.test] == nothing[2].split(", ")
        return {"nothing"}
    told = re.fullmatch(
        r"Of the units that people rated, (?P<judge>\w) rated (?P<rest>.*)\.", sentence
    )
    if not told:
        return set()
    rows = {row.criterion: row for row in person_rows(result) if row.judge == told["judge"]}
    listed = set()
    for share, title, rated, units in re.findall(
        r"((?:over |under )?\d+ %) on (\w+) \((\d+) of (\d+) units?\)", told["rest"]
    ):
        row = rows[title]
        assert (int(rated), int(units)) == (row.rated, row.units)
        assert share == (percent(row.rated / row.units) if row.units else "0 %")
        listed.add(title)
    some = {row.criterion for row in rows.values() if row.test and 0 < row.rated < row.units}
    assert listed == some
    return {"coverage"}


def scales(sentence: str, result: Comparison) -> set[str]:
    told = re.match(
        r"Two scales on (?P<titles>.*): people rated from (?P<people>.*), (?P<judge>\w) from (?P<own>.*?)\. Until ",
        sentence,
    )
    if not told:
        return set()
    for title in told["titles"].split(", "):
        facts, cells = rows_of(result)[title, told["judge"]]
        assert facts.level != "nominal"
        assert {cells[name].value for name in ("bias", "mean absolute error")} == {None}
    return {"two scales"}


def unseen(sentence: str, result: Comparison) -> set[str]:
    """Check that the sentence and the judge's heading name the recorded unseen fields. Return its
    kind, or an empty set for another sentence."""
    told = re.fullmatch(
        r"(?P<judge>\w) (?P<words>(?:did not|may not) .*), which people saw\.", sentence
    )
    if not told:
        return set()
    found = re.findall(
        r"(did not see|may not have seen) (.+?)(?= and (?:did|may) |$)", told["words"]
    )
    ending = {"did not see": "", "may not have seen": "?"}
    fields = [f"{name}{ending[what]}" for what, names in found for name in names.split(", ")]
    assert fields == list(result.unseen[told["judge"]])
    for side in sides(result):
        assert dict(side.judges).get(told["judge"], told["words"]) == told["words"]
    return {"unseen"}


def repeats(sentence: str, _result: Comparison) -> set[str]:
    return {"repeats"} if sentence.startswith("Ratings by a person who had rated") else set()


CHECKS = (people, no_alpha, verdict, leaning, one_value, order, coverage, scales, unseen, repeats)


def derive(sentence: str, result: Comparison) -> str:
    """Check the sentence against the page's tables. Return its kind, which must be unique."""
    kinds = set.union(*(check(sentence, result) for check in CHECKS))
    assert len(kinds) == 1, sentence
    return kinds.pop()


def criterion_of(result: Comparison, title: str) -> CriterionResult:
    return next(one for one in result.criteria if one.facts.title == title)


def rows_of(result: Comparison):
    """Return the facts and the cells by short column head, for each (criterion, rater)."""
    return {
        (section.criterion.facts.title, row.name): (
            section.criterion.facts,
            dict(zip([head.short for head in table.heads], row.cells, strict=True)),
        )
        for table in tables(result)
        for section in table.sections
        for row in section.rows
    }


def held_against_the_page(seeds: range) -> set[str]:
    """Check every sentence of these random reports, and return the kinds of sentence found."""
    kinds = set()
    for seed in seeds:
        result = random_report(seed)
        sentences = findings(result)
        assert len(sentences) == len(set(sentences)), seed
        for sentence in sentences:
            try:
                kinds.add(derive(sentence, result))
            except (AssertionError, KeyError, AttributeError) as error:
                raise AssertionError(f"seed {seed}: {sentence}") from error
    return kinds


ALL = {
    "people",
    "no alpha",
    "verdict: not worse",
    "verdict: worse",
    "verdict: too few to tell",
    "verdict: None",
    "leaning",
    "one value",
    "prefers the output shown first",
    "gives the same verdict",
    "coverage",
    "nothing",
    "two scales",
    "unseen",
}


def test_sentences_of_random_reports_follow_from_the_page():
    kinds = held_against_the_page(range(100))
    assert kinds <= ALL
    assert len(kinds) >= len(ALL) - 2


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_sentences_of_ten_thousand_random_reports_follow_from_the_page(part):
    assert held_against_the_page(range(1000 + 500 * part, 1500 + 500 * part)) == ALL


def test_a_sentence_that_does_not_follow_is_noticed():
    """The check itself must fail if a number or the direction of a claim is changed."""
    result = compare(several(items=30), SETTINGS)
    told = next(one for one in findings(result) if one.startswith("j gives"))
    for wrong in (
        told.replace("higher", "lower"),
        re.sub(r"n = \d+", "n = 7", told),
        re.sub(r"CI \S+", "CI 9.00", told),
        re.sub(r"\+[\d.]+", "+0.01", told),
    ):
        assert wrong != told
        with pytest.raises(AssertionError):
            derive(wrong, result)


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
    assert re.search(r"j gives higher marks than people on up \(\+[\d.]+, [^;]*\); fine \(", told)
    assert re.search(r"worse marks \(higher numbers\) than people on down \(\+", told)


@pytest.mark.parametrize("value", [0.125, 0.375, -0.125, 2.675, 1e-9, -1e-9, 0.995])
def test_sentences_round_as_the_page_does(value):
    assert rounded(value) == floatformat(value, 2)


def test_per_cent_is_of_the_share_shown_and_all_is_all():
    shares = (0, 0.001, 0.125, 0.5, 0.996, 1)
    assert [percent(share) for share in shares] == [
        *("0 %", "under 1 %", "13 %", "50 %", "over 99 %", "100 %")
    ]


def test_a_judge_that_gives_nearly_always_one_value_is_named():
    values = {
        "ann": [1, 2, 3, 4, 5] * 6,
        "ben": [1, 2, 4, 4, 5] * 6,
        "j": [3] * 29 + [4],
        "k": [3, 4] * 15,
    }
    told = findings(compare(frame_of(*scored(values, systems=5)), SETTINGS))
    named = "j nearly always gives the same value on c (3 in 29 of 30 ratings, people in 6 of 60)."
    assert [line for line in told if "nearly always" in line] == [named]
    alike = {"ann": [3] * 29 + [5], "ben": [3] * 29 + [4], "j": [3] * 29 + [4]}
    told = findings(compare(frame_of(*scored(alike, systems=5)), SETTINGS))
    assert not any("nearly always" in line for line in told)
