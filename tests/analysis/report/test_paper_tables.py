"""Tests of the tables for papers: their content, and that each of the three writers outputs
complete tables."""

import csv
import io
import re
import shutil
import subprocess
from dataclasses import replace

import pytest

from analysis.comparison.batches import compare_batches, parts_by_field
from analysis.comparison.compare import compare
from analysis.data.facts import ItemField
from analysis.report.page.counts import families_of_tests
from analysis.report.paper.contents import paper_tables, written
from analysis.report.paper.shape import PaperTable, Row, text_of
from analysis.report.paper.writers import as_csv, as_latex, as_markdown
from analysis.report.wording import methods
from analysis.statistics.estimates import Estimate
from tests.analysis.frames import frame_of, pairs, scored
from tests.analysis.test_comparison import PAIRS, QUICK, grid

PEOPLE = {"ann": [1, 2, 3, 3, 1, 3] * 2, "ben": [1, 3, 2, 3, 1, 3] * 2}


def by_name(result) -> dict[str, PaperTable]:
    return {table.name: table for table in paper_tables(result)}


def people_alone():
    """Return people's ratings of six items by two systems on two criteria. The lowest value of `d`
    is best."""
    frame = frame_of(*scored(PEOPLE, systems=2), *scored(PEOPLE, systems=2, criterion="d"))
    facts = dict(frame.facts)
    return replace(frame, facts=facts | {"d": replace(facts["d"], best="lowest")})


def test_a_batch_without_judges_has_its_tables_and_no_word_of_judges():
    result = compare(people_alone(), QUICK)
    tables = by_name(result)
    assert list(tables) == ["systems", "shares", "wins", "agreement"]
    told = [methods(result)] + [as_latex(table) + as_markdown(table) for table in tables.values()]
    assert [
        text for text in told if re.search("judge|kappa|alternative", text, re.IGNORECASE)
    ] == []
    assert methods(result).startswith("48 ratings by 2 people of 6 items. Agreement between people")


def test_systems_by_criteria_have_means_intervals_and_letters():
    result = compare(people_alone(), QUICK)
    table = by_name(result)["systems"]
    assert (table.names, table.heads) == (["System"], ["c", "d ↓"])
    first = result.criterion("c")
    for row in table.rows:
        told = next(one for one in first.by_system if one.system == row.names[0])
        letters = first.system_tests["people"].letters[row.names[0]]
        assert (row.cells[0].figure, row.cells[0].letters) == (told.people, letters)
    assert "were not shown to differ" in table.caption


def test_shares_are_those_of_the_ratings():
    rows = by_name(compare(people_alone(), QUICK))["shares"].rows
    told = {tuple(row.names): [cell.value for cell in row.cells] for row in rows}
    # Of s0: 1, 3, 1 by ann and 1, 2, 1 by ben, twice; of s1: 2, 3, 3 and 3, 3, 3.
    assert told["c", "1"] == [pytest.approx(8 / 12), 0]
    assert told["c", "2"] == [pytest.approx(2 / 12), pytest.approx(2 / 12)]
    assert told["c", "3"] == [pytest.approx(2 / 12), pytest.approx(10 / 12)]


def test_wins_ties_and_losses_follow_the_means_of_each_item():
    rows = by_name(compare(people_alone(), QUICK))["wins"].rows
    told = {tuple(row.names): [cell.value for cell in row.cells[:3]] for row in rows}
    # Means of s0: 1, 2.5, 1; of s1: 2.5, 3, 3. Of d the lowest is best.
    assert told == {("c", "s0", "s1"): [0, 0, 1], ("d", "s0", "s1"): [1, 0, 0]}
    assert {row.cells[3] for row in rows} == {"6"}


def test_of_preferences_every_verdict_is_a_meeting():
    meeting = by_name(compare(pairs(*PAIRS), QUICK))["wins"].rows[0]
    verdicts = [line.split(",")[-1] for line in PAIRS if ",human," in line]
    shares = [verdicts.count(side) / len(verdicts) for side in ("a", "tie", "b")]
    assert [cell.value for cell in meeting.cells[:3]] == pytest.approx(shares)
    assert meeting.cells[3] == str(len(verdicts))


