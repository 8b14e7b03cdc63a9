"""Administer the site on this machine, from any folder: backup, restore, verify, createsuperuser
and all other commands of manage.py."""

import argparse
import os
import sys
from collections.abc import Sequence

from rateroom.places import data_folder, is_installed, tree


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data",
        default=str(data_folder()),
        metavar="FOLDER",
        help="the data folder of `rateroom up` (default: RATEROOM_VAR, or %(default)s)",
    )
    parser.add_argument(
        "words",
        nargs=argparse.REMAINDER,
        metavar="COMMAND …",
        help="for example verify, backup FOLDER, createsuperuser; `help` lists all commands",
    )


def run(arguments: argparse.Namespace) -> int:
    """Replace this process with a manage.py command for the site with this data folder."""
    os.environ["RATEROOM_VAR"] = os.path.abspath(arguments.data)  # noqa: PTH100 - links kept
    return become(arguments.words or ["help"])


def become(words: Sequence[str]) -> int:
    """Replace this process with a manage.py command and its arguments."""
    if is_installed():
        # Do not write bytecode into the installed package's folder.
        os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    command = [sys.executable, str(tree() / "manage.py"), *words]
    os.execv(command[0], command)  # noqa: S606 - our own
