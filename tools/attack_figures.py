"""Runs what tries to break the site, and writes what it tried into docs/developers/testing.md."""

import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree as ET

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "developers" / "testing.md"
# The properties that every run checks, with other examples than the run before.
DRAWN = ("-m", "hypothesis and not long", "--hypothesis-profile=random", "-n", "2", "tests")
HEADING = "## What was tried against the site\n"
TRIED = (
    "tests/injection",
    "tests/fuzz",
    "tests/annotation/test_hostile.py",
    "tests/api/test_shapes.py",
)
INTRO = """
`make attacks` runs these (`make long` too) and writes the table. A failure is an answer that is
neither the work done nor a refusal with its reason: a defect of ours, something left behind, no end
within a minute, or anything on a page made of a text from outside.

| test | tried |
| --- | --- |
"""


def main(arguments: list[str]) -> int:
    """Write the table where every test passed, then draw examples at random. The exit code is
    pytest's."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        command = [sys.executable, "-m", "pytest", "-m", "long", "-n", "2", f"--junitxml={report}"]
        done = subprocess.run([*command, *TRIED, *arguments], cwd=ROOT, check=False)  # noqa: S603 - our own
        if done.returncode == 0:
            write(rows(report))
            done = subprocess.run([*command[:3], *DRAWN, *arguments], cwd=ROOT, check=False)  # noqa: S603 - our own
    return done.returncode


def rows(report: Path) -> list[str]:
    """A line for each test that says what it tried."""
    lines = []
    for case in ET.parse(report).iter("testcase"):  # noqa: S314 - pytest wrote it a moment ago
        figures = [each.get("value", "") for each in case.iter("property")]
        name = f"{case.get('classname', '')}::{case.get('name', '')}".removeprefix("tests.")
        if figures:
            lines.append(f"| `{name}` | {figures[0]} |")
    return sorted(lines)


def write(lines: list[str]) -> None:
    """The page's last section anew."""
    before = PAGE.read_text(encoding="utf-8").partition(HEADING)[0]
    PAGE.write_text(f"{before}{HEADING}{INTRO}" + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
