"""Real data to check the statistics against, from a folder outside the project."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[3]
FOLDER = Path(os.environ.get("RATEROOM_SHARED_DATA", ROOT.parent / "shared" / "data"))


def judge_run(*parts: str) -> Any:
    """Return the JSON of a file under judge_runs. Skip the test if the file does not exist."""
    path = FOLDER.joinpath("judge_runs", *parts)
    if not path.exists():
        pytest.skip(f"no shared data at {path}; set RATEROOM_SHARED_DATA to its folder")
    return json.loads(path.read_text())
