"""Tests of the report's bundle: its files, their bytes, and a script that recomputes the results
and notices a changed rating."""

import csv
import io
import json
import subprocess
import sys
import zipfile
from functools import cache

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from analysis.data.rating_rows import NAMES
from analysis.report.bundle import write_bundle
from analysis.report.figures import Estimates, Scale, estimates_in_rows, marks_of
from analysis.statistics.agreement.alpha import alpha_of_sums, alpha_terms
from analysis.statistics.closeness.levels import correlate_levels
from analysis.statistics.estimates import Estimate
from core.tabular.formulas import guarded
from tests.analysis.report.recomputing import Outcome, recompute, unpack

ITEMS, SYSTEMS, RATERS = 12, 4, 3
COLUMNS = ("hit", "item", "system", "criterion", "target", "rater", "kind", "position", "value")
JUDGE = "=judge, \"1\"\n'x'"  # a formula, a comma, quotes and a line break
PEOPLE = ["anna", "-bob", "'cleo"]


def planted(seed: int = 3) -> dict[str, list]:
    """Return random ratings of every system's output for every item: by three people, with some
    missing, and by a judge. All follow the same true values."""
    chance = np.random.default_rng(seed)
    rows = []
    for item in range(ITEMS):
        for system in range(SYSTEMS):
            hit = item * SYSTEMS + system
            truth = (chance.integers(1, 5) + system) / 2
            place = (f"h{hit}", f"i{item}", f"@s{system}", "coherence", "coherence")
            rows += [
                (*place, rater, "human", None, float(np.clip(round(truth + chance.normal()), 1, 5)))
                for rater in PEOPLE
                if chance.random() < 0.85
            ]
            rows.append(
                (*place, JUDGE, "judge", 1, float(np.clip(round(truth + chance.normal()), 1, 5)))
            )
    return {
        name: list(column) for name, column in zip(COLUMNS, zip(*rows, strict=True), strict=True)
    }


def matrix(ratings, kind):
    """Return the mean per cell, shape (items, systems), computed in a plain loop."""
    cells = [[[] for _system in range(SYSTEMS)] for _item in range(ITEMS)]
    for item, system, one, value in zip(
        ratings["item"], ratings["system"], ratings["kind"], ratings["value"], strict=True
    ):
        if one == kind:
            cells[int(item[1:])][int(system[2:])].append(value)
    return np.array([[np.mean(cell) if cell else np.nan for cell in row] for row in cells])


def main_table(ratings):
    """Return the main table as computed by the library's own functions."""
    human, judge = matrix(ratings, "human"), matrix(ratings, "judge")
    both = ~(np.isnan(human) | np.isnan(judge))
    levels = correlate_levels(human, judge)
    zero = correlate_levels(human, judge, constant="zero")
    n = {"pooled": int(both.sum()), "per_input": int(levels.used[0]), "system": SYSTEMS}
    rows = [
        ("spearman", level, "skip", n[level], getattr(levels, level).spearman)
        for level in ("pooled", "per_input", "system")
    ]
    rows += [
        ("kendall_tau_b", level, "skip", n[level], getattr(levels, level).tau_b) for level in n
    ]
    rows += [("pearson", level, "skip", n[level], getattr(levels, level).pearson) for level in n]
    rows += [
        (
            "spearman",
            "per_input",
            "zero",
            int((zero.used + zero.constant)[0]),
            zero.per_input.spearman,
        )
    ]
    table = [
        {
            "criterion": "coherence",
            "judge": JUDGE,
            "statistic": name,
            "level": level,
            "constant": constant,
            "n": count,
            "value": float(value[0]),
        }
        for name, level, constant, count, value in rows
    ]
    people = [place for place, kind in enumerate(ratings["kind"]) if kind == "human"]
    values = np.array([ratings["value"][place] for place in people])
    hits, unit = np.unique([ratings["hit"][place] for place in people], return_inverse=True)
    for measurement in ("nominal", "ordinal", "interval"):
        terms = alpha_terms(unit, values, len(hits))
        alpha = alpha_of_sums(terms.columns.sum(0)[None], terms, level=measurement)[0]
        pairable = int((np.bincount(unit) > 1).sum())
        table.append(row("krippendorff_alpha", measurement, "", pairable, float(alpha)))
    judged = [
        value
        for value, kind in zip(ratings["value"], ratings["kind"], strict=True)
        if kind == "judge"
    ]
    table.append(row("mean", "", "", len(values), float(values.mean())))
    table.append(row("mean", "", JUDGE, len(judged), float(np.mean(judged))))
    table.append(row("mean", "", "nobody", 0, None))
    return table


