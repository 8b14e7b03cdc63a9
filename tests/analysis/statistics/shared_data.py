"""The folder of real data that the statistics are held against; it is not part of the project."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
FOLDER = Path(os.environ.get("RATEROOM_SHARED_DATA", ROOT.parent / "shared" / "data"))


def judge_run(*parts: str) -> Any:
    """The JSON of one file under judge_runs; skips the test where the folder is absent."""
    path = FOLDER.joinpath("judge_runs", *parts)
    if not path.exists():
        pytest.skip(f"no shared data at {path}; set RATEROOM_SHARED_DATA to its folder")
    return json.loads(path.read_text())
