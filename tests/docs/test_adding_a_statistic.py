"""Tests of the documentation page on adding a statistic: its code runs and gives the expected
value."""

import csv
import io
import re
from pathlib import Path

import numpy as np
import pytest

from analysis.comparison import catalogue, closeness
from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings
from analysis.report import findings
from analysis.report.page import judges as page
from analysis.report.paper import every_figure
from analysis.report.paper import judges as report_tables
from tests.analysis.frames import frame_of, scored

PAGE = Path(__file__).parents[2] / "docs/developers/adding-a-statistic.md"
PEOPLE = {"ann": [1, 2, 3, 4, 5, 5], "ben": [1, 3, 3, 4, 4, 5]}
JUDGE = [1, 4, 3, 2, 5, 4]


@pytest.fixture
def comparison(monkeypatch):
    """The comparison of `PEOPLE` and `JUDGE`, including the statistic that the page adds."""
    name, computation = re.findall(
        r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    for text, module, mapping in (
        (name, catalogue, "STATISTICS"),
        (computation, closeness, "ERROR_MEANS"),
    ):
        entries = eval(f"{{{text}}}", vars(module))  # noqa: S307 - our own page
        monkeypatch.setattr(module, mapping, {**getattr(module, mapping), **entries})
    for user in (closeness, every_figure, findings, page, report_tables):
        monkeypatch.setattr(user, "STATISTICS", catalogue.STATISTICS)
    monkeypatch.setattr(catalogue, "MAIN_TABLE", (*catalogue.MAIN_TABLE, "within_one"))
    return compare(frame_of(*scored({**PEOPLE, "j": JUDGE})), ComparisonSettings(draws=50))


def test_the_figure_is_the_one_computed_by_hand(comparison):
    figure = comparison.criteria[0].judges[0].figure("within_one")
    error = np.array(JUDGE) - np.mean(list(PEOPLE.values()), axis=0)
    assert (figure.judge.value, figure.judge.n) == ((np.abs(error) <= 1).mean(), 6)
    assert (figure.human.value, figure.left_out.value) == (1.0, pytest.approx(9 / 12))


def test_it_stands_on_the_reports_page_and_in_the_downloads(comparison):
    assert page.tables(comparison)[0].heads[-1].full == "share within one step"
    rows = csv.DictReader(io.StringIO(every_figure.as_csv(comparison)))
    raters = [row["rater"] for row in rows if row["statistic"] == "share within one step"]
    assert raters == ["j", report_tables.HUMAN, "j"]
