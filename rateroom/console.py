"""Output of commands: results go to standard output, everything else to standard error, so that a
shell can use `BATCH=$(rateroom publish …)`."""

import sys
from pathlib import Path


class Failed(Exception):
    """A command that failed. Each line says what failed, where, and how to fix it."""


def require_file(path: Path, remedy: str) -> None:
    """Raise Failed, with the remedy as its second line, if the file does not exist."""
    if not path.is_file():
        raise Failed(f"There is no file {path}.\n{remedy}")


def result(text: object) -> None:
    print(text, flush=True)


def say(text: object) -> None:
    """Print progress and other messages to standard error."""
    print(text, file=sys.stderr, flush=True)


class Progress:
    """Progress as one line, printed only if it differs from the previous one."""

    def __init__(self) -> None:
        self.last = ""

    def __call__(self, text: str) -> None:
        if text != self.last:
            say(text)
            self.last = text
