"""Output of commands. Results go to standard output, and all other messages to standard error, so
that a shell can use `BATCH=$(rateroom publish …)`."""

import sys
from pathlib import Path


class Failed(Exception):
    """Raised if a command has failed. The message says what failed and how to fix it."""


def require_file(path: Path, remedy: str) -> None:
    """Raise Failed if the file does not exist, with `remedy` as the second line of the message."""
    if not path.is_file():
        raise Failed(f"There is no file {path}.\n{remedy}")


def result(text: object) -> None:
    print(text, flush=True)


def say(text: object) -> None:
    """Print progress and other messages to standard error."""
    print(text, file=sys.stderr, flush=True)


class Progress:
    """The progress of a command. It is printed as a line whenever it has changed."""

    def __init__(self) -> None:
        self.last = ""

    def __call__(self, text: str) -> None:
        if text != self.last:
            say(text)
            self.last = text
