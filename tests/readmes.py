"""The commands of the READMEs, read from their text, and a fresh copy of the project to run them in."""

import re
import shutil
import subprocess
from pathlib import Path

from tests.conftest import ROOT

_INDENTED = re.compile(r"^ {4}(.+)$", re.MULTILINE)
_WORDS = re.compile(r" {2,}# .*$")


def commands(readme: str = "README.md") -> list[str]:
    """Return each line that a reader is told to run, without its remark."""
    text = (ROOT / readme).read_text(encoding="utf-8")
    return [_WORDS.sub("", line) for line in _INDENTED.findall(text)]


def command(part: str) -> str:
    """Return the one command of README.md that has these words."""
    (line,) = [line for line in commands() if part in line]
    return line


def fresh_copy(folder: Path) -> Path:
    """Copy what the repository has into `folder`, with the packages that are installed here. Times
    of files stay, so that nothing is installed again."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    return folder
