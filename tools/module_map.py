"""Write `docs/developers/map.md`: every module in one line, from the first paragraph of its
docstring.

`make map` runs it. A test fails while the page differs from what this would write.
"""

import ast
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs/developers/map.md"
SKIPPED = {"migrations", "__pycache__", "node_modules"}
HEAD = """\
# Every module in one line

Written by `make map` from the first paragraphs of the modules' docstrings: change those, not this
page. Migrations, tests and empty `__init__.py` files are left out. Which app may import which is in
[architecture.md](../architecture.md#tree).
"""


def modules() -> list[Path]:
    """The project's modules, relative to its root and ordered by folder; each package's
    `__init__.py` comes first."""
    packages = sorted(path.parent for path in ROOT.glob("*/__init__.py"))
    paths = (path.relative_to(ROOT) for package in packages for path in package.rglob("*.py"))
    return sorted(
        (path for path in paths if _listed(path)), key=lambda path: (path.parts[:-1], path.name)
    )


def first_line(module: Path) -> str:
    """The first sentence of its docstring, also where it is wrapped; blank where it has none."""
    docstring = ast.get_docstring(ast.parse((ROOT / module).read_text(encoding="utf-8")))
    return " ".join(docstring.partition("\n\n")[0].split()) if docstring else ""


def page() -> str:
    """The page's text."""
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
    PAGE.write_text(page(), encoding="utf-8")
