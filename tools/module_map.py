"""Every module in one line, from the first paragraph of its docstring.

`make map` writes the list to `build/map.md`, which is not committed.
"""

import ast
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "build/map.md"
SKIPPED = {"migrations", "__pycache__", "node_modules"}
HEAD = """\
# Every module in one line

The first paragraph of each module's docstring. Migrations, tests and empty `__init__.py` files are
left out. `docs/architecture.md` says which app may import which.
"""


def modules() -> list[Path]:
    """Return the project's modules, relative to its root and ordered by folder; each package's
    `__init__.py` comes first."""
    packages = sorted(path.parent for path in ROOT.glob("*/__init__.py"))
    paths = (path.relative_to(ROOT) for package in packages for path in package.rglob("*.py"))
    return sorted(
        (path for path in paths if _listed(path)), key=lambda path: (path.parts[:-1], path.name)
    )


def first_line(module: Path) -> str:
    """Return the first sentence of its docstring, also where it is wrapped; blank where it has
    none."""
    docstring = ast.get_docstring(ast.parse((ROOT / module).read_text(encoding="utf-8")))
    return " ".join(docstring.partition("\n\n")[0].split()) if docstring else ""


def page() -> str:
    """Return the page's text."""
    return "\n".join([HEAD, *_sections()])


def _listed(path: Path) -> bool:
    if SKIPPED & set(path.parts) or path.name.startswith("test_") or path.name == "tests.py":
        return False
    if path.parts[0] == "tests":
        return False
    return path.name != "__init__.py" or (ROOT / path).stat().st_size > 0


def _sections() -> Iterator[str]:
    for package, paths in groupby(modules(), key=lambda path: path.parts[0]):
        yield f"## {package}\n"
        yield "| module | |\n| --- | --- |"
        for path in paths:
            yield (f"| `{path.as_posix()}` | {first_line(path).replace('|', chr(92) + '|')} |")
        yield ""


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
