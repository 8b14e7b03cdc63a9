"""Output of commands. Results are printed to standard output and everything else to standard error,
so that a shell can use `BATCH=$(rateroom publish …)`."""

import sys
from pathlib import Path


class Failed(Exception):
    """Raised if a command has failed. Its text says what failed, where, or how to fix it."""


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
    """The progress of a command as one line, which is only printed again if it changed."""

    def __init__(self) -> None:
        self.last = ""

    def __call__(self, text: str) -> None:
        if text != self.last:
            say(text)
            self.last = text
