"""Tests that pages and documents state the interval coverage that the simulation recorded."""

from analysis.comparison.coverage import APPROXIMATE, ENOUGH_ITEMS
from benchmarks import coverage_systems
from benchmarks.coverage import GOAL, RESULTS, enough, missed, read, table, tables_in
from tests.documentation import text_of


def test_approximate_intervals_are_those_that_missed():
    recorded = read(RESULTS)
    assert recorded["sets"] == 2000
    assert missed(recorded["rows"]) == APPROXIMATE
    assert enough(recorded["rows"]) == ENOUGH_ITEMS


def test_the_documents_table_is_the_recorded_one():
    assert tables_in(text_of("statistics")) == table(read(RESULTS)["rows"])


def test_intervals_over_systems_hold_the_true_correlation():
    """Coverage may exceed the goal if the true value is at an end, or if the interval covers nearly
    the whole range."""
    recorded = read(coverage_systems.RESULTS)
    assert (recorded["sets"], len(recorded["rows"])) == (2000, 72)
    for row in recorded["rows"]:
        assert row["coverage"] + 2 * row["standard_error"] >= GOAL[0], row
        if row["judge"] != "right" and row["spread"] == "wide":
            assert row["coverage"] - 2 * row["standard_error"] <= GOAL[1], row


def test_the_documents_table_over_systems_is_the_recorded_one():
    rows = read(coverage_systems.RESULTS)["rows"]
    page = text_of("statistics")
    assert tables_in(page, coverage_systems.MARK) == coverage_systems.table(rows)
