"""A bundle's script, run on its own folder: in this process, where starting another would test
nothing more."""

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
    """What `python recompute.py` prints in `folder`, and its exit code."""
    spec = importlib.util.spec_from_file_location("recompute_of_a_bundle", folder / "recompute.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        code = script.main()
    return Outcome(code, output.getvalue())


def unpack(bundle, folder: Path) -> Path:
    """The files of `bundle`, a path or an open file, in `folder`."""
    with zipfile.ZipFile(bundle) as archive:
        archive.extractall(folder)
    return folder
