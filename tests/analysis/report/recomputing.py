"""Running a bundle's `recompute.py` on its own folder, inside the test process to save time."""

import contextlib
import importlib.util
import io
import zipfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Outcome:
    code: int
    output: str


def recompute(folder: Path) -> Outcome:
    """Run `recompute.py` of this folder. Return its exit code and its output."""
    spec = importlib.util.spec_from_file_location("recompute_of_a_bundle", folder / "recompute.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        code = script.main()
    return Outcome(code, output.getvalue())


def unpack(bundle, folder: Path) -> Path:
    """Extract `bundle`, a path or an open file, into `folder`. Return the folder."""
    with zipfile.ZipFile(bundle) as archive:
        archive.extractall(folder)
    return folder
