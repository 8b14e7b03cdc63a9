"""Tests that each claim of the threat model names an existing test."""

import ast
import re
from pathlib import Path

import pytest

from tests import attacks
from tests.documentation import text_of

ROOT = Path(__file__).parents[2]
TEXT = text_of("threat-model")
ROWS = [line for line in TEXT.splitlines() if line.startswith("| ") and "--- |" not in line]
CLAIMS = [row for row in ROWS if not row.endswith("| test |")]
CLAIM = re.compile(r"\|.*\|.*\| `((?:tests|surveys)/[\w/]+\.py)::(test_\w+)` \|")


def has_its_test(row: str) -> bool:
    claim = CLAIM.fullmatch(row)
    if claim is None:
        return False
    path, name = claim.groups()
    source = (ROOT / path).read_text(encoding="utf-8")
    return re.search(rf"^ *def {name}\(", source, re.MULTILINE) is not None


def is_marked(row: str) -> bool:
    """Return whether the row's test is marked as an attack. `tests/attacks.py` checks what it
    sends."""
    path, name = CLAIM.fullmatch(row).groups()
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    tests = [node for node in ast.walk(tree) if getattr(node, "name", "") == name]
    decorators = [ast.unparse(each) for test in tests for each in test.decorator_list]
    return any(text.startswith("pytest.mark.attack(") for text in decorators)


def test_each_claim_is_tested_by_an_attack():
    assert [row for row in CLAIMS if not is_marked(row)] == []


class Marked:
    """A stand-in for a pytest item with the marker `attack(means)`, for calls of `must_attack`."""

    nodeid = "a test"

    def __init__(self, means: str) -> None:
        self.means = means

    def iter_markers(self, _name):
        return [pytest.mark.attack(self.means).mark]


def test_an_attack_that_does_not_send_what_it_names_fails(client):
    with attacks.must_attack(Marked("GET")):
        client.get("/livez")
    with (
        pytest.raises(pytest.fail.Exception, match="sent no POST"),
        attacks.must_attack(Marked("POST")),
    ):
        client.get("/livez")
    with pytest.raises(pytest.UsageError, match="not an HTTP method"):
        attacks.declared(Marked("PSOT"))


def test_each_claim_names_its_test():
    assert len(CLAIMS) > 50
    assert [row for row in CLAIMS if not has_its_test(row)] == []


def test_every_kind_of_attacker_has_its_claims():
    sections = TEXT.split("\n## ")[2:-1]
    assert [section.splitlines()[0] for section in sections if section.count("\n| ") < 4] == []
    assert len(sections) == 11
