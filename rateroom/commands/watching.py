"""Follow a batch: print a line for each change until the batch has all responses or is closed.
Ctrl+C stops only the watching, not the batch."""

import argparse
import time
from datetime import datetime
from typing import Any

from rateroom.connection import add_connection, connect
from rateroom.console import Progress, say

EVERY = 2.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("batch", type=int, help="the batch's number")
    parser.add_argument(
        "--every",
        type=float,
        default=EVERY,
        metavar="SECONDS",
        help="the seconds between requests (default: %(default)s)",
    )
    add_connection(parser)


def run(arguments: argparse.Namespace) -> None:
    """Print a line for each change of the batch, until no more responses are expected."""
    site, tell = connect(arguments), Progress()
    try:
        while True:
            progress = site.progress(arguments.batch)
            tell(in_words(progress))
            if is_done(progress):
                return
            time.sleep(max(0.1, arguments.every))
    except KeyboardInterrupt:
        say(f"The batch continues. To watch it again: rateroom watch {arguments.batch}")
        raise


def is_done(progress: dict[str, Any]) -> bool:
    """Return whether no more responses are expected."""
    all_there = progress["answered"] >= progress["wanted"] > 0
    return bool(all_there or progress["state"] == "closed")


def in_words(progress: dict[str, Any]) -> str:
    """Return the progress of a batch as one line of text."""
    people = f"{progress['people']} " + ("person" if progress["people"] == 1 else "people")
    parts = [
        f"{progress['state']}: {progress['answered']} of {progress['wanted']} responses",
        f"{progress['percent']:.0f} %",
        people,
        f"{progress['waiting']} to review",
    ]
    if progress["expected_end"] and not is_done(progress):
        end = datetime.fromisoformat(progress["expected_end"]).astimezone()
        parts.append(f"done about {end:%d %b %H:%M}")
    return ", ".join(parts)
