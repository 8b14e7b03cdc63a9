"""Tests of the notebook on a published dataset: it reproduces the published values and their
conclusion."""

import json

import pytest

from tests.analysis.statistics.shared_data import judge_run
from tests.conftest import ROOT
from tests.docs.notebooks import run_notebook

RHO = {"coherence": 0.5345, "consistency": 0.5315, "fluency": 0.4583, "relevance": 0.4503}


@pytest.mark.long
def test_a_published_set_is_compared_and_concluded_on(tmp_path, monkeypatch):
    for name in ("human_annotations.json", "llm_annotations.json"):
        (tmp_path / name).write_text(json.dumps(judge_run("summeval", name)))
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    names = run_notebook("published-set.ipynb", tmp_path, monkeypatch)
    rho = names["rho"]
    pooled = rho[(rho.rater == "gpt-4o") & (rho.computed == "against all people")]
    assert pooled.set_index("criterion").value.to_dict() == pytest.approx(RHO, abs=5e-5)
    assert names["worse_than_an_expert"].all()
    relevance = names["compared"].round(2).xs("relevance", level="criterion")
    assert relevance["the judge"].to_list() == [0.42, 0.45]
    assert relevance["an expert"].to_list() == [0.54, 0.54]
