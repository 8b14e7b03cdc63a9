"""Start Rateroom on this machine: PostgreSQL, Valkey, the site, its workers and an owner's account.
Ctrl+C stops all programs; the data are kept."""

import argparse
import os

from rateroom.places import data_folder, is_installed

LARGEST_PORT = 65535


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port",
        type=_port,
        default=os.environ.get("PORT", "8000"),
        help="the port of the site on http://127.0.0.1 (default: %(default)s)",
    )
    add_data(parser)
    parser.add_argument(
        "--demo",
        action=argparse.BooleanOptionalAction,
        default=False,
        help="load demo data: finished and open batches, and two more logins",
    )


def add_data(parser: argparse.ArgumentParser) -> None:
    """Add the command-line option for the site's data folder."""
    parser.add_argument(
        "--data",
        default=str(data_folder()),
        metavar="FOLDER",
        help="the folder that stores all data (default: RATEROOM_VAR, or %(default)s)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the site until Ctrl+C."""
    os.environ |= {"PORT": str(arguments.port), "DEMO": str(arguments.demo).lower()}
    return supervise(arguments.data, "up")


def supervise(data: str, mode: str) -> int:
    """Run the supervisor in this mode, with the data in the folder `data`, until Ctrl+C. Return its
    exit code."""
    os.environ["RATEROOM_VAR"] = os.path.abspath(data)  # noqa: PTH100 - as given, links kept
    if is_installed():
        # Do not write bytecode into the installed package's folder.
        os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    from local.supervise import main

    return main([mode])


def _port(text: str) -> int:
    if not text.isdecimal() or not 0 < int(text) <= LARGEST_PORT:
        message = f"'{text}' is not a port: enter a number from 1 to {LARGEST_PORT}"
        raise argparse.ArgumentTypeError(message)
    return int(text)
