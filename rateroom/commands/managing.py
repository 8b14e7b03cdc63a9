"""Administer the site on this machine: backup, restore, verify, createsuperuser and every other
command of manage.py, which an installed package has no folder for."""

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
        help="that of `rateroom up` (default: RATEROOM_VAR, or %(default)s)",
    )
    parser.add_argument(
        "words",
        nargs=argparse.REMAINDER,
        metavar="COMMAND …",
        help="such as: verify, backup FOLDER, createsuperuser; `help` lists them all",
    )


def run(arguments: argparse.Namespace) -> int:
    """Become the command, on the site that keeps its data in that folder."""
    os.environ["RATEROOM_VAR"] = os.path.abspath(arguments.data)  # noqa: PTH100 - links kept
    return become(arguments.words or ["help"])


def become(words: Sequence[str]) -> int:
    """Become this command of manage.py."""
    if is_installed():
        # The package's folder is not ours to write into.
        os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    command = [sys.executable, str(tree() / "manage.py"), *words]
    os.execv(command[0], command)  # noqa: S606 - our own
