"""Tests that every module's docstring starts with one sentence about its purpose."""

import ast

from tests.conftest import ROOT


def first_line(path):
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split())


def test_a_modules_first_line_is_a_sentence():
    paths = [path for init in ROOT.glob("*/__init__.py") for path in init.parent.rglob("*.py")]
    lines = {
        path: first_line(path)
        for path in paths
        if not {"migrations", "tests"} & {*path.parts}
        and path.name not in {"tests.py", "__init__.py"}
        and not path.name.startswith("test_")
    }
    assert len(lines) > 1000
    assert {path: line for path, line in lines.items() if line[-1:] != "."} == {}, (
        "Say in the docstring's first sentence what the module is for."
    )
