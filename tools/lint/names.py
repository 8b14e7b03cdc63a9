"""The command `make names`, which lists names that do not describe their values, with file and
line. Such names are not allowed. The command checks variables, arguments and attributes in the
project's packages, except in tests, benchmarks and tools."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

VAGUE = "one found held told kept said made meant asked given shown known left"
LEFT_OUT = frozenset({"tests", "benchmarks", "tools"})


def vague_names(source: str) -> Iterator[tuple[int, str]]:
    """Yield the line and name of each vague name in a module's source, in syntax tree order."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case (
                ast.Name(id=name, ctx=ast.Store())
                | ast.Attribute(attr=name, ctx=ast.Store())
                | ast.arg(arg=name)
            ):
                if name in VAGUE.split():
                    yield node.lineno, name


def modules(root: Path) -> Iterator[Path]:
    """Yield the path of each module to check in the project's packages."""
    for package in sorted(root.iterdir()):
        if (package / "__init__.py").exists() and package.name not in LEFT_OUT:
            yield from (path for path in sorted(package.rglob("*.py")) if "tests" not in path.parts)


def problems(root: Path) -> Iterator[str]:
    """Yield a line for each vague name below `root`."""
    for path in modules(root):
        for line, name in sorted(vague_names(path.read_text(encoding="utf-8"))):
            yield (
                f"{path.relative_to(root)}:{line}: `{name}` does not say what it holds. "
                "Name what it is."
            )


if __name__ == "__main__":
    lines = list(problems(Path.cwd()))
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.exit(f"{len(lines)} vague names." if lines else 0)
