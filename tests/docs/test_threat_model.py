"""Each claim of the threat model names a test that is there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "threat-model.md").read_text(encoding="utf-8")
ROWS = [line for line in TEXT.splitlines() if line.startswith("| ") and "--- |" not in line]
CLAIMS = [row for row in ROWS if not row.endswith("| test |")]
CLAIM = re.compile(r"\|.*\|.*\| `(tests/[\w/]+\.py)::(test_\w+)` \|")


def has_its_test(row: str) -> bool:
    claim = CLAIM.fullmatch(row)
    if claim is None:
        return False
    path, name = claim.groups()
    source = (ROOT / path).read_text(encoding="utf-8")
    return re.search(rf"^ *def {name}\(", source, re.MULTILINE) is not None


def test_each_claim_names_its_test():
    assert len(CLAIMS) > 50
    assert [row for row in CLAIMS if not has_its_test(row)] == []


def test_every_kind_of_attacker_has_its_claims():
    sections = TEXT.split("\n## ")[2:-1]
    assert [section.splitlines()[0] for section in sections if section.count("\n| ") < 4] == []
    assert len(sections) == 8
