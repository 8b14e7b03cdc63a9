"""Tests of the start check: a plug-in with a missing part is rejected, and the part is named."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import get_template

from core.errors import DocumentError
from hits.templatetags.rateroom import script
from surveys.loading import library_rubric, load_rubric
from surveys.plugins.checks import check_parts
from surveys.plugins.registry import CONTRACTS, IncompletePartError, folder_of, packages, parts
from tests.plugins.test_walk import RUBRIC

EXTRAS = Path(__file__).parent / "extras"
SURVEYS = Path(__file__).parents[2] / "surveys"


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """A function that changes one file in a copy of the plug-in. It returns the problems."""
    monkeypatch.syspath_prepend(tmp_path)
    name = f"copied_{tmp_path.name.replace('-', '_')}"

    def changed(file: str, old: str, new: str) -> list[str]:
        shutil.copytree(EXTRAS, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        for path in (tmp_path / name).rglob("*.py"):
            path.write_text(path.read_text().replace("tests.plugins.extras", name))
        path = tmp_path / name / file
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new)) if new != "gone" else path.unlink()
        monkeypatch.setattr(settings, "PLUGINS", [name])
        parts.cache_clear()
        with pytest.raises(IncompletePartError) as refusal:
            parts()
        problems = refusal.value.problems
        assert [(error.id, error.hint) for error in check_parts()] == [
            ("surveys.E001", problem.remedy) for problem in problems
        ]
        return [str(problem).removeprefix(f"{name}.") for problem in problems]

    yield changed
    parts.cache_clear()
    for module in [module for module in sys.modules if module.split(".")[0] == name]:
        del sys.modules[module]


QUESTION, SECTION = "kinds/points/question.py", "kinds/points/section.py"


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        (QUESTION, "def prompt_lines", "def other", r"PointsQuestion has no `prompt_lines`. Write it. Return the lines that"),
        (QUESTION, "def values(", "def other(", r"PointsQuestion has no `values`. Write it. Return the whole numbers"),
        (QUESTION, "def allowed", "def other", r"PointsQuestion has no `allowed`. Write it. Return the meaning of each"),
        (QUESTION, "def parse", "def other", r"PointsQuestion has no `parse`. Write it. Return the answer that"),
        (QUESTION, "def when_blank", "def other", r"PointsQuestion has no `when_blank`. Write it. Return the message for"),
        (QUESTION, "def simulated", "def other", r"PointsQuestion has no `simulated`. Write it. Return the answer of a made-up"),
        (QUESTION, '    kind: ClassVar[str] = "points"\n', "", r"PointsQuestion has no `kind`. Set `kind` to the name that the export"),
        (SECTION, "def measure", "def other", r"PointsSection has no `measure`. Write it. Return the measure of"),
        (SECTION, "def questions", "def other", r"PointsSection has no `questions`. Write it. Return the section's"),
        (SECTION, "    asks:", "    asked:", r"PointsSection has no `asks`. Declare"),
        (SECTION, "    answers:", "    answered:", r"PointsSection has no `answers`. Declare"),
        (SECTION, 'Literal["points"]', 'Literal["order"]', r"`kind` of PointsSection is not the folder's name."),
        ("kinds/points/page.html", "", "gone", r"there is no page.html."),
        ("kinds/points/__init__.py", " as Section", " as Part", r"the package has no `Section`."),
        ("blocks/quote/block.py", "def needs", "def other", r"QuoteBlock has no `needs`. Write it. Return the item's fields"),
        ("blocks/quote/page.html", "", "gone", r"there is no page.html."),
        ("replies/key_lines/format.py", "def parse", "def other", r"KeyLines has no `parse`. Write it. Return the answers in"),
    ],
)  # fmt: skip
def test_a_part_that_is_lacking_is_named(copy, file, old, new, problem):
    folder = ".".join(file.split("/")[:2])
    (found,) = copy(file, old, new)
    assert re.fullmatch(rf"{folder}: {re.escape(problem)}.*", found)


def test_a_plugin_that_is_not_there_is_an_error_at_start(settings):
    settings.PLUGINS = ["no_such_app", "tests.judges"]
    assert [(error.id, error.msg) for error in check_parts()] == [
        ("surveys.E002", "PLUGINS names no_such_app, which cannot be imported."),
        ("surveys.E003", "PLUGINS names tests.judges, which has no plug-ins."),
    ]


def test_what_a_plugin_brings_is_known_while_it_is_named(settings):
    source = RUBRIC.replace("REPLY", "key-lines")
    with pytest.raises(
        DocumentError, match="`points` is not a known kind. Use one of checklist, choice"
    ):
        load_rubric(source)
    settings.PLUGINS = ["tests.plugins.extras"]
    assert load_rubric(source).sections[0].kind == "points"
    assert get_template("kinds/points/page.html").origin.name == str(
        EXTRAS / "kinds/points/page.html"
    )


def test_a_kinds_script_is_found_and_named_on_the_page():
    sections = {section.kind: section for section in library_rubric("video-caption").sections}
    assert {kind: script(section) for kind, section in sections.items()} == {
        "text": "",
        "scale": "/static/kinds/scale/script.js",
    }
    assert finders.find("kinds/scale/script.js") == str(SURVEYS / "kinds/scale/static/script.js")


def test_every_folder_has_its_tests():
    """The tests of a section kind, block or reply format are in its own folder."""
    parts()
    lacking = [
        package.__name__
        for family in CONTRACTS
        for package in packages(family)
        if not (folder_of(package) / "tests.py").is_file()
    ]
    assert lacking == []
