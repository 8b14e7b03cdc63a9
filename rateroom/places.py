"""The folders of the program and of the data of a site on this machine."""

import os
import sys
from pathlib import Path


def tree() -> Path:
    """Return the folder of manage.py: this package if it is installed, else its parent folder."""
    package = Path(__file__).resolve().parent
    return package if is_installed() else package.parent


def is_installed() -> bool:
    """Return whether the program is an installed package, whose folder must not be written to."""
    return Path(__file__).resolve().with_name("manage.py").is_file()


def put_on_path() -> None:
    """Make the program's modules and the client importable. Commands must call this function before
    they import any of these modules."""
    folders = [str(tree()), str(tree() / "client")]
    sys.path[:] = [*folders, *(folder for folder in sys.path if folder not in folders)]


def data_folder() -> Path:
    """Return the data folder of the site on this machine. RATEROOM_VAR sets it; by default, it is
    var/ in a checkout, or a folder in the user's data folder."""
    if chosen := os.environ.get("RATEROOM_VAR"):
        return Path(chosen).absolute()
    if not is_installed():
        return tree() / "var"
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home, "rateroom")
