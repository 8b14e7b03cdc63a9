"""The command-line program. It runs a command, and converts errors to messages and an exit code."""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from rateroom.places import put_on_path

if TYPE_CHECKING:
    from rateroom_client import RateroomError

COMMANDS = {
    "up": "start a site on this machine, with its database and workers",
    "services": "start only PostgreSQL and Valkey",
    "import": "import a table of outputs with its media, or a judge's replies",
    "publish": "create and publish a batch, so that people can rate a dataset",
    "watch": "show the progress of a batch until it is done",
    "export": "save a batch's responses as CSV, JSON Lines or Parquet",
    "compare": "compare the ratings of people and judges",
    "gate": "check whether a judge's certificate is still valid, and set the exit code",
    "manage": "administer the site on this machine (backup, restore, verify and more)",
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
    0: "Check that the site is running. To start a site on this machine, run `rateroom up`.",
    401: "Create a token on the site under “API tokens”, and set RATEROOM_TOKEN to it.",
    404: "Check the number or name. The token's owner must be able to see the object on the site.",
}


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 for success, 1 for failure or refusal, 2 for a
    usage error, and 130 for an interruption. Some commands return other codes."""
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
        prog="rateroom", description="Have people and LLM judges rate the outputs of systems."
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
    """Return the error's problems, one per line, with how to fix them. If the site did not say how,
    add general advice for this kind of error."""
    lines = [*map(str, error.problems)] or [error.title]
    remedy = None if any(each.remedy for each in error.problems) else REMEDIES.get(error.status)
    return "\n".join(filter(None, [*lines, remedy]))


if __name__ == "__main__":
    sys.exit(main())
