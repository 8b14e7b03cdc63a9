"""The folder of the program, and the data folder of the site on this machine."""

import os
import sys
from pathlib import Path


def tree() -> Path:
    """Return the folder that contains manage.py. This is the package itself if it is installed, and
    otherwise its parent folder."""
    package = Path(__file__).resolve().parent
    return package if is_installed() else package.parent


def is_installed() -> bool:
    """Return whether the program is an installed package. If so, its folder must not be written
    to."""
    return Path(__file__).resolve().with_name("manage.py").is_file()


def put_on_path() -> None:
    """Add the program's modules and the client to Python's search path. Commands must call this
    before they import any of these modules."""
    folders = [str(tree()), str(tree() / "client")]
    sys.path[:] = [*folders, *(folder for folder in sys.path if folder not in folders)]


def data_folder() -> Path:
    """Return the data folder of the site on this machine. It is set by RATEROOM_VAR. The default is
    var/ in a source checkout, and otherwise a folder in the user's data folder."""
    if chosen := os.environ.get("RATEROOM_VAR"):
        return Path(chosen).absolute()
    if not is_installed():
        return tree() / "var"
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home, "rateroom")