def test_more_than_six_systems_meet_all_others():
    values = {"ann": list(range(1, 8)) * 5, "ben": list(range(1, 8)) * 5}
    rows = by_name(compare(frame_of(*scored(values, systems=7)), QUICK))["wins"].rows
    assert [row.names[-1] for row in rows] == ["all others"] * 7
    assert [row.cells[0].value for row in rows] == pytest.approx([place / 6 for place in range(7)])


def test_a_field_of_the_item_has_the_same_tables_of_its_values():
    frame = people_alone()
    values = {f"i{number}": "odd_" if number % 2 else "even" for number in range(6)}
    result = compare_batches({"b": frame}, QUICK, fields=[ItemField("kind & sort", values)])
    tables = by_name(result)
    names = [name for name in tables if "-by-" in name]
    assert names == [
        f"{name}-by-1-kind-sort" for name in ("systems", "shares", "wins", "agreement")
    ]
    even = frame.where([frame.item.names[code] in {"i0", "i2", "i4"} for code in frame.item.code])
    alone = by_name(compare(even, QUICK))["systems"].rows
    apart = [row for row in tables[names[0]].rows if row.names[0] == "even"]
    assert [row.cells for row in apart] == [row.cells for row in alone]
    assert tables[names[0]].title == "Systems by criteria by kind & sort"


def test_the_page_states_the_tests_in_tables_by_a_field():
    values = {f"i{number}": "odd" if number % 2 else "even" for number in range(12)}
    frame = frame_of(*scored(grid(), systems=4))
    result = compare_batches({"b": frame}, QUICK, fields=[ItemField("parity", values)])
    assert families_of_tests(result)[-1] == (
        "Tables by a field: 12 paired t-tests of systems. Each value and criterion is a separate "
        "family, corrected by Holm's method."
    )


def test_judges_are_held_against_people_for_each_value_of_a_field():
    """The table has the same cells as a comparison of that value's ratings alone."""
    frame = frame_of(*scored(grid(), systems=4))
    values = {f"i{number}": "odd" if number % 2 else "even" for number in range(12)}
    scales = {"people": (1, 5), "j": (1, 5)}
    settings = replace(QUICK, scales=scales)
    fields = [ItemField("parity", values)]
    table = by_name(compare_batches({"b": frame}, settings, fields=fields))["judges-by-1-parity"]
    even = frame.where([values[frame.item.names[code]] == "even" for code in frame.item.code])
    alone = by_name(compare(even, settings))["judges"]
    assert (table.names, table.heads) == (("parity", "Criterion", "Rater"), alone.heads)
    apart = [row for row in table.rows if row.names[0] == "even"]
    assert [(row.names[1:], row.cells) for row in apart] == [
        (row.names, row.cells) for row in alone.rows
    ]
    assert [row.names[0] for row in table.rows] == ["even"] * 3 + ["odd"] * 3
    assert "c (even) (ordinal) 6 items" in table.caption


def test_a_list_says_of_which_category_each_entry_is():
    lines = [
        f"h{item},i{item},s{system},c,points.{entry},{rater},{kind},{value}"
        for item in range(3)
        for system in range(2)
        for entry in (1, 2)
        for rater, kind, value in (
            ("ann", "human", int(entry == 1)),
            ("ben", "human", int(entry == 1)),
            ("j", "judge", 1),
        )
    ]
    frame = frame_of(*lines, head="hit,item,system,criterion,target,rater,kind,value")
    field = ItemField("category", {f"i{item}": ["colour", "place"] for item in range(3)})
    parts = parts_by_field(frame, [field], QUICK)
    assert [(part.name, part.criteria[0].people.mean.value) for part in parts] == [
        ("colour", 1),
        ("place", 0),
    ]
    exact = [part.criteria[0].judges[0].figure("exact").judge for part in parts]
    assert [(figure.value, figure.n) for figure in exact] == [(1, 12), (0, 12)]


