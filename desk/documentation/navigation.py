"""The documentation's pages and their order, without Django. The site and the static site (`make
docs`) both take the order from docs/index.md."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

FOLDER = "docs"
INDEX = "index"
# Pages outside the folder of the documentation, by the first part of their address.
OUTSIDE = {
    "readme": "README.md",
    "contributing": "CONTRIBUTING.md",
    "security": "SECURITY.md",
    "changelog": "CHANGELOG.md",
    "benchmarks": "benchmarks/README.md",
}
_OF_FILE = {file: name for name, file in OUTSIDE.items()}
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*(?:/[a-z0-9][a-z0-9_-]*)?", re.IGNORECASE)
_GROUP, _PAGE = r"^## (?P<group>.+)$", r"^- \[(?P<title>[^\]]+)\]\((?P<link>[^)\s]+)\)"
_LISTED = re.compile(f"{_GROUP}|{_PAGE}", re.MULTILINE)


@dataclass(frozen=True)
class Entry:
    """A documentation page in the index. `name` is its path below /docs/."""

    title: str
    name: str


@dataclass(frozen=True)
class Group:
    """The documentation pages for one kind of reader, in the index's order."""

    title: str
    entries: tuple[Entry, ...]


def anchor(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def path_of(root: Path, name: str) -> Path | None:
    """Return the file of the page `name`, for example "developers/desk", or None if there is no
    such page."""
    if not _NAME.fullmatch(name):
        return None
    path = root / OUTSIDE.get(name, f"{FOLDER}/{name}.md")
    return path if path.is_file() else None


def name_of(root: Path, path: Path) -> str | None:
    """Return the name of the page in the file `path` or, for a folder, in its README.md. Return
    None if the file is not a documentation page."""
    path = path / "README.md" if path.is_dir() else path
    if not path.is_relative_to(root) or path.suffix != ".md" or not path.is_file():
        return None
    relative = path.relative_to(root).as_posix()
    inside = relative.removeprefix(f"{FOLDER}/").removesuffix(".md")
    return _OF_FILE.get(relative) or (inside if relative.startswith(f"{FOLDER}/") else None)


@lru_cache(maxsize=4)
def groups(root: Path) -> tuple[Group, ...]:
    """Return the index's groups of pages. A page that is linked twice appears only once."""
    index = root / FOLDER / f"{INDEX}.md"
    listed: dict[str, list[Entry]] = {}
    seen: set[str] = set()
    for match in _LISTED.finditer(index.read_text(encoding="utf-8")):
        if match["group"]:
            entries = listed.setdefault(match["group"], [])
            continue
        target = (index.parent / match["link"].partition("#")[0]).resolve()
        name = name_of(root, target)
        if name and name not in seen:
            seen.add(name)
            entries.append(Entry(match["title"], name))
    return tuple(Group(title, tuple(entries)) for title, entries in listed.items() if entries)


def neighbours(root: Path, name: str) -> tuple[Entry | None, Entry | None]:
    """Return the pages before and after the page `name`. A missing page is None. Both are None if
    the index does not list `name`."""
    order = list(_in_order(root))
    at = next((number for number, entry in enumerate(order) if entry.name == name), None)
    if at is None:
        return None, None
    return (order[at - 1] if at else None), (order[at + 1] if at + 1 < len(order) else None)


def _in_order(root: Path) -> Iterator[Entry]:
    for group in groups(root):
        yield from group.entries
