"""What commands print: results to the standard output, everything else to the standard error, so
that a shell can take a number by `BATCH=$(rateroom publish …)`."""

import sys
from pathlib import Path


class Failed(Exception):
    """A command that cannot do what it was asked; each line says what, where, and what to do."""


def require_file(path: Path, remedy: str) -> None:
    """Raise Failed, with the remedy as its second line, if the file does not exist."""
    if not path.is_file():
        raise Failed(f"There is no file {path}.\n{remedy}")


def result(text: object) -> None:
    print(text, flush=True)


def say(text: object) -> None:
    """Progress, and what else a person wants to know."""
    print(text, file=sys.stderr, flush=True)


class Progress:
    """Says how far something is: a line whenever that is another than before."""

    def __init__(self) -> None:
        self.last = ""

    def __call__(self, text: str) -> None:
        if text != self.last:
            say(text)
            self.last = text