def test_each_writer_writes_every_cell():
    for table in paper_tables(compare(frame_of(*scored(grid(), systems=4)), QUICK)):
        markdown = [line for line in as_markdown(table).splitlines() if line.startswith("|")]
        assert len(markdown) == len(table.rows) + 2
        for row in table.rows:
            line = " | ".join([*row.names, *map(text_of, row.cells)])
            assert f"| {line} |" in markdown
        head, *rows = csv.reader(io.StringIO(as_csv(table)))
        assert {len(row) for row in rows} == {len(head)}
        assert [row[: len(table.names)] for row in rows] == [list(row.names) for row in table.rows]
        assert as_latex(table).count(r"\toprule") == as_latex(table).count(r"\bottomrule") > 0


def test_a_csv_has_value_interval_and_n_of_each_figure():
    table = by_name(compare(people_alone(), QUICK))["systems"]
    rows = list(csv.DictReader(io.StringIO(as_csv(table))))
    figure = table.rows[0].cells[0].figure
    names = ("c", "c low_95", "c high_95", "c n", "c letters")
    assert [rows[0][name] for name in names] == [
        f"{figure.value:.6g}",
        f"{figure.low:.6g}",
        f"{figure.high:.6g}",
        str(figure.n),
        table.rows[0].cells[0].letters,
    ]


def wide_and_long() -> PaperTable:
    """Return a table whose names contain LaTeX's special characters, with more columns and rows
    than fit on a page."""
    nasty = r"[2pt] *a% _{b} &c \d $# ~^ |<>"
    cell = Estimate(-12.345, 20, -12.5, -11.25)
    rows = [Row((nasty, f"{nasty} {number}"), [cell] * 14) for number in range(60)]
    heads = [f"{nasty} with a long head {number}" for number in range(14)]
    return PaperTable("wide", nasty, nasty * 9, ("Criterion", "System"), heads, rows, [nasty])


def test_a_wide_and_long_table_is_cut_into_tabulars_that_hold_every_cell():
    text = as_latex(wide_and_long())
    tabulars = re.findall(
        r"\\begin\{tabular\}\{@\{\}(.*?)@\{\}\}\n(.*?)\\end\{tabular\}", text, re.DOTALL
    )
    cells = 0
    for columns, body in tabulars:
        width = columns.count("r") + 1
        for line in body.split(r"\\["):
            if "12.35" in line:
                assert line.replace(r"\&", "").count("&") % (width - 1) == 0
                cells += line.count("12.35")
    assert cells == 60 * 14
    assert text.count(r"\begin{table}") == text.count(r"\caption{") > 1
    assert not re.search(r"\\\\\s*[\[*](?!-?2pt\]\n)", text)


def complaints(tables: list[str], folder) -> list[str]:
    """Return LaTeX's errors, and its warnings about tables wider or longer than a page."""
    body = "\n\\clearpage\n".join(tables)
    head = r"\documentclass{article}\usepackage{booktabs}\begin{document}"
    (folder / "all.tex").write_text(f"{head}\n{body}\n\\end{{document}}\n")
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "all.tex"],
        cwd=folder,
        capture_output=True,
        check=False,
    )
    said = done.stdout.decode(errors="replace")  # LaTeX breaks lines within a letter
    found = re.findall(r"^!.*|Overfull \\hbox.*|.*too large.*", said, re.MULTILINE)
    return found if (folder / "all.pdf").exists() else [*found, "no PDF"]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed")
def test_latex_compiles_and_is_no_wider_or_longer_than_a_page(tmp_path):
    tables = [*paper_tables(compare(frame_of(*scored(grid(), systems=4)), QUICK)), wide_and_long()]
    assert complaints([*map(as_latex, tables)], tmp_path) == []


def test_a_table_is_written_by_its_name():
    result = compare(people_alone(), QUICK)
    assert written(result, "systems.csv") == ("text/csv", as_csv(by_name(result)["systems"]))
    assert [written(result, name) for name in ("judges.md", "systems.pdf", "systems")] == [None] * 3