def row(statistic, level, judge, n, value, criterion="coherence"):
    return {
        "criterion": criterion,
        "judge": judge,
        "statistic": statistic,
        "level": level,
        "n": n,
        "value": value,
        "low": None,
    }


@cache
def drawn():
    rows = [Estimates("People", {"People": Estimate(0.5, 9, 0.4, 0.6)})]
    return estimates_in_rows(
        rows, title="Order", raters=marks_of([], "People"), axis=Scale("Share")
    )


def files_of(ratings):
    """Return a bundle's two rating files. One row is an answer that a spreadsheet would run as a
    formula."""
    rows = [
        dict.fromkeys(NAMES) | dict(zip(ratings, row, strict=True))
        for row in zip(*ratings.values(), strict=True)
    ]
    rows += [{**rows[0], "value": None, "text": "=why"}] if rows else []
    text, packed = io.StringIO(), io.BytesIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(NAMES)
    for one in rows:
        lines.writerow("" if cell is None else guarded(str(cell)) for cell in one.values())
    numbers = {"value": pa.float64(), "position": pa.int32(), "assignment": pa.int64()}
    schema = pa.schema([(name, numbers.get(name, pa.string())) for name in NAMES])
    pq.write_table(pa.Table.from_pylist(rows, schema=schema), packed)
    return {"ratings.csv": [text.getvalue().encode()], "ratings.parquet": [packed.getvalue()]}


def write(target, ratings, table=None, **changes):
    given = {
        "ratings": files_of(ratings),
        "dictionary": [["name", "meaning"], ["coherence", "=how well it hangs together"]],
        "tables": {"main.md": "| a |\n"},
        "figures": {"order": drawn()},
        "main_table": main_table(ratings) if table is None else table,
    } | changes
    write_bundle(target, **given)


@pytest.fixture(scope="module")
def bundle(tmp_path_factory):
    path = tmp_path_factory.mktemp("bundle") / "bundle.zip"
    write(path, planted())
    return path


@pytest.fixture
def unpacked(bundle, tmp_path):
    return unpack(bundle, tmp_path)


def test_the_bundle_holds_these_files():
    target = io.BytesIO()
    write(target, planted())
    with zipfile.ZipFile(target) as bundle:
        assert bundle.testzip() is None
        assert bundle.namelist() == [
            "ratings.csv", "ratings.parquet", "dictionary.csv", "tables/main.md", "figures/order.svg",
            "figures/order.pdf", "table.json", "recompute.py", "README.md",
        ]  # fmt: skip
        assert bundle.read("figures/order.svg") == drawn().svg
        assert drawn().alt in bundle.read("README.md").decode()


def test_the_same_content_gives_the_same_bytes(tmp_path):
    targets = [tmp_path / "1.zip", tmp_path / "2.zip"]
    for target in targets:
        write(target, planted())
    assert targets[0].read_bytes() == targets[1].read_bytes()
    assert sorted(one.name for one in tmp_path.iterdir()) == ["1.zip", "2.zip"]


def test_the_dictionary_is_guarded(unpacked):
    assert "'=how well it hangs together" in (unpacked / "dictionary.csv").read_text()


def test_the_script_agrees_with_the_libraries_figures_by_itself(unpacked):
    # -I: neither the environment nor this project's folder is seen by the script.
    command = [sys.executable, "-I", unpacked / "recompute.py"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=unpacked)
    assert (done.returncode, done.stderr) == (0, "")
    for source in ("ratings.csv", "ratings.parquet"):
        assert f"{source}: 16 recomputed, 0 differ, 0 not recomputed" in done.stdout
    assert recompute(unpacked) == Outcome(0, done.stdout)


