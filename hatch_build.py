"""The build of the wheel. The wheel contains the source tree in the single package `rateroom`, and
modules are imported as in a checkout. Requirements come from requirements.in, and their minimum
versions from requirements.txt."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PACKAGE = "rateroom"
OTHER_FOLDERS = ("client", "docs", "locale", "static", "templates")  # in addition to the apps
FILES = (
    "manage.py",
    # Pages of the documentation.
    *("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "benchmarks/README.md"),
)
# `make wheel` collects the static files. A wheel without them collects them when it first starts.
COLLECTED = "build/staticfiles"
LEFT_OUT = {"__pycache__", "tests.py", "pyproject.toml"}  # names of files and folders
SUFFIXES_LEFT_OUT = {".pyc", ".po"}


def folders(root: Path) -> list[str]:
    """Return the names of the folders to ship: the root packages of the import contracts, and
    `OTHER_FOLDERS`."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    apps = project["tool"]["importlinter"]["root_packages"]
    return sorted({*apps, *OTHER_FOLDERS} - {PACKAGE})


def shipped(root: Path) -> Iterator[tuple[Path, str]]:
    """Yield each file to ship, and its path in the wheel."""
    for name in FILES:
        yield root / name, f"{PACKAGE}/{name}"
    for folder in folders(root):
        for path in sorted((root / folder).rglob("*")):
            inside = path.relative_to(root)
            if path.is_file() and _is_wanted(inside):
                yield path, f"{PACKAGE}/{inside.as_posix()}"
    for path in sorted((root / COLLECTED).rglob("*")):
        if path.is_file():
            yield path, f"{PACKAGE}/staticfiles/{path.relative_to(root / COLLECTED).as_posix()}"


def _is_wanted(path: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.parts)
    return not (hidden or LEFT_OUT & {*path.parts} or path.suffix in SUFFIXES_LEFT_OUT)


def dependencies(wanted: str, pinned: str) -> dict[str, list[str]]:
    """Return the requirements in `wanted` by extra, with "" for requirements outside extras. A
    heading `# [extra]` starts an extra. Each requirement is at least the version in `pinned`, and
    below the next release that could be incompatible."""
    extra, found = "", dict[str, list[str]]()
    for line in map(str.strip, wanted.splitlines()):
        if heading := re.match(r"# \[(\w+)\]", line):
            extra = heading[1]
        elif line and not line.startswith("#"):
            found.setdefault(extra, []).append(_bounded(line, pinned))
    return found


def _bounded(requirement: str, pinned: str) -> str:
    name = re.split(r"[\[~=<>! ]", requirement)[0]
    # Some packages have two versions, for older and for newer versions of Python.
    found = re.findall(rf"^{re.escape(name)}(?:\[.*?\])?==(\d+)\.(\d+)(\S*)", pinned, re.MULTILINE)
    versions = sorted((int(major), int(minor), rest) for major, minor, rest in found)
    major, minor, rest = versions[0]
    last_major, last_minor, _rest = versions[-1]
    below = f"{last_major + 1}" if last_major else f"0.{last_minor + 1}"
    separator = "," if "~" in requirement else ""
    return f"{requirement}{separator}>={major}.{minor}{rest},<{below}"


class Dependencies(MetadataHookInterface):
    def update(self, metadata: dict[str, object]) -> None:
        root = Path(self.root)
        texts = [(root / name).read_text() for name in ("requirements.in", "requirements.txt")]
        extras = dependencies(*texts)
        metadata["dependencies"] = extras.pop("")
        metadata["optional-dependencies"] = extras


class Tree(BuildHookInterface):
    def initialize(self, _version: str, build_data: dict[str, Any]) -> None:
        files = {str(path): target for path, target in shipped(Path(self.root))}
        build_data["force_include"].update(files)
