"""Tests that Ruff's Bandit rules are enabled and that every exception gives its reason."""

import re
import tomllib
from pathlib import Path

import pytest

from tools.advisories import summary

ROOT = Path(__file__).parents[2]
EXCEPTED = re.compile(r"# noqa: (?=[A-Z0-9, ]*\bS\d{3})[A-Z0-9, ]+(.*)")
# Tests, measurements and what is made or installed.
APART = {"tests", "benchmarks", "var", "staticfiles", "node_modules"}


def modules() -> list[str]:
    """Return the relative paths of the project's own Python files."""
    folders = [
        path
        for path in ROOT.iterdir()
        if path.is_dir() and path.name not in APART and path.name[0] != "."
    ]
    return [str(path.relative_to(ROOT)) for folder in folders for path in folder.rglob("*.py")]


def test_each_exception_from_a_rule_says_why():
    unexplained = [
        f"{name}: {line.strip()}"
        for name in modules()
        for line in (ROOT / name).read_text(encoding="utf-8").splitlines()
        if (excepted := EXCEPTED.search(line)) and len(excepted[1].strip(" -")) < 3
    ]
    assert unexplained == []


def test_every_rule_is_on_but_two():
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["lint"]
    security = [rule for rule in lint["ignore"] if re.fullmatch(r"S\d*", rule)]
    assert (lint["select"], security) == (["ALL"], ["S608", "S311"])


@pytest.mark.parametrize(
    ("packages", "said"),
    [
        (
            [{"name": "a", "vulns": []}, {"name": "b", "vulns": [{"id": "X"}]}],
            "Advisories: 2 of 2 packages looked up; with known holes: b.",
        ),
        (
            [{"name": "a", "vulns": []}, {"name": "b", "skip_reason": "not found"}],
            (
                "Advisories: 1 of 2 packages looked up; with known holes: none of these. NOT looked up, as their "
                "advisories could not be reached: 1."
            ),
        ),
    ],
)
def test_an_audit_says_what_it_could_not_look_up(packages, said):
    assert summary({"dependencies": packages}) == said
