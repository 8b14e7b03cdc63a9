"""The console script. It finds the command, runs the command, and turns errors into messages and an
exit code."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from rateroom.places import put_on_path

if TYPE_CHECKING:
    from rateroom_client import RateroomError

COMMANDS = {
    "up": "start a site on this machine, with all that it needs",
    "services": "start PostgreSQL and Valkey alone",
    "import": "bring in a table of outputs with its media, or a judge's replies",
    "publish": "have people rate a dataset",
    "watch": "follow a batch until it is done",
    "export": "save the answers as CSV, JSON Lines or Parquet",
    "compare": "hold people and judges side by side",
    "gate": "tell by its exit code whether a judge's certificate still holds",
    "manage": "backup, restore, verify and the like, for the site on this machine",
}
MODULES = {
    "up": "starting",
    "services": "databases",
    "import": "importing",
    "publish": "publishing",
    "watch": "watching",
    "export": "exporting",
    "compare": "comparing",
    "gate": "gating",
    "manage": "managing",
}
REFUSED, INTERRUPTED = 1, 130
REMEDIES = {
    0: "Does the site run? On this machine `rateroom up` starts one.",
    401: "Make a token there under “API tokens”, and name it in RATEROOM_TOKEN.",
    404: "Numbers and names are as the desk of the token's person lists them.",
}


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 refused or failed, 2 usage error, 130
    interrupted."""
    put_on_path()
    arguments = _parser().parse_args(words)
    from rateroom_client import RateroomError

    from rateroom.console import Failed, say

    try:
        return int(arguments.run(arguments) or 0)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return REFUSED
    except RateroomError as error:
        say(_in_words(error))
    except (Failed, OSError) as error:
        say(error)
    return REFUSED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="rateroom", description="People and LLM judges rate what machines wrote."
    )
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, words in COMMANDS.items():
        module = import_module(f"rateroom.commands.{MODULES[name]}")
        command = commands.add_parser(name, help=words, description=module.__doc__)
        module.add_arguments(command)
        command.set_defaults(run=module.run)
    return parser


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"rateroom {version('rateroom')}"
    except PackageNotFoundError:
        return "rateroom, from a checkout"


def _in_words(error: "RateroomError") -> str:
    """Return the error's problems with their fixes, one per line. If the site sent no fix, add one
    for this kind of error."""
    lines = [*map(str, error.problems)] or [error.title]
    remedy = None if any(each.remedy for each in error.problems) else REMEDIES.get(error.status)
    return "\n".join(filter(None, [*lines, remedy]))


if __name__ == "__main__":
    sys.exit(main())
