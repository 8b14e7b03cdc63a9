"""The places of the program and of a local site's data."""

import os
import sys
from pathlib import Path


def tree() -> Path:
    """Return the folder of manage.py: this package, once installed; in a checkout the one above
    it."""
    package = Path(__file__).resolve().parent
    return package if is_installed() else package.parent


def is_installed() -> bool:
    """Return whether the tree lies inside this package, which then is not ours to write into."""
    return Path(__file__).resolve().with_name("manage.py").is_file()


def put_on_path() -> None:
    """Let the tree's modules and the client be imported, before all else."""
    folders = [str(tree()), str(tree() / "client")]
    sys.path[:] = [*folders, *(folder for folder in sys.path if folder not in folders)]


def data_folder() -> Path:
    """RATEROOM_VAR; else var/ of a checkout, or the user's data folder."""
    if chosen := os.environ.get("RATEROOM_VAR"):
        return Path(chosen).absolute()
    if not is_installed():
        return tree() / "var"
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home, "rateroom")
