"""Tests of the documentation's notebook: with pandas alone, it computes the report's five tables
from an export."""

import numpy as np
import pytest

from analysis.comparison.batches import compare_batches
from analysis.comparison.results import PEOPLE, ComparisonSettings
from analysis.data.ratings import batch_frames
from analysis.metrics.reading import metrics_of
from hits.exports import ExportChoice, dictionary_csv, export_pieces
from tests import world
from tests.analysis.metrics.tables import told, upload
from tests.docs.notebooks import code_of, run_notebook
from tests.judges.test_importing import judge, rate_with, reply

pytestmark = pytest.mark.django_db
NOTEBOOK = "report-tables.ipynb"
ITEMS, SYSTEMS = 6, ("Heron", "Moss", "Quill")


@pytest.fixture
def batch(tmp_path):
    owner = world.project()
    data = world.dataset(owner, items=ITEMS, systems=SYSTEMS)
    made = world.live_batch(owner, data, annotators_per_hit=2)
    chance = np.random.default_rng(7)
    drawn = chance.integers(1, 4, size=(4, ITEMS * len(SYSTEMS))).tolist()
    rate_with(world.annotator(), made, drawn[0])
    rate_with(world.second_annotator(), made, drawn[1])
    judge(made, [reply(value) for value in drawn[2]], name="Large")
    judge(made, [reply(value) for value in drawn[3]], name="Small")
    lines = [
        f"{item},{system},{name},{chance.random():.3f}"
        for item, system in world.shown_systems(made)
        for name in ("BLEU", "Perplexity")
    ]
    upload(made, tmp_path, *lines)
    told(made)
    made.metrics.filter(name="Perplexity").update(best="lowest")
    return made


@pytest.fixture
def tables(batch, tmp_path, monkeypatch):
    """The variables of the notebook, after it ran in a folder with the two exported files."""
    choice = ExportChoice(table="ratings", counted=True)
    (tmp_path / "ratings.csv").write_bytes(b"".join(export_pieces(batch, choice)))
    (tmp_path / "dictionary.csv").write_text(dictionary_csv(batch), encoding="utf-8")
    lines = "\n".join(code_of(NOTEBOOK)).splitlines()
    assert [line for line in lines if "import" in line] == ["import pandas as pd"]
    return run_notebook(NOTEBOOK, tmp_path, monkeypatch)


@pytest.fixture
def criteria(batch):
    result = compare_batches(
        batch_frames([batch]), ComparisonSettings(draws=0), metrics=metrics_of([batch])
    )
    return {criterion.facts.key: criterion for criterion in result.criteria}


def near(value):
    return pytest.approx(float("nan") if value is None else value, nan_ok=True)


def test_the_five_tables_have_the_reports_figures(tables, criteria):
    assert sorted(criteria) == sorted(tables["means"].index.unique("criterion"))
    compared = 0
    for key, criterion in criteria.items():
        for system in criterion.by_system:
            row = tables["means"].loc[key, system.system]
            assert row["people"] == near(system.people.value)
            assert {name: row[name] for name in ("Large", "Small")} == {
                name: near(mean.value) for name, mean in system.judges.items()
            }
        for pair in criterion.system_tests[PEOPLE].pairs:
            first, second = sorted([pair.first, pair.second])
            sign = 1 if first == pair.first else -1
            assert sign * tables["differences"][key, first, second] == near(pair.difference)
        for judged in criterion.judges:
            row = tables["agreement"].loc[judged.judge, key]
            assert row["exact agreement"] == near(judged.figure("exact").judge.value)
            assert row["mean absolute error"] == near(judged.figure("mae").judge.value)
            row = tables["correlations"].loc[judged.judge, key]
            assert row["pooled"] == near(judged.figure("spearman_pooled").judge.value)
            assert row["per input"] == near(judged.figure("spearman_input").judge.value)
        for metric in criterion.metrics:
            row = tables["compared"].loc[metric.metric, key]
            assert row["Spearman's rho"] == near(metric.figures["spearman_pooled"].value)
            assert row["Pearson's r"] == near(metric.figures["pearson_pooled"].value)
            compared += int(metric.figures["pearson_pooled"].value is not None)
    assert compared == 2  # of naturalness, since the other criteria do not vary
