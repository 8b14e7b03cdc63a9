"""Tests of `tools/install.sh`, which installs pinned packages with uv or, without it, with pip."""

import hashlib
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from local.programs import ROOT

pytestmark = pytest.mark.slow
UV = Path(sys.executable).with_name("uv")


@pytest.fixture
def environment(tmp_path):
    """A virtual environment without uv that uses the system's pip."""
    folder = tmp_path / "environment"
    venv.create(folder, system_site_packages=True, symlinks=True)
    return folder


@pytest.fixture
def wheel(tmp_path):
    path = tmp_path / "pinned_thing-1.0-py3-none-any.whl"
    about = "pinned_thing-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("pinned_thing.py", "")
        archive.writestr(
            f"{about}/METADATA", "Metadata-Version: 2.1\nName: pinned-thing\nVersion: 1.0\n"
        )
        archive.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(f"{about}/RECORD", "")
    return path


def install(environment, wheel, *, digest=""):
    requirements = wheel.with_name("requirements.txt")
    digest = digest or hashlib.sha256(wheel.read_bytes()).hexdigest()
    requirements.write_text(f"pinned-thing @ {wheel.as_uri()} --hash=sha256:{digest}\n")
    command = ["tools/install.sh", environment / "bin" / "python", requirements]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def installer(environment) -> str:
    """Return the name of the tool that installed the package, or "" if it is not installed."""
    records = list(environment.glob("lib/*/site-packages/pinned_thing-1.0.dist-info/INSTALLER"))
    return records[0].read_text().strip() if records else ""


def test_uv_installs_where_it_is(environment, wheel):
    shutil.copy(UV, environment / "bin" / "uv")
    ended = install(environment, wheel)
    assert (ended.returncode, installer(environment)) == (0, "uv"), ended.stderr


def test_pip_installs_where_uv_lacks(environment, wheel):
    ended = install(environment, wheel)
    assert (ended.returncode, installer(environment)) == (0, "pip"), ended.stderr


def test_pip_installs_where_uv_fails(environment, wheel):
    uv = environment / "bin" / "uv"
    uv.write_text("#!/bin/sh\nexit 2\n")
    uv.chmod(0o755)
    ended = install(environment, wheel)
    assert (ended.returncode, installer(environment)) == (0, "pip"), ended.stderr
    assert "pip tries" in ended.stderr


@pytest.mark.parametrize("by_uv", [True, False])
def test_a_package_with_other_content_is_refused(environment, wheel, by_uv):
    if by_uv:
        shutil.copy(UV, environment / "bin" / "uv")
    ended = install(environment, wheel, digest="0" * 64)
    assert (ended.returncode != 0, installer(environment)) == (True, "")
