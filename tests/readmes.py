"""The commands in the READMEs, and a fresh copy of the project to run them in."""

import re
import shutil
import subprocess
from pathlib import Path

from tests.conftest import ROOT

_INDENTED = re.compile(r"^ {4}(.+)$", re.MULTILINE)
_WORDS = re.compile(r" {2,}# .*$")


def commands(readme: str = "README.md") -> list[str]:
    """Return each command line of the README, without its comment."""
    text = (ROOT / readme).read_text(encoding="utf-8")
    return [_WORDS.sub("", line) for line in _INDENTED.findall(text)]


def command(part: str) -> str:
    """Return the only command of README.md that contains `part`."""
    (line,) = [line for line in commands() if part in line]
    return line


def fresh_copy(folder: Path) -> Path:
    """Copy the repository's files to `folder` and link the installed packages. Modification times
    are kept, so that nothing is installed again."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    return folder
