"""Functions that run the documentation's notebooks."""

import json
from pathlib import Path

from tests.conftest import ROOT


def code_of(name: str) -> list[str]:
    """Return the sources of the code cells of the notebook `name` in docs/."""
    notebook = json.loads((ROOT / "docs" / name).read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run_notebook(name: str, folder: Path, monkeypatch) -> dict[str, object]:
    """Run the notebook's code cells in `folder`, and return the variables they define."""
    monkeypatch.chdir(folder)
    names: dict[str, object] = {}
    for cell in code_of(name):
        exec(compile(cell, name, "exec"), names)  # noqa: S102 - our own notebook
    return names