def test_the_script_notices_a_rating_changed_in_the_csv(unpacked):
    path = unpacked / "ratings.csv"
    text = path.read_text()
    assert text.count(",1.0,") > 0
    path.write_text(text.replace(",1.0,", ",5.0,", 1))
    result = recompute(unpacked)
    assert result.code == 1
    assert "ratings.parquet: 16 recomputed, 0 differ" in result.output
    assert "DIFFERS" in result.output


def test_the_script_notices_a_rating_changed_in_the_parquet_file(unpacked):
    path = unpacked / "ratings.parquet"
    table = pq.read_table(path)
    values = table["value"].to_pylist()
    values[0] = 6 - values[0] if values[0] != 3 else 5.0
    pq.write_table(table.set_column(NAMES.index("value"), "value", pa.array(values)), path)
    result = recompute(unpacked)
    assert result.code == 1
    assert "ratings.csv: 16 recomputed, 0 differ" in result.output


def test_the_script_notices_a_wrong_count_and_an_estimate_that_there_is_none_of(unpacked):
    table = json.loads((unpacked / "table.json").read_text())
    for wrong in (
        {**table[0], "n": table[0]["n"] + 1},
        {**table[0], "value": None},
        row("mean", "", "nobody", 0, 3.0),
    ):
        (unpacked / "table.json").write_text(json.dumps([wrong]))
        assert recompute(unpacked).code == 1


def test_the_script_counts_what_it_does_not_know(tmp_path):
    write(
        tmp_path / "b.zip",
        planted(),
        [row("icc", "A,1", "", 3, 0.5), row("spearman", "galaxy", JUDGE, 3, 0.5)],
    )
    result = recompute(unpack(tmp_path / "b.zip", tmp_path))
    assert result.code == 0
    assert "ratings.csv: 0 recomputed, 0 differ, 2 not recomputed" in result.output


def test_ratings_of_no_system_are_paired_by_hit_and_have_no_level_but_pooled(tmp_path):
    ratings = planted()
    judge = dict(
        zip(ratings["hit"], ratings["value"], strict=True)
    )  # the last of each HIT is the judge's
    both = sorted(
        {hit for hit, kind in zip(ratings["hit"], ratings["kind"], strict=True) if kind == "human"}
    )
    means = {}
    for hit in both:
        rows = zip(ratings["hit"], ratings["kind"], ratings["value"], strict=True)
        means[hit] = np.mean([value for one, kind, value in rows if (one, kind) == (hit, "human")])
    pearson = np.corrcoef([means[hit] for hit in both], [judge[hit] for hit in both])[0, 1]
    ratings["system"] = [None] * len(ratings["hit"])
    write(
        tmp_path / "b.zip",
        ratings,
        [
            row("pearson", "pooled", JUDGE, len(both), float(pearson)),
            row("pearson", "system", JUDGE, 0, None),
            row("pearson", "per_input", JUDGE, 0, None),
        ],
    )
    result = recompute(unpack(tmp_path / "b.zip", tmp_path))
    assert result.code == 0, result.output


@pytest.mark.parametrize("name", ["../main.md", "/etc/x", "Main.md", "", "a/b", "a b"])
def test_names_that_would_leave_their_folder_are_refused(tmp_path, name):
    with pytest.raises(ValueError, match="can't be a file's name here"):
        write(tmp_path / "bundle.zip", planted(), tables={name: "x"})
    assert list(tmp_path.iterdir()) == []


def test_a_bundle_that_fails_leaves_the_earlier_one(tmp_path):
    target = tmp_path / "bundle.zip"
    target.write_bytes(b"earlier")
    with pytest.raises(ValueError, match="JSON"):
        write(target, planted(), [row("mean", "", "", 1, float("nan"))])
    assert target.read_bytes() == b"earlier"
    assert [one.name for one in tmp_path.iterdir()] == ["bundle.zip"]


def test_no_ratings_at_all_make_a_bundle_too(tmp_path):
    write(
        tmp_path / "b.zip",
        {name: [] for name in COLUMNS},
        [row("mean", "", "", 0, None)],
        dictionary=[],
        figures={},
    )
    unpack(tmp_path / "b.zip", tmp_path)
    assert (recompute(tmp_path).code, pq.read_table(tmp_path / "ratings.parquet").num_rows) == (
        0,
        0,
    )
