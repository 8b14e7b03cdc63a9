"""Tests of the documentation pages: links and file names are valid, and the index is complete."""

import re
import tomllib
from pathlib import Path

import yaml

from annotation import __version__
from desk.documentation.navigation import anchor

ROOT = Path(__file__).parents[2]
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *sorted(ROOT.glob("docs/**/*.md")),
    *sorted(ROOT.glob("*/README.md")),
]
MOST_WORDS = 1500
CODE = re.compile(r"^```.*?^```$|^ {4}.*$|`[^`\n]*`", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
# What the commands make there is ignored, as /var/ and /build/ are.
IGNORED = {line.strip("/") for line in (ROOT / ".gitignore").read_text().splitlines()}
FOLDERS = {
    path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")
} - IGNORED
OF_A_PART = {"static/script.js"}  # in the folder of a kind
# A file or a folder of the project in backticks, without placeholders.
NAMED = re.compile(r"`((?:" + "|".join(sorted(FOLDERS)) + r")/[\w./-]*)`")


def leads_nowhere(page: Path, link: str) -> bool:
    name, _hash, wanted = link.partition("#")
    target = (page.parent / name).resolve() if name else page
    if not target.exists():
        return True
    headings = (
        re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE) if wanted else []
    )
    return bool(wanted) and wanted not in map(anchor, headings)


def test_links_lead_somewhere():
    for page in PAGES:
        links = LINK.findall(CODE.sub("", page.read_text(encoding="utf-8")))
        wrong = [link for link in links if "://" not in link and leads_nowhere(page, link)]
        assert wrong == [], page


def test_the_files_that_a_page_names_are_there():
    for page in PAGES:
        names = {*NAMED.findall(page.read_text(encoding="utf-8"))} - OF_A_PART
        missing = [name for name in names if not (ROOT / name).exists()]
        assert missing == [] or page.name == "CHANGELOG.md", page


def test_a_page_is_read_in_ten_minutes():
    long = [page for page in PAGES if len(page.read_text("utf-8").split()) > MOST_WORDS]
    assert long == []


def test_the_index_has_every_page():
    index = (ROOT / "docs/index.md").read_text(encoding="utf-8")
    linked = {(ROOT / "docs" / link.partition("#")[0]).resolve() for link in LINK.findall(index)}
    records = set(ROOT.glob("docs/decisions/0*.md"))  # the folder has an index of its own
    pages = set(ROOT.glob("docs/**/*.md")) - records - {ROOT / "docs/index.md"}
    assert sorted(str(page.relative_to(ROOT)) for page in pages - linked) == []


def test_the_decisions_index_has_every_record():
    folder = ROOT / "docs/decisions"
    linked = LINK.findall((folder / "README.md").read_text(encoding="utf-8"))
    assert linked == [path.name for path in sorted(folder.glob("0*.md"))]


def test_the_version_and_its_date_are_the_same_everywhere():
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    version, day = re.findall(r"^## (\d\S+) \(([\d-]+)\)$", changelog, re.MULTILINE)[0]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    client = tomllib.loads((ROOT / "client/pyproject.toml").read_text(encoding="utf-8"))
    assert (citation["version"], citation["date-released"]) == (version, day)
    assert {version, client["project"]["version"]} == {__version__}


def test_the_commands_of_the_readme_are_there():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^(?:    (?:[A-Z_]+=\S+ )?|.*`)make ([a-z-]+)", readme, re.MULTILINE)
    assert {"run", "test", "serve", "release"} <= set(targets)
    assert [each for each in targets if f"\n{each}: " not in makefile] == []
    assert f"dist/rateroom-{__version__}-py3-none-any.whl[local]" in readme
