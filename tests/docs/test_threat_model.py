"""Each claim of the threat model names a test that is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8")
ROWS = [line for line in TEXT.splitlines() if line.startswith("| ") and "--- |" not in line]
CLAIMS = [row for row in ROWS if not row.endswith("| test |")]


@pytest.mark.parametrize("row", CLAIMS)
def test_a_claim_names_its_test(row):
    path, name = re.fullmatch(r"\|.*\|.*\| `(tests/[\w/]+\.py)::(test_\w+)` \|", row).groups()
    assert re.search(rf"^ *def {name}\(", (ROOT / path).read_text(), re.MULTILINE)


def test_every_kind_of_attacker_has_its_claims():
    sections = TEXT.split("\n## ")[2:-1]
    assert [section.splitlines()[0] for section in sections if section.count("\n| ") < 4] == []
    assert len(sections) == 7
