"""What the pages say of intervals is what the recorded simulation found."""

from analysis.comparison.coverage import APPROXIMATE, ENOUGH_ITEMS
from benchmarks.coverage import RESULTS, enough, missed, read, table, tables_in
from devserver.programs import ROOT


def test_approximate_intervals_are_those_that_missed():
    recorded = read(RESULTS)
    assert recorded["sets"] == 2000
    assert missed(recorded["rows"]) == APPROXIMATE
    assert enough(recorded["rows"]) == ENOUGH_ITEMS


def test_the_documents_table_is_the_recorded_one():
    page = (ROOT / "docs" / "statistics.md").read_text(encoding="utf-8")
    assert tables_in(page) == table(read(RESULTS)["rows"])
