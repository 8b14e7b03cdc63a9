"""Folders of the program and of a local site's data."""

import os
import sys
from pathlib import Path


def tree() -> Path:
    """Return the folder of manage.py: this package if installed, otherwise the folder above it."""
    package = Path(__file__).resolve().parent
    return package if is_installed() else package.parent


def is_installed() -> bool:
    """Return whether the program is installed in this package, which we must not write into."""
    return Path(__file__).resolve().with_name("manage.py").is_file()


def put_on_path() -> None:
    """Make the program's modules and the client importable. Call this first."""
    folders = [str(tree()), str(tree() / "client")]
    sys.path[:] = [*folders, *(folder for folder in sys.path if folder not in folders)]


def data_folder() -> Path:
    """Return the data folder: RATEROOM_VAR, or var/ in a checkout, or the user's data folder."""
    if chosen := os.environ.get("RATEROOM_VAR"):
        return Path(chosen).absolute()
    if not is_installed():
        return tree() / "var"
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home, "rateroom")
