"""Tests that messages suit the place where people read them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
APPS = ("people", "surveys", "hits", "judges", "analysis", "tabular")
# Read by `manage.py compare` alone.
COMMANDS_ALONE = {"analysis/data/tidy.py"}
FLAG = re.compile(r"(?<![\w-])--[a-z]")


def texts_of(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def test_no_message_that_a_page_may_show_names_a_command_line_flag():
    modules = [path for app in APPS for path in (ROOT / app).rglob("*.py")]
    found = {
        (name, text)
        for path in modules
        if (name := path.relative_to(ROOT).as_posix()) not in COMMANDS_ALONE
        and "/management/" not in name
        for text in texts_of(path)
        if FLAG.search(text)
    }
    assert found == set()
    assert len(modules) > 100
