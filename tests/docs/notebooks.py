"""The documentation's notebooks, run cell by cell."""

import json
from pathlib import Path

from tests.conftest import ROOT


def code_of(name: str) -> list[str]:
    """Return the cells of a notebook in docs/ that hold code."""
    notebook = json.loads((ROOT / "docs" / name).read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run_notebook(name: str, folder: Path, monkeypatch) -> dict[str, object]:
    """Return the names that the cells leave behind, run in order in `folder`."""
    monkeypatch.chdir(folder)
    names: dict[str, object] = {}
    for cell in code_of(name):
        exec(compile(cell, name, "exec"), names)  # noqa: S102 - our own notebook
    return names
