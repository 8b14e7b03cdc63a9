"""Start only PostgreSQL and Valkey, for `rateroom manage` with the site down. Ctrl+C stops both."""

import argparse

from rateroom.commands.starting import add_data, supervise


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_data(parser)


def run(arguments: argparse.Namespace) -> int:
    """Run PostgreSQL and Valkey until Ctrl+C."""
    return supervise(arguments.data, "services")
